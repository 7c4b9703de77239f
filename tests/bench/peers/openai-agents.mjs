import { Agent, RunState, user } from "@openai/agents-core";

export const isValidated = true;

const agent = new Agent({ name: "Assistant" });

export const restore = (json) => RunState.fromString(agent, json);

export const write = (state) => state.toString();

export const empty = [];
export const append = (items, text) => [...items, user(text)];

export const lengthOf = (state) => (Array.isArray(state) ? state : state.history).length;
