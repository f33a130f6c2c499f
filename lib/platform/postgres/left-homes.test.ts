import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FolderIdentity, identifyFolder } from "./folder-identity";
import { findLeftHomes, OWNER, removeUnusedHomes } from "./left-homes";

let parent = "";
let shared = "";
/** Two days after the homes of a test were made. */
const LATER = new Date(Date.now() + 2 * 24 * 3_600_000);

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "drayboard-homes-"));
  shared = join(parent, "shared");
  await mkdir(shared);
});
afterEach(() => rm(parent, { recursive: true, force: true }));

async function makeFolder(name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder);
  return folder;
}

async function makeHome(digit: string, owner: FolderIdentity | string): Promise<string> {
  const home = join(shared, digit.repeat(16));
  await mkdir(join(home, "data"), { recursive: true });
  await writeFile(join(home, OWNER), typeof owner === "string" ? owner : JSON.stringify(owner));
  return home;
}

it("only homes of folders that are gone are found, and of those only unused temporary ones removed", async () => {
  const present = await makeHome("1", identifyFolder(await makeFolder("present")));
  const folder = await makeFolder("gone");
  const gone = await makeHome("2", identifyFolder(folder));
  await rm(folder, { recursive: true });
  const project = identifyFolder(resolve("lib"));
  const kept = await makeHome("3", { ...project, path: resolve("no-such-data-folder") });
  const damaged = await makeHome("4", "{");
  await mkdir(join(shared, "5".repeat(16)));
  await mkdir(join(shared, "postgresql-18-linux-x64"));
  expect((await findLeftHomes(LATER, shared)).map(({ home }) => home)).toEqual([gone, kept]);
  expect((await removeUnusedHomes(new Date(), shared)).removed).toEqual([]);
  const { removed, left } = await removeUnusedHomes(LATER, shared);
  expect(removed.map(({ home }) => home)).toEqual([gone]);
  expect(left).toEqual([
    { home: kept, owner: resolve("no-such-data-folder"), isRunning: false, isUnused: false },
  ]);
  expect([present, gone, kept, damaged].map((home) => existsSync(home))).toEqual([true, false, true, true]);
  expect(await readdir(shared)).toHaveLength(5);
});

it("a folder that was replaced by another one at its path is gone, one that returns is not", async () => {
  const folder = await makeFolder("moved");
  await makeHome("6", identifyFolder(folder));
  await rename(folder, join(parent, "elsewhere"));
  await mkdir(folder);
  expect(await findLeftHomes(LATER, shared)).toHaveLength(1);
  await rm(folder, { recursive: true });
  await rename(join(parent, "elsewhere"), folder);
  expect(await findLeftHomes(LATER, shared)).toEqual([]);
});

it("an interrupted removal is completed", async () => {
  await mkdir(join(shared, `${"7".repeat(16)}.gone`, "data"), { recursive: true });
  await removeUnusedHomes(LATER, shared);
  expect(await readdir(shared)).toEqual([]);
});
