import { FORMATS } from "../formats.js";
import { type Format, isWritable, type WritableFormat } from "../input/format.js";
import { describeNote, toLine } from "../wording.js";
import { type Command, namedOption } from "./command.js";

interface ConvertOptions {
  readonly from?: Format;
  readonly to: WritableFormat;
}

export const convert: Command<ConvertOptions> = {
  name: "convert",
  summary: "writes conversations in another format, and tells what that changes",
  examples: [
    ["colloquy convert run.json --to anthropic", "what can be sent to Anthropic"],
    ["colloquy convert session.jsonl --to colloquy --output run.json", "a document that this library keeps"],
    ["colloquy convert odd.json --from gemini --to openai-chat", "a file whose shape does not tell what it is"],
  ],
  options: [
    namedOption("--from <format>", "what the input is; otherwise its shape tells", FORMATS),
    namedOption("--to <format>", "what to write", FORMATS.filter(isWritable)).makeOptionMandatory(),
  ],
  formatOf: ({ from }) => from,
  start:
    ({ to }) =>
    ({ name, format, transcript }) => {
      const { result, report } = to.write(transcript);
      return {
        text: () => toLine(result),
        json: () => [{ source: name, from: format.name, to: to.name, report, result }],
        told: report.map(describeNote),
      };
    },
};
