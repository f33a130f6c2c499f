import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "@/lib/platform/postgres/postmaster";
import { ACTION_KEY, buildEnvironment } from "./environment";

const NEXT = join("node_modules", "next", "dist", "bin", "next");
const BUILDS = join(".next", "builds");
/** Contains the name of the build for newly started dashboards. next.config.ts reads it. */
const CURRENT = join(".next", "current");
/** In a build's folder: the fingerprint of its sources, written when the build was complete. */
const STAMP = "drayboard-build";
const YOUNG_MS = 600_000;
const NEXT_TYPES = "next-env.d.ts";
/** Folders and files that a build reads, apart from those that name the packages. */
export const BUILD_FOLDERS = ["app", "components", "lib", "public"];
export const BUILD_FILES = [
  "next.config.ts",
  "postcss.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
  "tsconfig.json",
  "tsconfig.build.json",
];
const PACKAGES = ["package.json", "package-lock.json"];

/** The folder of the build for newly started dashboards. Null: none yet. */
export async function findCurrentBuild(): Promise<string | null> {
  const name = (await readFile(CURRENT, "utf8").catch(() => "")).trim();
  const folder = join(BUILDS, name);
  return name !== "" && existsSync(join(folder, "BUILD_ID")) ? folder : null;
}

/**
 * Returns the fingerprint to build if there is no build yet, or if its sources or packages have changed since. Null: no
 * build is needed.
 */
export async function findBuildNeed(): Promise<string | null> {
  const wanted = await fingerprint();
  const current = await findCurrentBuild();
  return current !== null && (await stampOf(current)) === wanted ? null : wanted;
}

/**
 * Builds the dashboard into its own folder and activates it when complete. A failed or killed build leaves the previous
 * one active. `runNode` runs Node with these arguments and this environment. `wanted` is the result of findBuildNeed.
 * Returns the exit code.
 */
export async function build(
  runNode: (args: string[], env: NodeJS.ProcessEnv) => Promise<number>,
  wanted: string,
): Promise<number> {
  const last = await findCurrentBuild();
  const complete = await findComplete(wanted);
  if (complete !== null) {
    await switchTo(complete, last);
    return 0;
  }
  // The process id distinguishes a build in progress from an aborted one.
  const name = `${wanted.slice(0, 12)}-${process.pid}`;
  const folder = join(BUILDS, name);
  await rm(folder, { recursive: true, force: true });
  const types = await readFile(NEXT_TYPES, "utf8").catch(() => null);
  try {
    const code = await runNode([NEXT, "build"], {
      ...buildEnvironment(),
      ...(process.env[ACTION_KEY] ? { [ACTION_KEY]: process.env[ACTION_KEY] } : {}),
      DRAYBOARD_BUILD: folder,
      DRAYBOARD_SOURCE: wanted,
    });
    if (code !== 0) return code;
    await writeFile(join(folder, STAMP), wanted);
    await switchTo(name, last);
    return 0;
  } finally {
    // The file now refers to this build's folder, which will be removed later.
    await (types === null ? rm(NEXT_TYPES, { force: true }) : writeFile(NEXT_TYPES, types));
    if ((await stampOf(folder)) !== wanted) await rm(folder, { recursive: true, force: true });
  }
}

const stampOf = (folder: string) => readFile(join(folder, STAMP), "utf8").catch(() => "");
const listBuilds = () => readdir(BUILDS).catch(() => []);

async function findComplete(wanted: string): Promise<string | null> {
  for (const name of await listBuilds()) if ((await stampOf(join(BUILDS, name))) === wanted) return name;
  return null;
}

/** Renames a file, so that a kill at any time leaves either the previous or this build active. */
async function switchTo(name: string, last: string | null): Promise<void> {
  const draft = `${CURRENT}.${process.pid}`;
  await writeFile(draft, name, { flush: true });
  await rename(draft, CURRENT);
  for (const other of await listBuilds()) {
    const folder = join(BUILDS, other);
    const needed =
      other === name ||
      folder === last ||
      (await isBeingWritten(other)) ||
      (await isServed(folder)) ||
      (await isYoung(folder));
    if (!needed) await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a build was completed recently. Its dashboard may not have recorded itself yet. */
async function isYoung(folder: string): Promise<boolean> {
  const found = await stat(join(folder, STAMP)).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < YOUNG_MS;
}

async function isBeingWritten(name: string): Promise<boolean> {
  const complete = (await stampOf(join(BUILDS, name))) !== "";
  return !complete && isAlive(Number(name.split("-")[1]));
}

/** Whether a dashboard runs on this build. Each dashboard records its process id there (instrumentation.ts). */
async function isServed(folder: string): Promise<boolean> {
  const pids = await readdir(join(folder, "served-by")).catch(() => []);
  return pids.some((pid) => isAlive(Number(pid)));
}

/**
 * The hash of all that a build reads: sources, packages, the version of Node and the key of server actions. Equal in all
 * folders with the same sources.
 */
export async function fingerprint(): Promise<string> {
  const hash = createHash("sha256").update(`${process.versions.node}\0${process.env[ACTION_KEY] ?? ""}\0`);
  const listed = await Promise.all(
    BUILD_FOLDERS.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])),
  );
  const paths = listed
    .flat()
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of [...paths.sort(), ...PACKAGES, ...BUILD_FILES]) {
    const content = await readFile(path).catch(() => null);
    if (content !== null) hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
