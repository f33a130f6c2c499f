import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { identifyFolder } from "@/lib/platform/postgres/folder-identity";
import { checkLeftHomes } from "./check-left-homes";

it("data of deleted installations are removed if temporary, else named with what to do", async () => {
  const shared = await mkdtemp(join(tmpdir(), "drayboard-doctor-"));
  const identity = identifyFolder(shared);
  const homeOf = async (digit: string, path: string) => {
    const home = join(shared, digit.repeat(16));
    await mkdir(home);
    await writeFile(join(home, "owner.json"), JSON.stringify({ ...identity, path }));
    return home;
  };
  const temporary = join(tmpdir(), "drayboard-no-such-folder");
  const moved = resolve("no-such-data-folder");
  const one = await homeOf("1", temporary);
  const two = await homeOf("2", moved);
  const inTwoDays = new Date(Date.now() + 2 * 24 * 3_600_000);
  expect(await checkLeftHomes(inTwoDays, shared)).toEqual([
    {
      level: "ok",
      name: "Left data",
      text: `${one} was removed: ${temporary}, whose data it held, is gone`,
    },
    {
      level: "warning",
      name: "Left data",
      text: `${two} holds the data of ${moved}, which is gone`,
      advice: `If ${moved} was only moved or its disk is absent, put it back. Otherwise: rm -rf ${two}`,
    },
  ]);
  expect(await checkLeftHomes(inTwoDays, shared)).toHaveLength(1);
  await rm(shared, { recursive: true });
});
