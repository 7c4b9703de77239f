export { fromBase64, toBase64 as bytesToBase64 } from "../../model/json-form.js";
export { URL_START } from "../../model/vocabulary.js";

/** What the head of a data URL says, and where its data begins. */
export interface DataUrl {
  /** As written; empty where the head names none. */
  readonly mediaType: string;
  readonly base64: boolean;
  readonly start: number;
}

/** Reads the head of a data URL; its data is not looked at. */
export function parseDataUrl(url: string): DataUrl | undefined {
  if (!/^data:/i.test(url)) return undefined;
  const comma = url.indexOf(",");
  if (comma < 0) return undefined;
  const [mediaType = "", ...parameters] = url.slice(5, comma).split(";");
  return { mediaType, base64: /^base64$/i.test(parameters.at(-1) ?? ""), start: comma + 1 };
}

/** How the base64 of a kind of file begins. */
const MAGIC: readonly (readonly [string, string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["JVBERi", "application/pdf"],
];
const EXTENSIONS: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  wav: "audio/wav",
  mp3: "audio/mpeg",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  json: "application/json",
};

/** The media type that the first characters of base64 tell, if they do. */
export function sniffBase64(base64: string): string | undefined {
  return MAGIC.find(([start]) => base64.startsWith(start))?.[1];
}

/** The media type that the end of a file name or of a URL's path tells, if it does. */
export function mediaTypeOfName(name: string): string | undefined {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name.split(/[?#]/, 1)[0] ?? "")?.[1];
  const key = extension?.toLowerCase() ?? "";
  return Object.hasOwn(EXTENSIONS, key) ? EXTENSIONS[key] : undefined;
}
