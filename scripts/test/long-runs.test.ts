import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { LONG_RUNS } from "./long-runs";

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

/** Commands that other runs contain, that repeat others, or that take part in no run. */
const NOT_LISTED = [
  // Parts of `npm test`.
  ...["test:components", "test:smoke"],
  // For single changes: other versions of Node, planted mistakes, one test again and again.
  ...["test:node", "test:faults", "test:repeat", "test:dev"],
  "test:long",
];

it("runs commands and files that exist, each under a name of its own", () => {
  for (const { args } of LONG_RUNS) {
    const [, script = "", , ...rest] = args;
    expect(Object.keys(scripts)).toContain(script);
    for (const file of rest.filter((word) => word.endsWith(".ts"))) expect(existsSync(file), file).toBe(true);
  }
  expect(new Set(LONG_RUNS.map(({ name }) => name)).size).toBe(LONG_RUNS.length);
});

it("has every long test of package.json", () => {
  const run = new Set(LONG_RUNS.map(({ args }) => args[1]));
  const missing = Object.keys(scripts).filter(
    (name) => name.startsWith("test:") && !run.has(name) && !NOT_LISTED.includes(name),
  );
  expect(missing).toEqual([]);
});

it("has the rolling upgrade, the restore, the replica, what takes over, and the image", () => {
  const names = LONG_RUNS.map(({ name }) => name);
  for (const name of ["test:upgrade", "test:backup", "replica", "take-over", "instances", "test:image"])
    expect(names).toContain(name);
});
