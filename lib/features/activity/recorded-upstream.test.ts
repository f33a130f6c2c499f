import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FEATURES = "lib/features";

/** Commands that require a session but change nothing of the account or the team. They only read or refetch. */
const ONLY_READ = [
  "connection/commands/check-connection.ts",
  "containers/commands/refresh-supplementary.ts",
  "custom-fields/commands/refresh-definitions.ts",
  "webhooks/commands/read-delivery-log.ts",
  "webhooks/commands/refresh-sender-addresses.ts",
  "webhooks/commands/refresh-webhooks.ts",
];
/** `track` records the requests it sends. */
const BY_ANOTHER = ["tracking-requests/commands/track-again.ts"];

const sources = readdirSync(FEATURES, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => ({ file, source: readFileSync(join(FEATURES, file), "utf8") }));

it("requires every command with a session to record its action, except read-only commands", () => {
  const unrecorded = sources
    .filter(({ source }) => /requireSession\(/.test(source) && !/recordDone\(/.test(source))
    .map(({ file }) => file);
  expect(unrecorded.sort()).toEqual([...ONLY_READ, ...BY_ANOTHER].sort());
});

it("requires one record per session check in each file", () => {
  for (const { file, source } of sources) {
    if (ONLY_READ.includes(file) || BY_ANOTHER.includes(file)) continue;
    const requested = source.match(/= await requireSession\(/g)?.length ?? 0;
    const all = source.match(/requireSession\("/g)?.length ?? 0;
    expect(requested, `${file}: who it is goes into the record`).toBe(all);
  }
});
