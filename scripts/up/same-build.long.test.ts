import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { BUILD_FILES, BUILD_FOLDERS, fingerprint } from "./build";
import { ACTION_KEY, buildEnvironment } from "./environment";

const NEXT = join("node_modules", "next", "dist", "bin", "next");
const manifestSchema = z.object({ node: z.record(z.string(), z.unknown()) });
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "drayboard-same-build-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Builds the sources of this folder in another one. Returns what pages of another build need to be the same. */
async function buildIn(name: string, key: string) {
  const cwd = join(folder, name);
  await mkdir(cwd);
  // Documents and data that sources import are in these folders too.
  for (const path of [
    ...BUILD_FOLDERS,
    ...BUILD_FILES,
    "package.json",
    "tracking-service",
    "scripts",
    "docs",
  ])
    await cp(path, join(cwd, path), { recursive: true });
  await symlink(resolve("node_modules"), join(cwd, "node_modules"));
  const env = { ...buildEnvironment(), [ACTION_KEY]: key, DRAYBOARD_SOURCE: await fingerprint() };
  await promisify(execFile)(process.execPath, [NEXT, "build"], { cwd, env, maxBuffer: 64 * 1024 * 1024 });
  const read = (path: string) => readFile(join(cwd, ".next", path), "utf8");
  return {
    id: await read("BUILD_ID"),
    actions: Object.keys(
      manifestSchema.parse(JSON.parse(await read("server/server-reference-manifest.json"))).node,
    ).sort(),
    files: (await readdir(join(cwd, ".next", "static"), { recursive: true })).sort(),
  };
}

it("gives builds of equal sources in two folders the same server actions, scripts and build id by one key", async () => {
  const [key, otherKey] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const first = await buildIn("first", key);
  expect(first.actions.length).toBeGreaterThan(50);
  expect(await buildIn("second", key)).toEqual(first);
  const other = await buildIn("other", otherKey);
  expect(other.actions.filter((id) => first.actions.includes(id))).toEqual([]);
}, 900_000);
