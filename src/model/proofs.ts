import { equalValues } from "./equal.js";
import { isPlainObject } from "./kinds.js";
import type { Part } from "./part.js";
import { getOwn, setOwn } from "./values.js";

/**
 * Members of metadata that only their issuer can read, by the provider that issues them: signatures, encrypted reasoning.
 *
 * They prove the part that they came with, and a provider refuses them beside anything else. Sources: the Messages API of
 * Anthropic and Converse of Bedrock, generateContent of Gemini, the Responses API of OpenAI.
 */
const ISSUED: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["signature", "redactedData"],
  bedrock: ["signature", "redactedData"],
  google: ["thoughtSignature"],
  vertex: ["thoughtSignature"],
  googleVertex: ["thoughtSignature"],
  openai: ["reasoningEncryptedContent"],
  azure: ["reasoningEncryptedContent"],
};

/** The same whoever holds them, and the id of an item that OpenAI stored, which speaks of the part that it came with too. */
const PROOFS: ReadonlySet<string> = new Set(["itemId", ...Object.values(ISSUED).flat()]);

/** Drops the proofs of each part of `content` that came with another part, of other meaning, in `before`. */
export function dropStaleProofs(before: readonly Part[], content: readonly Part[]): readonly Part[] {
  const owners = new Map<string, Part>();
  for (const part of before) for (const proof of proofsOf(part)) owners.set(proof, part);
  if (owners.size === 0) return content;
  let changed = false;
  const kept = content.map((part) => {
    const isStale = proofsOf(part).some((proof) => {
      const owner = owners.get(proof);
      return owner !== undefined && !equalValues(meaning(owner), meaning(part));
    });
    if (!isStale) return part;
    changed = true;
    return withoutProofs(part);
  });
  return changed ? kept : content;
}

/** A part less what only its issuer can read. */
export function withoutProofs<P extends Part>(part: P): P {
  const { providerMetadata, ...rest } = part;
  const left: Record<string, unknown> = {};
  for (const [provider, members] of Object.entries(providerMetadata ?? {})) {
    const kept = isPlainObject(members) ? Object.entries(members).filter(([key]) => !PROOFS.has(key)) : undefined;
    if (kept === undefined) setOwn(left, provider, members);
    else if (kept.length > 0) setOwn(left, provider, Object.fromEntries(kept));
  }
  return (Object.keys(left).length === 0 ? rest : { ...rest, providerMetadata: left }) as P;
}

/** Whether a member of a provider's metadata is a proof. */
export function isProof(key: string): boolean {
  return PROOFS.has(key);
}

/** Whether something of an entry holds what only its issuer can read. */
export function hasProof(holder: { readonly providerMetadata?: Readonly<Record<string, unknown>> }): boolean {
  return Object.values(holder.providerMetadata ?? {}).some(
    (members) => isPlainObject(members) && Object.keys(members).some(isProof),
  );
}

/** The providers that issued a proof of a part. A proof goes to its owner only. */
export function proofOwners(part: Part): readonly string[] {
  const { providerMetadata } = part;
  if (providerMetadata === undefined) return [];
  return Object.keys(ISSUED).filter((provider) => {
    const members = getOwn(providerMetadata, provider);
    return ISSUED[provider]!.some((key) => getOwn(members, key) !== undefined);
  });
}

function proofsOf(part: Part): readonly string[] {
  const proofs: string[] = [];
  for (const [provider, members] of Object.entries(part.providerMetadata ?? {})) {
    if (!isPlainObject(members)) continue;
    for (const key of Object.keys(members))
      if (PROOFS.has(key)) proofs.push(JSON.stringify([provider, key, members[key]]));
  }
  return proofs;
}

/** What a proof speaks of: the part less what surrounds it. */
function meaning(part: Part): Readonly<Record<string, unknown>> {
  const { providerMetadata: _metadata, source: _source, extra: _extra, ...rest } = part;
  return rest;
}
