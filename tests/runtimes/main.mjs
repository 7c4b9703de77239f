// For runtimes that have a command: prints what the checks find.
import { check } from "./checks.mjs";
import { readFixtures } from "./fixtures.mjs";

console.log(JSON.stringify(await check(readFixtures())));
