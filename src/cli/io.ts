/** A stream that is written to: those of the process, or what stands in for them in a test. */
export interface Sink extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

/** What the command has of the process that it runs in. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Version of the package. */
  readonly version: string;
  /** Path of the program that shows what the library is for. */
  readonly demo: string;
}

/** Stands for standard output where `--output` names a file. */
export const STDOUT = "-";

/** How a run ended. */
export const EXIT = {
  fine: 0,
  /** The check found problems, or something could not be read and was left out. */
  problems: 1,
  /** Wrong use, or something that could not be read or written at all. */
  failed: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Something that a user can put right, told in one line. */
export class Failure extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOSPC: "no space is left",
  EROFS: "the file system is read-only",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links go round in circles",
};

/** Why the system refused something. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  const { code = "unknown fault" } = error;
  return REASONS[code] ?? code;
}
