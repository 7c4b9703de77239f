import * as v from "valibot";
import { isPlainObject } from "../model/kinds.js";
import { ISO_TIME, OUTCOMES, OWN_FORMAT, PART_KEYS, PLACES, placementFault, URL_START } from "../model/vocabulary.js";
import type { Role } from "../model/entry.js";

/*
 * Version 1 of the document, the one truth about its shape. The published JSON Schema is generated from this file.
 * The message of each schema says what it expects; the decoder adds what it found.
 */

const string = v.string("a string");
const id = v.pipe(v.string("a string"), v.nonEmpty("a string that is not empty"));
const boolean = v.boolean("a boolean");
const count = v.pipe(
  v.number("a whole number of at least 0"),
  v.integer("a whole number of at least 0"),
  v.minValue(0, "a whole number of at least 0"),
);
const absent = v.optional(v.never("no such key"));
const derived = v.optional(v.never("no such key (content says it)"));
const unknownKeys = v.optional(v.never("no such key (unknown keys stand beside the others)"));

/** An object of free-form values. Valibot would take an array for one. */
const values = v.custom<Record<string, unknown>>(isPlainObject, "an object");

const common = {
  providerMetadata: v.optional(values),
  source: v.optional(values),
  extra: unknownKeys,
};

const text = v.looseObject({ type: v.literal("text"), text: string, ...common });
const refusal = v.looseObject({ type: v.literal("refusal"), text: string, ...common });
const reasoning = v.looseObject({
  type: v.literal("reasoning"),
  text: string,
  redacted: v.optional(boolean),
  ...common,
});

const file = v.looseObject({
  type: v.literal("file"),
  mediaType: v.optional(string),
  filename: v.optional(string),
  data: v.union(
    [
      v.pipe(
        string,
        v.check(
          (data) => !URL_START.test(data),
          "base64 text, got what begins like a URL (an object with url holds one)",
        ),
      ),
      v.looseObject({ url: id, fileId: absent }),
      v.looseObject({ fileId: id, url: absent }),
    ],
    "base64 text, an object with url, or one with fileId",
  ),
  ...common,
});

const toolCall = v.looseObject({
  type: v.literal("tool-call"),
  toolCallId: id,
  toolName: string,
  input: v.unknown(),
  inputText: v.optional(string),
  ...common,
});

const approvalRequest = v.looseObject({
  type: v.literal("approval-request"),
  approvalId: id,
  toolCallId: id,
  ...common,
});

const approvalResponse = v.looseObject({
  type: v.literal("approval-response"),
  approvalId: id,
  approved: boolean,
  reason: v.optional(string),
  ...common,
});

const custom = v.looseObject({
  type: v.literal("custom"),
  format: v.pipe(id, v.notValue(OWN_FORMAT, `another name than "${OWN_FORMAT}", got that one`)),
  value: v.unknown(),
  ...common,
});

/** A part of a type that a later release of this version brings: kept as it came. */
export const unknownPart = v.looseObject({ type: v.pipe(string, v.notValues([...PART_KEYS.keys()], "another type")) });

const inner = { text, file, custom };

const toolResult = v.pipe(
  v.looseObject({
    type: v.literal("tool-result"),
    toolCallId: id,
    toolName: v.optional(string),
    outcome: v.optional(v.picklist(OUTCOMES, '"error", "denied" or "aborted"')),
    output: v.optional(v.unknown()),
    content: v.optional(v.array(v.variant("type", [text, file, custom, unknownPart]), "an array of parts")),
    ...common,
  }),
  v.check((part) => Object.hasOwn(part, "output") !== Object.hasOwn(part, "content"), "either output or content"),
);

/** The schema of each type of part. */
export const parts = {
  ...inner,
  reasoning,
  refusal,
  "tool-call": toolCall,
  "tool-result": toolResult,
  "approval-request": approvalRequest,
  "approval-response": approvalResponse,
};

const summary = v.looseObject({ entries: count, turns: count, tokens: count, rounds: count }, "an object");

function entryOf(role: Role) {
  const allowed = Object.entries(parts).flatMap(([type, schema]) => (PLACES[role].has(type) ? [schema] : []));
  const list = v.pipe(
    v.array(v.variant("type", [...allowed, unknownPart] as never), "an array of parts"),
    v.check(
      (content) => placementFault(role, placedParts(content as never[])) === undefined,
      "parts that belong together",
    ),
  );
  return v.looseObject({
    role: v.literal(role),
    content: role === "tool" ? list : v.union([string, list], "a string or an array of parts"),
    ...optional,
    summary: role === "system" ? v.optional(summary) : v.optional(v.never("no such key outside system entries")),
  });
}

const optional = {
  id: v.optional(string),
  name: v.optional(string),
  createdAt: v.optional(v.pipe(string, v.regex(ISO_TIME, "a time in ISO 8601"))),
  pinned: v.optional(boolean),
  partial: v.optional(boolean),
  metadata: v.optional(values),
  providerMetadata: v.optional(values),
  source: v.optional(values),
  rich: v.optional(values),
  extra: unknownKeys,
  text: derived,
  toolCalls: derived,
  toolResult: derived,
};

/** The schema of an entry of each role, whole. */
export const entries = {
  system: entryOf("system"),
  user: entryOf("user"),
  assistant: entryOf("assistant"),
  tool: entryOf("tool"),
};

/** The schema of an entry less its content, which the decoder explains part by part. */
export function envelope(role: Role) {
  const { content: _content, ...rest } = entries[role].entries;
  return v.looseObject(rest);
}

interface TypedPart {
  readonly type: string;
}

/** Parts of the document as {@link placementFault} looks at them: one of an unknown type stands anywhere. */
export function placedParts(content: readonly TypedPart[]): readonly TypedPart[] {
  for (const part of content) if (!PART_KEYS.has(part.type)) return content.map(placed);
  return content;
}

function placed(part: TypedPart): TypedPart {
  return PART_KEYS.has(part.type) ? part : ({ type: "custom", format: OWN_FORMAT } as TypedPart);
}

/** The schema of a whole document. */
export const document = v.strictObject({
  format: v.literal("colloquy"),
  version: v.literal(1),
  entries: v.array(v.variant("role", [entries.system, entries.user, entries.assistant, entries.tool])),
});
