/** Text, or a thought where `thought` says so. */
export interface GeminiTextPart {
  text: string;
  thought?: boolean;
  thoughtSignature?: string;
}

/** A file whose data stands in the part, as base64. */
export interface GeminiInlineDataPart {
  inlineData: { mimeType: string; data: string; displayName?: string };
  thoughtSignature?: string;
}

/** A file that is elsewhere: in the provider's storage, or on the web. */
export interface GeminiFileDataPart {
  fileData: { mimeType?: string; fileUri: string; displayName?: string };
  thoughtSignature?: string;
}

/** A call of a function. */
export interface GeminiFunctionCallPart {
  functionCall: { id?: string; name: string; args?: Record<string, unknown> };
  thoughtSignature?: string;
}

/** What a function gave back. */
export interface GeminiFunctionResponsePart {
  functionResponse: {
    id?: string;
    name: string;
    response: Record<string, unknown>;
    parts?: (GeminiInlineDataPart | GeminiFileDataPart)[];
  };
}

/** A part of a content. */
export type GeminiPart =
  GeminiTextPart | GeminiInlineDataPart | GeminiFileDataPart | GeminiFunctionCallPart | GeminiFunctionResponsePart;

/**
 * A content as the provider takes it. Without a role it is the user's; only those that came so are written so.
 *
 * Keys and parts that this release does not know, or does not make, are written again as they came, beyond what the type
 * says.
 */
export interface GeminiContent {
  role?: "user" | "model";
  parts: GeminiPart[];
}

/** Instructions: a content, unless they came in another of the forms that the SDK takes. */
export type GeminiSystemInstruction = string | GeminiTextPart | (string | GeminiTextPart)[] | GeminiContent;

/** What a request says: instructions beside the list, and the list. */
export interface GeminiRequest {
  readonly systemInstruction?: string | object | null | undefined;
  readonly contents: readonly object[];
  /** Where the SDK has the instructions. */
  readonly config?: { readonly systemInstruction?: string | object | null | undefined } | undefined;
}

/** A content by itself, as the provider returns it. */
export interface GeminiReturnedContent {
  readonly role?: string | undefined;
  readonly parts?: readonly object[] | undefined;
}
