import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Verbs that take a session and change nothing that is the account's or the desk's: they read, or ask anew. */
const ONLY_READ = [
  "ask-beside.ts",
  "ask-definitions.ts",
  "check-connection.ts",
  "read-delivery-addresses.ts",
  "read-delivery-log.ts",
  "read-webhooks.ts",
];
/** `track` records what it asks for. */
const BY_ANOTHER = ["track-again.ts"];

const sources = readdirSync(here)
  // Import rules are tested meanwhile by files that stand for a moment.
  .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith("import-probe-"))
  .map((file) => ({ file, source: readFileSync(join(here, file), "utf8") }));

it("records every verb of a person's, but those that only read", () => {
  const unrecorded = sources
    .filter(({ source }) => /requireSession\(/.test(source) && !/recordDone\(/.test(source))
    .map(({ file }) => file);
  expect(unrecorded.sort()).toEqual([...ONLY_READ, ...BY_ANOTHER].sort());
});

it("records as often as it asks who it is: no verb of a file hides behind another's record", () => {
  for (const { file, source } of sources) {
    if (ONLY_READ.includes(file) || BY_ANOTHER.includes(file)) continue;
    const asked = source.match(/= await requireSession\(/g)?.length ?? 0;
    const all = source.match(/requireSession\("/g)?.length ?? 0;
    expect(asked, `${file}: who it is goes into the record`).toBe(all);
  }
});
