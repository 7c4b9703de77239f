import type { Part } from "../../index.js";
import { getOwn } from "./plain.js";

/** Values that only their issuer can read, by the provider whose metadata holds them. */
const PROOFS: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["signature", "redactedData"],
  bedrock: ["signature", "redactedContent"],
  google: ["thoughtSignature"],
  vertex: ["thoughtSignature"],
  googleVertex: ["thoughtSignature"],
  openai: ["reasoningEncryptedContent"],
  azure: ["reasoningEncryptedContent"],
};

/** The providers that left a proof on a part. A proof goes to its owner only. */
export function proofOwners(part: Part): readonly string[] {
  const { providerMetadata } = part;
  if (providerMetadata === undefined) return [];
  return Object.keys(PROOFS).filter((provider) => {
    const metadata = getOwn(providerMetadata, provider);
    return PROOFS[provider]!.some((key) => getOwn(metadata, key) !== undefined);
  });
}
