import { type Role, Transcript } from "../index.js";

/** @throws TypeError for anything but a Transcript, or for options that are no object */
export function checkArguments(transcript: Transcript, options: object): void {
  if (!Transcript.isTranscript(transcript)) throw new TypeError("transcript: expected a Transcript");
  if (typeof options !== "object" || options === null) throw new TypeError("options: expected an object");
}

/** @throws RangeError naming the option for what is no whole number of at least 0 */
export function checkIndex(option: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  const got = typeof value === "number" ? String(value) : typeof value;
  throw new RangeError(`${option}: expected a whole number of at least 0, got ${got}`);
}

const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];

/** @throws TypeError naming the option for what is none of the four roles */
export function checkRoles(option: string, roles: readonly Role[]): void {
  if (!roles.every((role) => ROLES.includes(role))) throw new TypeError(`${option}: expected one of the four roles`);
}
