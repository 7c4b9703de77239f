import { fromConverse, toConverse } from "colloquy/bedrock";
import { fromChatMessages } from "colloquy/openai";
import { describe, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { forgedProofs } from "../support/laws.js";
import { bedrockFaults } from "./acceptance/bedrock.js";
import { bedrockRequests, brokenRequests, type Request } from "./bedrock-messages.js";
import { describeForged, describeLaws, describeProofs, expectWelcome, type Format, splitRequest } from "./contract.js";

/** Names, ids, addresses and words of the format. */
const FIXED = ["role", "toolUseId", "name", "type", "format", "uri", "bytes", "signature", "status"];

const format: Format<Request> = {
  title: "Converse messages",
  unit: "messages",
  judge: "endpoint",
  valid: bedrockRequests(),
  broken: brokenRequests(),
  read: (request) => fromConverse(request),
  readOn: (list, after) => fromConverse(list, { after }),
  write: (transcript, options) => {
    const { report, ...written } = toConverse(transcript, options);
    return { written: written as unknown as Request, report };
  },
  split: splitRequest,
  faults: bedrockFaults,
  isFixed: (key) => FIXED.includes(key),
  changed: (transcript) => [
    transcript.repair({ pendingCalls: "abort" }).transcript,
    transcript.concat(transcript.entries()),
  ],
  runs: { valid: 300, cut: 300, broken: 600, any: 600 },
};

describeLaws(format);
describeProofs(format);
describeForged(format, {
  name: "bedrock",
  keys: (
    "role more joined apart own empty keys values undefined outer second " +
    "inner place member fileFormat bytes carrier named success spelled exact"
  ).split(" "),
  values: [
    ..."text map critic image document png".split(" "),
    true,
    ["role", "content", "toolUseId", "text", "name", "__proto__", "status", "bytes"],
    { keys: ["url", "data", "type"], values: { url: null, data: 5 } },
    { content: null, role: null, status: false, text: 5 },
  ],
  providerMetadata: forgedProofs,
});

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data)", () => {
  it.each(sharedConversations("openai-chat"))("openai-chat/$name", ({ messages }) => {
    expectWelcome(format, fromChatMessages(messages));
  });
});
