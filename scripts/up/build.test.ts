import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { build, findBuildNeed, findCurrentBuild } from "./build";

const before = process.cwd();
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "drayboard-build-"));
  process.chdir(folder);
  await mkdir("app");
});
afterEach(async () => {
  process.chdir(before);
  await rm(folder, { recursive: true, force: true });
});

/** Simulates `next build`: writes its files and exits with this code. */
const nextBuild = (code: number) => async (_: string[], env: NodeJS.ProcessEnv) => {
  const target = env.DRAYBOARD_BUILD ?? "";
  await mkdir(join(target, "static"), { recursive: true });
  await writeFile("next-env.d.ts", `import "./${target}/types/routes.d.ts";`);
  if (code === 0) await writeFile(join(target, "BUILD_ID"), target);
  return code;
};

/** Builds the current sources. `source` changes them. */
async function buildWith(source: string, code = 0): Promise<number> {
  await writeFile(join("app", "page.tsx"), source);
  const wanted = await findBuildNeed();
  return wanted === null ? 0 : build(nextBuild(code), wanted);
}

const listBuilds = () => readdir(join(".next", "builds"));

describe("dashboard build", () => {
  it("activates a complete build and needs no other", async () => {
    expect(await findCurrentBuild()).toBeNull();
    expect(await buildWith("one")).toBe(0);
    expect(await findBuildNeed()).toBeNull();
    expect(existsSync(join((await findCurrentBuild()) ?? "", "BUILD_ID"))).toBe(true);
  });

  it("keeps the active build when a new build fails", async () => {
    await buildWith("one");
    const first = await findCurrentBuild();
    expect(await buildWith("two", 1)).toBe(1);
    expect(await findCurrentBuild()).toBe(first);
    expect(await listBuilds()).toHaveLength(1);
    await writeFile(join("app", "page.tsx"), "one");
    expect(await findBuildNeed()).toBeNull();
  });

  it("keeps the active build when the build process is killed, and removes the partial build", async () => {
    await buildWith("one");
    const first = (await findCurrentBuild()) ?? "";
    const dead = spawn(process.execPath, ["-e", ""]);
    await once(dead, "exit");
    const left = join(".next", "builds", `abcdef012345-${dead.pid}`);
    await mkdir(left);
    await writeFile(join(left, "BUILD_ID"), "half");
    expect(await findCurrentBuild()).toBe(first);
    await buildWith("two");
    expect(existsSync(left)).toBe(false);
    expect(existsSync(first)).toBe(true);
  });

  it("reuses an earlier complete build of the same sources", async () => {
    await buildWith("one");
    const first = await findCurrentBuild();
    await buildWith("two");
    await writeFile(join("app", "page.tsx"), "one");
    const wanted = (await findBuildNeed()) ?? "";
    expect(await build(async () => expect.fail("built again"), wanted)).toBe(0);
    expect(await findCurrentBuild()).toBe(first);
  });

  it("removes old builds except those that a process serves or writes", async () => {
    await buildWith("one");
    const served = (await findCurrentBuild()) ?? "";
    await mkdir(join(served, "served-by"));
    await writeFile(join(served, "served-by", String(process.pid)), "");
    const written = join(".next", "builds", `abcdef012345-${process.pid}`);
    await mkdir(written);
    for (const source of ["two", "three", "four"]) await buildWith(source);
    expect(existsSync(served)).toBe(true);
    expect(existsSync(written)).toBe(true);
    await rm(join(served, "served-by"), { recursive: true });
    // A build of the last few minutes may have a dashboard that is still starting.
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const name of await listBuilds())
      await utimes(join(".next", "builds", name, "drayboard-build"), hourAgo, hourAgo).catch(() => undefined);
    for (const source of ["five", "six"]) await buildWith(source);
    expect(existsSync(served)).toBe(false);
    expect(await listBuilds()).toHaveLength(3);
  });

  it("restores the file with Next's types", async () => {
    await writeFile("next-env.d.ts", "as it was");
    await buildWith("one");
    expect(await readFile("next-env.d.ts", "utf8")).toBe("as it was");
  });
});
