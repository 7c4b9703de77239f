/** Makes inputs of about 680 bytes each, the same ones at every run: four entries a turn, one tool call among them. */
export function makeInputs(length) {
  const random = seeded(2026);
  const words =
    "the tide table says high water at dawn — «плотина», 灯塔 and the harbour lights were out again last night".split(
      " ",
    );
  const text = (bytes) => {
    let made = "";
    while (made.length < bytes) made += `${words[Math.floor(random() * words.length)]} `;
    return made;
  };
  return Array.from({ length }, (_, index) => {
    const id = `call_${Math.floor(index / 4)}`;
    switch (index % 4) {
      case 0:
        return { role: "user", text: text(600) };
      case 1:
        return {
          role: "assistant",
          text: text(200),
          toolCalls: [{ toolCallId: id, toolName: "search", input: { query: text(300), limit: 20, exact: false } }],
        };
      case 2:
        return {
          role: "tool",
          toolResult: {
            toolCallId: id,
            toolName: "search",
            output: {
              rows: [
                { id: 1, title: text(200) },
                { id: 2, title: text(200) },
              ],
              more: true,
            },
          },
        };
      default:
        return { role: "assistant", text: text(600) };
    }
  });
}

/** Makes inputs of about 60 bytes each, in the same turns. */
export function makeShortInputs(length) {
  return Array.from({ length }, (_, index) => {
    const id = `call_${Math.floor(index / 4)}`;
    switch (index % 4) {
      case 0:
        return { role: "user", text: `Is there high water at dawn on day ${index}?` };
      case 1:
        return {
          role: "assistant",
          text: "",
          toolCalls: [{ toolCallId: id, toolName: "search", input: { day: index } }],
        };
      case 2:
        return { role: "tool", toolResult: { toolCallId: id, toolName: "search", output: "04:12, 5.1 m" } };
      default:
        return { role: "assistant", text: "Yes, at twelve past four: 5.1 m." };
    }
  });
}

function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** The middle of several runs, each of the candidate right behind one of its floor. */
export function compare(floor, candidate, runs = 7) {
  return middleOf(Array.from({ length: runs }, () => [milliseconds(floor), milliseconds(candidate)]));
}

/** The middle of pairs of times, of the floor and of the candidate. */
export function middleOf(pairs) {
  return {
    floor: median(pairs.map((pair) => pair[0])),
    time: median(pairs.map((pair) => pair[1])),
    ratio: median(pairs.map(([a, b]) => b / a)),
  };
}

export function milliseconds(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}
