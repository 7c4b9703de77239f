import { equalValues } from "../model/equal.js";
import { isPlainObject } from "../model/kinds.js";
import type { Part } from "../model/part.js";
import { setOwn } from "../model/values.js";

/**
 * Members of a provider's metadata that only their issuer can read: signatures, encrypted reasoning, ids of stored items.
 *
 * They prove the part that they came with, and a provider refuses them beside anything else. Sources: the Messages API of
 * Anthropic and Converse of Bedrock (`signature`, `redactedData`), the Responses API of OpenAI (`itemId`,
 * `reasoningEncryptedContent`), generateContent of Gemini (`thoughtSignature`).
 */
const PROOFS: ReadonlySet<string> = new Set([
  "signature",
  "redactedData",
  "itemId",
  "reasoningEncryptedContent",
  "thoughtSignature",
]);

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
