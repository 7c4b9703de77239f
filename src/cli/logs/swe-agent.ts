import * as v from "valibot";
import { fromChatMessages } from "../../formats/openai.js";
import type { Reading } from "./reading.js";

// A trajectory of SWE-agent: SWE-agent/SWE-agent, docs/usage/trajectories.md. Its history is a list of chat messages.

const Message = v.object({
  role: v.string(),
  content: v.unknown(),
  tool_calls: v.nullish(v.array(v.record(v.string(), v.unknown()))),
  tool_call_ids: v.nullish(v.array(v.string())),
});
const Trajectory = v.object({ trajectory: v.array(v.unknown()), history: v.array(Message) });

export function isSweAgentTrajectory(value: unknown): boolean {
  return v.is(Trajectory, value);
}

/** Reads the history. What its messages hold beside it (`thought`, `action`) repeats their content. */
export function readSweAgentTrajectory(value: unknown): Reading {
  const messages = v
    .parse(Trajectory, value)
    .history.map(({ role, content, tool_calls: calls, tool_call_ids: ids }) => ({
      role,
      content,
      ...(calls && { tool_calls: calls }),
      ...(ids && { tool_call_id: ids[0] }),
    }));
  return { transcript: fromChatMessages(messages) };
}
