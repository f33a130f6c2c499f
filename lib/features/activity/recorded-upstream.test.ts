import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FEATURES = "lib/features";

/**
 * Commands that require a session but change nothing of the account or the team: they only read or refetch. `trackAgain`
 * sends its request by `track`, which records it.
 */
const NOT_RECORDED = new Set([
  "checkConnection",
  "fetchDefinitions",
  "findInDeliveryLog",
  "readDeliveryAddresses",
  "readDeliveryLog",
  "readWebhooks",
  "requestRelated",
  "trackAgain",
]);

/** A file's source by function, each up to the next `function` at the margin. What precedes them has no name. */
function functionsOf(source: string): { name: string; body: string }[] {
  const starts = [...source.matchAll(/^(?:export )?(?:async )?function (\w+)/gm)];
  const functions = starts.map((start, n) => ({
    name: start[1] ?? "",
    body: source.slice(start.index, starts[n + 1]?.index),
  }));
  return [{ name: "", body: source.slice(0, starts[0]?.index) }, ...functions];
}

/** Each file's source without the commands above. */
const sources = readdirSync(FEATURES, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => ({
    file,
    source: functionsOf(readFileSync(join(FEATURES, file), "utf8"))
      .filter(({ name }) => !NOT_RECORDED.has(name))
      .map(({ body }) => body)
      .join(""),
  }))
  .filter(({ source }) => /requireSession\("/.test(source));

it("requires every command with a session to record its action, except read-only commands", () => {
  expect(sources.filter(({ source }) => !/recordDone\(/.test(source)).map(({ file }) => file)).toEqual([]);
  expect(sources.length).toBeGreaterThan(10);
});

it("records the user whose session was checked", () => {
  for (const { file, source } of sources) {
    const recorded = source.match(/= await requireSession\(/g)?.length ?? 0;
    expect(recorded, file).toBe(source.match(/requireSession\("/g)?.length ?? 0);
  }
});
