import { jsonSchema, type Tool, tool } from "ai";

const anything = jsonSchema<Record<string, unknown>>({ type: "object" });

/** A tool that answers. */
export function answering(execute: (input: Record<string, unknown>) => unknown) {
  return tool({ inputSchema: anything, execute: async (input) => await execute(input) });
}

/** A tool that a person has to approve. */
export function approved(execute: (input: Record<string, unknown>) => unknown) {
  return tool({ inputSchema: anything, needsApproval: true, execute: async (input) => await execute(input) });
}

/** A tool that the program answers itself, outside the call. */
export const external = { inputSchema: anything } as Tool;
