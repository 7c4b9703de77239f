import {
  Transcript,
  type EntryInput,
  type Reservation,
  type SummaryRequest,
  type UnchangedReason,
  type UsageGate,
} from "colloquy";

/** A talk of so many turns, each a question and an answer of about `bytes` bytes. */
export function talk(turns: number, bytes = 200): Transcript {
  const fill = "lorem ipsum ".repeat(Math.ceil(bytes / 12)).slice(0, bytes);
  return Transcript.from(
    Array.from({ length: turns }, (_empty, turn): EntryInput[] => [
      { role: "user", text: `question ${turn} ${fill}` },
      { role: "assistant", text: `answer ${turn} ${fill}` },
    ]).flat(),
  );
}

/** A call and its result. */
export function step(id: string, toolName: string, input: unknown, output: unknown): EntryInput[] {
  return [
    { role: "assistant", text: "", toolCalls: [{ toolCallId: id, toolName, input }] },
    { role: "tool", toolResult: { toolCallId: id, output } },
  ];
}

/** A summarizer that answers with the same text each time and keeps what it was asked. */
export function recorder(answer: unknown = "S"): {
  readonly requests: SummaryRequest[];
  readonly summarize: (request: SummaryRequest) => Promise<string>;
} {
  const requests: SummaryRequest[] = [];
  return {
    requests,
    summarize: async (request) => {
      requests.push(request);
      return (typeof answer === "function" ? answer(request) : answer) as string;
    },
  };
}

/** A callback that keeps what it is told. */
export function listener(): {
  readonly told: { reason: UnchangedReason; error?: unknown }[];
  readonly onUnchanged: (outcome: { reason: UnchangedReason; error?: unknown }) => void;
} {
  const told: { reason: UnchangedReason; error?: unknown }[] = [];
  return { told, onUnchanged: (outcome) => told.push(outcome) };
}

/** A gate that keeps what is asked of it, in words. */
export function loggingGate(
  answer: (reservation: Reservation, tokens: number) => unknown = (reservation) => reservation,
): {
  readonly log: string[];
  readonly gate: UsageGate;
} {
  const log: string[] = [];
  const gate: UsageGate = {
    reserve(tokens) {
      log.push(`reserve ${tokens}`);
      const reservation: Reservation = {
        settle: (actual) => void log.push(`settle ${actual}`),
        cancel: () => void log.push("cancel"),
      };
      return answer(reservation, tokens) as Reservation;
    },
  };
  return { log, gate };
}

/** Fails when it is called. */
export const boom = (): never => {
  throw new Error("boom");
};
