import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Answers a request, or does not. */
export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** What a provider was asked. */
export interface Asked {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A provider on this machine: it gives these replies in turn, the last one again and again, and keeps what it was asked. */
export async function serve(...replies: readonly [Reply, ...Reply[]]): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const reply = replies[Math.min(asked.length, replies.length - 1)]!;
    let text = "";
    for await (const chunk of request) text += String(chunk);
    asked.push({ path: request.url ?? "", body: JSON.parse(text) as Record<string, unknown> });
    reply(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Answers with JSON. */
export function json(body: unknown, status = 200): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
}

/** Sends the beginning of an answer and cuts the connection. */
export const hangUp: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"id":"half an ans', () => response.destroy());
};

/** Never answers. */
export const silence: Reply = () => {};

/** Streams server-sent events, each an object or a text, and then ends properly or cuts the connection. */
export function events(list: readonly (object | string)[], end: "properly" | "cut" = "properly"): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const text = list.map(eventText).join("");
    if (end === "properly") response.end(text);
    else response.write(text, () => response.destroy());
  };
}

function eventText(event: object | string): string {
  if (typeof event === "string") return `data: ${event}\n\n`;
  const name = "type" in event ? `event: ${String(event.type)}\n` : "";
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}
