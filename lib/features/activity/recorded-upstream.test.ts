import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { namesReached } from "@/e2e/access/reach";
import { ROOT } from "@/e2e/access/tree";

/**
 * Commands that change nothing of the account or the team: they only read or refetch, or store what belongs to the user
 * alone. `trackAgain` sends its request by `track`, which records it.
 */
const NOT_RECORDED = new Set([
  "checkConnection",
  "fetchDefinitions",
  "findInDeliveryLog",
  "inferNumber",
  "keepBoardSettings",
  "keepNumberList",
  "keepPreferences",
  "readDeliveryAddresses",
  "readDeliveryLog",
  "readRawEvents",
  "readWebhooks",
  "requestRelated",
  "saveChangeChoice",
  "saveLastSeen",
  "setDefaultView",
]);

const RECORDS = ["recordDone", "recordAuditEntry"];

const commands = ["lib/features", "lib/auth"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/^export const (\w+) = command\(/gm)].map(
        ([, name = ""]) => ({ file, name }),
      ),
    ),
);

describe("every command", () => {
  it("is found", () => {
    expect(commands.length).toBeGreaterThan(60);
    for (const name of NOT_RECORDED) expect(commands.map((each) => each.name)).toContain(name);
  });

  it.each(commands.filter(({ name }) => !NOT_RECORDED.has(name)))(
    "$name records its act",
    ({ file, name }) => {
      expect(namesReached(file, name).filter((each) => RECORDS.includes(each))).not.toEqual([]);
    },
  );
});
