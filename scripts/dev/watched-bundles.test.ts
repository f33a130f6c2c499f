import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openBundles } from "./watched-bundles";

let folder = "";
beforeEach(async () => {
  await mkdir(".cache", { recursive: true });
  // Inside of the working folder, to which the paths of sources are relative.
  folder = relative("", await mkdtemp(join(".cache", "bundles-test-")));
  await mkdir(join(folder, "shared"));
  await writeFile(join(folder, "shared", "value.ts"), "export const value: number = 1;\n");
  await writeFile(join(folder, "one.ts"), 'import { value } from "./shared/value"; console.log(value);\n');
  await writeFile(join(folder, "two.ts"), 'console.log("two", import.meta.url);\n');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SOON = { timeout: 60_000 };

it("bundles again only the programs that contain a changed file, and reports what cannot be bundled", async () => {
  const out = join(folder, "out");
  const bundles = await openBundles(out, { one: join(folder, "one.ts"), two: join(folder, "two.ts") });
  const run = (program: string) =>
    execFileSync(process.execPath, [bundles.fileOf(program)], { encoding: "utf8" });
  expect(run("one")).toBe("1\n");
  expect(run("two")).toMatch(/^two file:\/\/.*\/two\.ts\n$/);
  const reports: string[] = [];
  const unwatch = bundles.watch(({ program, changed, error }, file) =>
    reports.push(`${program} ${relative(folder, file)} ${error === null ? changed : "error"}`),
  );
  const change = async (text: string) => {
    reports.length = 0;
    await writeFile(join(folder, "shared", "value.ts"), text);
  };
  await change("export const value: number = 2;\n");
  await expect.poll(() => reports, SOON).toEqual(["one shared/value.ts true"]);
  expect(run("one")).toBe("2\n");
  await change("export const value: number = 2; // the same program\n");
  await expect.poll(() => reports, SOON).toEqual(["one shared/value.ts false"]);
  await change("export const value: = 3;\n");
  await expect.poll(() => reports, SOON).toEqual(["one shared/value.ts error"]);
  expect(run("one")).toBe("2\n");
  await change("export const value: number = 3;\n");
  await expect.poll(() => reports, SOON).toEqual(["one shared/value.ts true"]);
  expect(run("one")).toBe("3\n");
  await unwatch();
});
