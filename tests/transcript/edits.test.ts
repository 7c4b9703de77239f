import { Transcript, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";

const user = (text: string): EntryInput => ({ role: "user", text });
const t = Transcript.from([{ role: "system", text: "rules" }, user("q"), { role: "assistant", text: "a" }]);
const texts = (transcript: Transcript): string[] => transcript.entries().map((entry) => entry.text);

describe("Transcript.replace()", () => {
  it("puts an entry in the place of another", () => {
    const edited = t.replace(1, user("other"));
    expect(texts(edited)).toEqual(["rules", "other", "a"]);
    expect(texts(t)).toEqual(["rules", "q", "a"]);
  });

  it.each([3, 99, 0.5, Number.NaN, Infinity])("refuses the index %s with a RangeError", (index) => {
    expect(() => t.replace(index, user("x"))).toThrow(RangeError);
  });

  it("refuses what is no entry, and leaves the transcript as it was", () => {
    const before = t.toJson();
    expect(() => t.replace(1, { role: "user" } as never)).toThrow(/user/);
    expect(t.toJson()).toBe(before);
  });

  it("drops the proof of a part that it touches, and keeps that of one that it does not", () => {
    const thought = (text: string): EntryInput => ({
      role: "assistant",
      content: [
        { type: "reasoning", text, providerMetadata: { anthropic: { signature: "proof" } } },
        { type: "text", text: "answer" },
      ],
    });
    const base = Transcript.from([thought("because")]);
    const [part, answer] = base.at(0)?.content ?? [];
    expect(
      base.replace(0, { role: "assistant", content: [{ ...part, text: "why not" }, answer] } as EntryInput).toJson(),
    ).not.toContain("proof");
    expect(
      base.replace(0, { role: "assistant", content: [part, { type: "text", text: "changed" }] } as EntryInput).toJson(),
    ).toContain("proof");
  });
});

describe("Transcript.map()", () => {
  it("gives every entry with its index, and keeps what comes back unchanged", () => {
    const seen: number[] = [];
    const edited = t.map((entry, index) => {
      seen.push(index);
      return entry.role === "user" ? { ...entry, content: [{ type: "text", text: "changed" }] } : entry;
    });
    expect(seen).toEqual([0, 1, 2]);
    expect(texts(edited)).toEqual(["rules", "changed", "a"]);
    expect(edited.at(0)).toBe(t.at(0));
  });

  it("names the entry whose change is no entry", () => {
    expect(() => t.map((entry, index) => (index === 1 ? ({ role: "user", text: 5 } as never) : entry))).toThrow(
      /entry 1/,
    );
  });
});

describe("Transcript.withSystem()", () => {
  it("replaces all leading system entries by one, adds one where there is none, and takes them away", () => {
    const two = Transcript.from([
      { role: "system", text: "a" },
      { role: "system", text: "b" },
      user("q"),
      { role: "system", text: "later" },
    ]);
    expect(texts(two.withSystem("new"))).toEqual(["new", "q", "later"]);
    expect(texts(two.withSystem(undefined))).toEqual(["q", "later"]);
    expect(texts(Transcript.from([user("q")]).withSystem("new"))).toEqual(["new", "q"]);
    expect(texts(Transcript.empty.withSystem("new"))).toEqual(["new"]);
  });

  it("leaves a summary where it is", () => {
    const compacted = Transcript.from([{ role: "system", text: "rules" }, user("q"), user("r")]).compact({
      keepLast: 1,
    });
    const edited = compacted.withSystem("new");
    expect(edited.length).toBe(3);
    expect(edited.at(1)).toBe(compacted.at(1));
    expect(compacted.withSystem(undefined).at(0)).toBe(compacted.at(1));
  });
});

describe("Transcript.redact()", () => {
  const secret = "sk-12345";
  const full = Transcript.from([
    {
      role: "user",
      text: `my key is ${secret}`,
      id: secret,
      name: "bob",
      metadata: { note: `key ${secret}`, list: new Map([["k", new Set([secret])]]) },
    },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: `think ${secret}` },
        {
          type: "tool-call",
          toolCallId: secret,
          toolName: secret,
          input: { key: secret, [secret]: 1 },
          inputText: `{"key":"${secret}","${secret}":1}`,
        },
      ],
    },
    { role: "tool", toolResult: { toolCallId: secret, toolName: secret, output: { out: [secret] } } },
    {
      role: "user",
      content: [
        {
          type: "file",
          mediaType: "image/png",
          filename: `${secret}.png`,
          data: { url: `https://example.org/${secret}` },
        },
        {
          type: "custom",
          format: "acme",
          value: { deep: secret },
          providerMetadata: { acme: { note: secret } },
          extra: { future: secret },
        },
      ],
    },
  ]);

  it("replaces in every string value: text, reasoning, input, results, metadata, files, custom, extra, maps and sets", () => {
    const clean = full.redact(secret);
    expect(clean.at(0)?.text).toBe("my key is [redacted]");
    expect(clean.at(0)?.metadata).toEqual({ note: "key [redacted]", list: new Map([["k", new Set(["[redacted]"])]]) });
    expect(clean.at(1)?.content[0]).toMatchObject({ text: "think [redacted]" });
    expect(clean.at(1)?.toolCalls?.[0].input).toEqual({ key: "[redacted]", [secret]: 1 });
    expect(clean.at(2)?.toolResult?.output).toEqual({ out: ["[redacted]"] });
    expect(clean.at(3)?.content).toMatchObject([
      { filename: "[redacted].png", data: { url: "https://example.org/[redacted]" } },
      {
        value: { deep: "[redacted]" },
        providerMetadata: { acme: { note: "[redacted]" } },
        extra: { future: "[redacted]" },
      },
    ]);
  });

  it("leaves ids, tool names and keys", () => {
    const clean = full.redact(secret);
    expect(clean.at(0)?.id).toBe(secret);
    expect(clean.at(1)?.toolCalls?.[0]).toMatchObject({ toolCallId: secret, toolName: secret });
    expect(clean.at(2)?.toolResult).toMatchObject({ toolCallId: secret, toolName: secret });
  });

  it("takes a pattern, with or without the global flag, and a replacement that is taken literally", () => {
    const two = Transcript.from([user("a1 b2 a3")]);
    expect([two.redact(/a\d/g, "#").at(0)?.text, two.redact("a", "$&").at(0)?.text]).toEqual(["# b2 #", "$&1 b2 $&3"]);
    expect(two.redact(/a\d/).at(0)?.text).toBe("[redacted] b2 [redacted]");
  });

  it("does not depend on where a sticky or global pattern stood, nor move it", () => {
    const pattern = /a\d/g;
    pattern.lastIndex = 5;
    expect(
      Transcript.from([user("a1")])
        .redact(pattern)
        .at(0)?.text,
    ).toBe("[redacted]");
  });

  it("gives the same instance where NaN is all that a call or a result holds", () => {
    for (const entry of [
      { role: "assistant", text: "", toolCalls: [{ toolCallId: "c", toolName: "f", input: Number.NaN }] },
      { role: "tool", toolResult: { toolCallId: "c", output: Number.NaN } },
    ] satisfies EntryInput[]) {
      const nan = Transcript.from([entry]);
      expect(nan.redact(secret)).toBe(nan);
    }
  });

  const redactedOutput = (output: unknown): unknown =>
    Transcript.from([{ role: "tool", toolResult: { toolCallId: "c", output } }])
      .redact(secret)
      .at(0)?.toolResult?.output;

  it("replaces in regular expressions, and leaves the text of one that is none any more", () => {
    expect(redactedOutput(new RegExp(`key=${secret}`, "g"))).toEqual(/key=[redacted]/g);
    const broken = Transcript.from([{ role: "user", text: "x", metadata: { pattern: /a(b)/ } }]).redact("b)", "");
    expect(broken.at(0)?.metadata).toEqual({ pattern: "a(" });
  });

  it("loses no value of a map whose keys become the same", () => {
    const keys = new Map([
      [`${secret}`, "one"],
      ["[redacted]", "two"],
    ]);
    expect(redactedOutput(keys)).toEqual([
      ["[redacted]", "one"],
      ["[redacted]", "two"],
    ]);
  });

  it("drops the proof of what it changed, and of nothing else", () => {
    const reasoning = (text: string, signature: string): EntryInput => ({
      role: "assistant",
      content: [{ type: "reasoning", text, providerMetadata: { anthropic: { signature } } }],
    });
    const clean = Transcript.from([reasoning(`the ${secret}`, "proof-1"), reasoning("clean", "proof-2")])
      .redact(secret)
      .toJson();
    expect(clean).not.toContain("proof-1");
    expect(clean).toContain("proof-2");
  });
});

describe("Transcript.concat()", () => {
  it("takes lists, generators, sets and transcripts, and refuses a list with one bad entry as a whole", () => {
    expect(texts(t.concat(new Set([user("x")])))).toEqual(["rules", "q", "a", "x"]);
    expect(t.concat(t).length).toBe(6);
    expect(() => t.concat([user("x"), { role: "user" } as never])).toThrow(/entry 4 \(user\)/);
    expect(t.length).toBe(3);
  });

  it("takes the entries of another transcript as they are", () => {
    const other = Transcript.from([user("x")]);
    expect(t.concat(other).at(3)).toBe(other.at(0));
    expect(t.concat(other.entries()).at(3)).toBe(other.at(0));
  });
});
