import type { Message } from "./anthropic-messages.js";
import type { Item } from "./openai-responses-items.js";

export type Line = Record<string, unknown>;

/** A line of Claude Code that holds a message. */
export function said(uuid: string, parentUuid: string | null, message: Message, rest: Line = {}): Line {
  return { parentUuid, isSidechain: false, type: message["role"], message, uuid, ...rest };
}

export function user(uuid: string, parentUuid: string | null, content: unknown, rest: Line = {}): Line {
  return said(uuid, parentUuid, { role: "user", content }, rest);
}

/** A line of Claude Code that holds blocks of an answer. */
export function answer(uuid: string, parentUuid: string | null, id: string, content: object[], rest: Line = {}): Line {
  return said(uuid, parentUuid, { id, type: "message", role: "assistant", model: "claude", content }, rest);
}

export const text = (words: string): Message => ({ type: "text", text: words });
export const use = (id: string): Message => ({ type: "tool_use", id, name: "f", input: {} });
export const result = (id: string, content: unknown = "r"): Message => ({
  type: "tool_result",
  tool_use_id: id,
  content,
});

/** Messages as Claude Code logs them: a line for each block of an answer, with other lines between. */
export function toClaudeLines(messages: readonly Message[]): Line[] {
  const lines: Line[] = [];
  let parent: string | null = null;
  const add = (line: Line): void => {
    lines.push(line);
    parent = line["uuid"] as string;
  };
  messages.forEach((message, index) => {
    if (index % 3 === 1) add({ parentUuid: parent, type: "progress", uuid: `p${index}`, data: {} });
    const { role, content } = message;
    if (role !== "assistant" || !Array.isArray(content) || content.length === 0) {
      const wrapped = role === "assistant" ? { ...message, id: `msg_${index}` } : message;
      const type = role === "assistant" ? "assistant" : "user";
      add({ parentUuid: parent, isSidechain: false, type, message: wrapped, uuid: `l${index}` });
      return;
    }
    content.forEach((block: object, at) => add(answer(`l${index}.${at}`, parent, `msg_${index}`, [block])));
  });
  return lines;
}

/** The lines that Claude Code writes when it makes a conversation shorter. */
export function summaryLines(): Line[] {
  return [
    { parentUuid: null, logicalParentUuid: "gone", type: "system", subtype: "compact_boundary", uuid: "b" },
    user("c", "b", "so far", { isCompactSummary: true }),
  ];
}

/** A line of Codex. */
export function event(type: string, payload: Line): Line {
  return { timestamp: "2026-04-08T08:27:25.293Z", type, payload };
}

export const item = (payload: Item): Line => event("response_item", payload);

/** Items as Codex logs them, with other lines between. */
export function toCodexLines(items: readonly Item[]): Line[] {
  return [
    event("session_meta", { id: "s", cwd: "/", cli_version: "1" }),
    event("turn_context", { model: "gpt" }),
    ...items.flatMap((payload, index) =>
      index % 3 === 1
        ? [event("event_msg", { type: "agent_message", message: "shown" }), item(payload)]
        : [item(payload)],
    ),
  ];
}

/** Lines of pi: what the user asks, a call with its result, what the model says, and summaries that keep the last step. */
export function toPiLines(steps: readonly ("ask" | "call" | "say" | "shorten")[]): Line[] {
  const lines: Line[] = [{ type: "session", version: 3, id: "s" }];
  const add = (line: Line): void => {
    lines.push({ id: `${lines.length}`, parentId: lines.length === 1 ? null : `${lines.length - 1}`, ...line });
  };
  const speak = (role: string, content: object[], rest: Line = {}): void =>
    add({ type: "message", message: { role, content, ...rest } });
  for (const step of steps) {
    const id = `call_${lines.length}`;
    if (step === "ask") speak("user", [text("q")]);
    if (step === "say") speak("assistant", [text("a")], { provider: "anthropic" });
    if (step === "shorten") add({ type: "compaction", summary: "so far", firstKeptEntryId: `${lines.length - 1}` });
    if (step !== "call") continue;
    speak("assistant", [{ type: "toolCall", id, name: "f", arguments: {} }]);
    speak("toolResult", [text("r")], { toolCallId: id, toolName: "f" });
  }
  return lines;
}

export function toText(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
