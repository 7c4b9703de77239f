import { fromModelMessages } from "../formats/ai-sdk.js";
import { type Transcript, TranscriptInputError } from "../index.js";

/**
 * Reads what came back in a call.
 *
 * @param after - the transcript that it continues
 */
export function readResponse(messages: readonly object[], after: Transcript): Transcript {
  const tidy = messages.map((message) => mapParts(message, withoutUndefined));
  try {
    return fromModelMessages(tidy, { after });
  } catch (error) {
    if (!(error instanceof TranscriptInputError)) throw error;
    // A tool may return anything, such as an instance of a class. The provider sees its JSON form.
    return fromModelMessages(
      tidy.map((message) => mapParts(message, inJsonForm)),
      { after },
    );
  }
}

function mapParts(message: object, change: (part: object) => object): object {
  if (!("content" in message) || !Array.isArray(message.content)) return message;
  return { ...message, content: (message.content as readonly object[]).map(change) };
}

/** Leaves out the keys that hold nothing: the SDK writes them, and no provider sees them. */
function withoutUndefined(part: object): object {
  return Object.fromEntries(Object.entries(part).filter(([key, value]) => value !== undefined || key === "input"));
}

function inJsonForm(part: object): object {
  return "output" in part ? { ...part, output: JSON.parse(JSON.stringify(part.output)) as unknown } : part;
}
