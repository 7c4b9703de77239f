import fc from "fast-check";

// In CI every property begins with one seed, so that a red run is about the change. Elsewhere each run looks at other values,
// and prints the seed of what it finds.
if (process.env["CI"] !== undefined) fc.configureGlobal({ seed: 2026 });
