import type { IssueList } from "../model/issues.js";
import { checkEntryV1, isPlainV1 } from "./check-v1.js";

/** One version of the document, as the decoder needs to know it. */
export interface DocumentVersion {
  readonly version: number;
  /** Tells at once of a sound entry of this version, the newest, that no values of it need be looked at again. */
  isPlain?(raw: unknown): boolean;
  /** Tells whether an entry is one of this version, and adds what is wrong with it to the issues. */
  checkEntry(raw: unknown, index: number, issues: IssueList): boolean;
  /** Brings sound entries of this version to the next one. The newest version has none. */
  readonly upgrade?: (entries: readonly unknown[]) => readonly unknown[];
}

/** Every version ever released, oldest first, none left out. */
export const VERSIONS: readonly DocumentVersion[] = [{ version: 1, isPlain: isPlainV1, checkEntry: checkEntryV1 }];

/** Takes sound entries of one version, step by step, to the newest. O(entries) per step. */
export function migrate(
  entries: readonly unknown[],
  version: number,
  versions: readonly DocumentVersion[],
): readonly unknown[] {
  let migrated = entries;
  for (const step of versions)
    if (step.version >= version && step.upgrade !== undefined) migrated = step.upgrade(migrated);
  return migrated;
}
