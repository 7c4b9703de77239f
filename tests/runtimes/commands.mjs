/** Runtimes that npm brings, with the command that runs a module in each. */
export const commands = {
  "Node 20": node(20),
  "Node 22": node(22),
  "Node 24": node(24),
  Bun: ["npx", "--yes", "bun@1"],
  Deno: ["npx", "--yes", "deno@2", "run", "--allow-read"],
};

function node(major) {
  if (Number.parseInt(process.versions.node, 10) === major) return [process.execPath];
  return ["npx", "--yes", "--package", `node-${process.platform}-${process.arch}@${major}`, "node"];
}
