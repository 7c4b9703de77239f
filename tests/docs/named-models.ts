import { MockLanguageModelV3 } from "ai/test";
import { asks, finishes, says, streamingModel, streamsText, type Answer } from "../agent/models.js";

// Examples name models as programs do: `openai/gpt-5`. Here they ask no host: who is named calls the first tool that there is, once,
// and otherwise sees.

async function answer({ prompt, tools = [] }: Asked): Promise<Answer> {
  const [tool] = tools;
  return tool !== undefined && prompt.at(-1)?.role === "user" ? asks(["call_1", tool.name]) : says("I see.");
}
type Asked = Parameters<MockLanguageModelV3["doGenerate"]>[0];

function named(): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: answer,
    doStream: (asked) => streamingModel([...streamsText("1", "I ", "see."), finishes()]).doStream(asked),
  });
}

/** Lets the SDK find every model that is named. */
export function useNamedModels(): void {
  const none = () => {
    throw new Error("expected a language model alone");
  };
  globalThis.AI_SDK_DEFAULT_PROVIDER = {
    specificationVersion: "v3",
    languageModel: named,
    embeddingModel: none,
    imageModel: none,
  };
}
