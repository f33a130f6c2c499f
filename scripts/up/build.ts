import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const NEXT = join("node_modules", "next", "dist", "bin", "next");
const STAMP = join(".next", "drayboard-build");
const SOURCES = ["app", "components", "lib", "public"];
const FILES = [
  "package.json",
  "package-lock.json",
  "next.config.ts",
  "postcss.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
  "tsconfig.json",
];

/** Whether the dashboard must be built: nothing is, or its sources or packages have changed since. */
export async function findBuildNeed(): Promise<string | null> {
  const wanted = await fingerprint();
  if (!existsSync(join(".next", "BUILD_ID"))) return wanted;
  const built = await readFile(STAMP, "utf8").catch(() => "");
  return built === wanted ? null : wanted;
}

/**
 * Builds the dashboard by running Node with the arguments given; `wanted` is what findBuildNeed gave. Answers the exit
 * code.
 */
export async function build(runNode: (args: string[]) => Promise<number>, wanted: string): Promise<number> {
  await rm(STAMP, { force: true });
  const code = await runNode([NEXT, "build"]);
  if (code === 0) await writeFile(STAMP, wanted);
  return code;
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256").update(process.versions.node);
  const listed = await Promise.all(
    SOURCES.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])),
  );
  const paths = listed
    .flat()
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of [...paths.sort(), ...FILES]) {
    const content = await readFile(path).catch(() => null);
    if (content !== null) hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
