import { Transcript, toolResult, user } from "colloquy";
import { describe, expect, it } from "vitest";
import { colloquy, Folder } from "../support/command-line.js";

const folder = new Folder();

/** Calls of one tool, each answered: by the number of the flight that it asks for. */
function loop(...flights: readonly number[]): Transcript {
  const entries = flights.flatMap((flight, index) => [
    {
      role: "assistant" as const,
      text: "",
      toolCalls: [{ toolCallId: `c${index}`, toolName: "search_flights", input: { flight } }],
    },
    toolResult(`c${index}`, "No such flight.", index === 0 ? { outcome: "error" } : {}),
  ]);
  return Transcript.from([user("Book a flight."), ...entries]);
}

async function statsOf(transcript: Transcript): Promise<Record<string, unknown>> {
  const { out } = await colloquy(["stats", "--json"], { stdin: transcript.toJson() });
  return JSON.parse(out) as Record<string, unknown>;
}

describe("stats", () => {
  it("counts entries, turns and tokens, by role and by tool", async () => {
    const transcript = loop(1, 2).append(user("And a hotel?"));
    expect(await statsOf(transcript)).toMatchObject({
      source: "standard input",
      format: "colloquy",
      entries: 6,
      turns: 2,
      tokens: transcript.estimateTokens(),
      roles: [
        { role: "system", entries: 0, tokens: 0 },
        { role: "user", entries: 2, tokens: 6 },
        { role: "assistant", entries: 2, tokens: 13 },
        { role: "tool", entries: 2, tokens: 7 },
      ],
      tools: [{ tool: "search_flights", calls: 2, results: 2, failures: 1, tokens: 20 }],
    });
  });

  it("finds the largest entries, with their tools", async () => {
    const transcript = loop(1).append(toolResult("c9", "x".repeat(400), { toolName: "read_file" }));
    const { largest } = await statsOf(transcript);
    expect((largest as unknown[])[0]).toEqual({ entry: 3, role: "tool", tokens: 100, tools: ["read_file"] });
  });

  it("finds calls of one tool with the same input, and how many came in a row", async () => {
    expect((await statsOf(loop(7, 7, 7, 8, 7)))["repeated"]).toEqual([
      { tool: "search_flights", times: 4, input: '{"flight":7}', inARow: 3, entries: [1, 3, 5, 9] },
    ]);
  });

  it("takes calls for the same whatever spaces they were written with, and for different ones with other input", async () => {
    const written = (id: string, text: string) => ({
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "f", arguments: text } }],
    });
    const file = folder.write("calls.json", [
      written("a", '{"x":1}'),
      written("b", '{ "x": 1 }'),
      written("c", '{"x":"1"}'),
    ]);
    const { out } = await colloquy(["stats", "--json", file]);
    expect(JSON.parse(out)).toMatchObject({ repeated: [{ tool: "f", times: 2, entries: [0, 1] }] });
  });

  it("lays the counts out in columns", async () => {
    const { out } = await colloquy(["stats"], { stdin: loop(7, 7, 7).toJson() });
    expect(out).toBe(
      [
        "standard input colloquy",
        "  7 entries, 1 turn, about 34 tokens",
        "",
        "  role       entries  tokens",
        "  user             1       3",
        "  assistant        3      19",
        "  tool             3      11",
        "",
        "  tool            calls  results  failures  tokens",
        "  search_flights      3        3         1      30",
        "",
        "  largest entries  tokens  tools",
        "  [1] assistant         6  search_flights",
        "  [3] assistant         6  search_flights",
        "  [5] assistant         6  search_flights",
        "  [0] user              3",
        "  [2] tool              3  search_flights",
        "",
        "  repeated calls  times  in a row  entries  input",
        '  search_flights      3         3  1, 3, 5  {"flight":7}',
        "",
      ].join("\n"),
    );
  });

  it("cuts what is long, and says what is left out", async () => {
    const flights = Array.from({ length: 12 }, (_empty, index) => index);
    const { out } = await colloquy(["stats"], { stdin: loop(...flights, ...flights).toJson() });
    expect(out).toContain("  and 2 more, which --json tells\n");
    const { out: often } = await colloquy(["stats"], { stdin: loop(...flights.map(() => 1)).toJson() });
    expect(often).toContain("  1, 3, 5, 7, 9, 11, …  ");
  });

  it("counts nothing in an empty conversation", async () => {
    const { out } = await colloquy(["stats"], { stdin: Transcript.empty.toJson() });
    expect(out).toBe("standard input colloquy\n  0 entries, 0 turns, about 0 tokens\n");
  });
});
