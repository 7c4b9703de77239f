// A conversation as a React view that renders what is new alone. After a compaction that is also what has moved.
import type { Entry, Transcript } from "colloquy";
import { memo } from "react";

/**
 * The whole conversation. An entry that was there before is the same object, so that `memo` can skip it; an answer that still
 * grows has its place for a key, and is changed where it stands.
 *
 * What was parsed anew, as from a server, says the same in other objects. `shown.concat(sent.since(shown))` has those of before.
 */
export function TranscriptView({ transcript }: { transcript: Transcript }) {
  return (
    <ol>
      {transcript.entries().map((entry, index) => (
        <EntryView key={index} entry={entry} />
      ))}
    </ol>
  );
}

/** One message, and the tools that it calls. React escapes both: what models and users wrote is never markup. */
const EntryView = memo(function EntryView({ entry }: { entry: Entry }) {
  return (
    <li className={entry.role}>
      <p>{entry.text}</p>
      {entry.toolCalls?.map((call) => (
        <code key={call.toolCallId}>{call.toolName}</code>
      ))}
    </li>
  );
});
