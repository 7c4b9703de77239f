import type { Session } from "../../formats/sessions.js";
import type { Reading } from "./reading.js";

/** A session, with what its reader says of the lines that it left out or changed. */
export function toReading({ transcript, report }: Session): Reading {
  const notes = report.map(({ line, count, action, what }) => {
    const others = count === 1 ? "" : ` (and ${count - 1} more)`;
    return `line ${line}${others}: ${action}: ${what}`;
  });
  return { transcript, notes };
}
