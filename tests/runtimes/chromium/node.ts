// What the tests need of Node, in a browser: `node:fs` and the like lead here. Files come from the server of the tests.

export function existsSync(path: string): boolean {
  return ask(path).status === 200;
}

export function readdirSync(path: string): string[] {
  return JSON.parse(read(path)) as string[];
}

export function readFileSync(path: string | URL): string {
  return read(path instanceof URL ? fileURLToPath(path) : path);
}

export function fileURLToPath(url: string | URL): string {
  return decodeURIComponent(new URL(url).pathname);
}

export function setTimeout(milliseconds: number): Promise<void> {
  return new Promise((done) => globalThis.setTimeout(done, milliseconds));
}

function read(path: string): string {
  const { status, responseText } = ask(path);
  if (status !== 200) throw new Error(`Cannot read ${path}`);
  return responseText;
}

function ask(path: string): XMLHttpRequest {
  const request = new XMLHttpRequest();
  request.open("GET", `/files?path=${encodeURIComponent(path)}`, false);
  request.send();
  return request;
}
