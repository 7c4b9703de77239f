import type { FilePart } from "../../index.js";
import { wordsOfFile } from "../wording.js";
import { markup, type Markup } from "./markup.js";

/** Pictures of dots, which hold nothing that could run. SVG is none of them. */
const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);
/** How base64 of the pictures begins whose media type is not known. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
];
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const DATA_URL = /^data:([a-z/]+);base64,/i;
const WEB = /^https?:/i;

/** Shows a picture that the transcript holds; of any other file, what is known about it. Nothing is fetched. */
export function fileMarkup(file: FilePart): Markup {
  const words = wordsOfFile(file).map((word) => markup`<span>${word}</span>`);
  const picture = pictureOf(file);
  if (picture !== undefined) {
    const name = file.filename ?? "Picture";
    return markup`<figure class="file"><img src="${picture}" alt="${name}" loading="lazy" decoding="async"><figcaption>${words}</figcaption></figure>`;
  }
  const { data } = file;
  const link =
    typeof data === "object" && "url" in data && WEB.test(data.url)
      ? markup` <a href="${data.url}" rel="noopener noreferrer" target="_blank">Open</a>`
      : undefined;
  return markup`<p class="file"><strong>File</strong> ${words}${link}</p>`;
}

function pictureOf({ data, mediaType }: FilePart): string | undefined {
  if (data instanceof Uint8Array) return dataUrl(mediaType, base64Of(data));
  if (typeof data === "string") return dataUrl(mediaType, data);
  if (!("url" in data)) return undefined;
  const [head, type] = DATA_URL.exec(data.url) ?? [];
  return head === undefined ? undefined : dataUrl(type, data.url.slice(head.length));
}

function dataUrl(mediaType: string | undefined, text: string): string | undefined {
  const base64 = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  const type = mediaType?.toLowerCase() ?? BEGINNINGS.find(([beginning]) => base64.startsWith(beginning))?.[1];
  if (type === undefined || !PICTURES.has(type) || !BASE64.test(base64)) return undefined;
  return `data:${type};base64,${base64}`;
}

function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
