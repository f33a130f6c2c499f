import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import type { Undo } from "@/bench/harness/clean-up";
import { makeCopy } from "@/e2e/dev/dev-copy";
import { fingerprint } from "@/scripts/up/build";
import { ACTION_KEY, buildEnvironment } from "@/scripts/up/environment";

const NEXT = join("node_modules", "next", "dist", "bin", "next");
const manifestSchema = z.object({ node: z.record(z.string(), z.unknown()) });
const undos: Undo[] = [];

afterAll(async () => {
  for (const undo of undos) await undo();
});

/** Builds a copy of this folder. Returns what must be the same for pages of another build. */
async function buildCopy(key: string) {
  const { folder: cwd } = await makeCopy((undo) => undos.unshift(undo));
  const env = { ...buildEnvironment(), [ACTION_KEY]: key, DRAYBOARD_SOURCE: await fingerprint() };
  await promisify(execFile)(process.execPath, [NEXT, "build"], { cwd, env, maxBuffer: 64 * 1024 * 1024 });
  const read = (path: string) => readFile(join(cwd, ".next", path), "utf8");
  const manifest = manifestSchema.parse(JSON.parse(await read("server/server-reference-manifest.json")));
  return {
    id: await read("BUILD_ID"),
    actions: Object.keys(manifest.node).sort(),
    files: (await readdir(join(cwd, ".next", "static"), { recursive: true })).sort(),
  };
}

it("gives builds of equal sources in two folders the same server actions, scripts and build id by one key", async () => {
  const [key, otherKey] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const first = await buildCopy(key);
  expect(first.actions.length).toBeGreaterThan(50);
  expect(await buildCopy(key)).toEqual(first);
  const other = await buildCopy(otherKey);
  expect(other.actions.filter((id) => first.actions.includes(id))).toEqual([]);
}, 900_000);
