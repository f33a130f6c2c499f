import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "@/scripts/dev/bundle-options";
import type { Undo } from "./clean-up";

const FOLDER = join(".cache", "bundles");
/** The environment variable with the folder of the bundles that all smoke runs share. */
const SHARED = "SMOKE_BUNDLES";

/** The name of a program's bundle. It contains the program's own name. */
const nameOf = (entry: string): string => entry.replaceAll("/", "-");

async function bundleInto(folder: string, entries: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await build({
    ...bundleOptions(folder, entries),
    splitting: Object.keys(entries).length > 1,
  });
}

/**
 * Bundles a program with its packages once, so that frequent restarts cost little. Returns the file, which is removed
 * at the end. A smoke run uses the shared bundle instead, if there is one.
 */
export async function bundle(entry: string, onEnd: (undo: Undo) => void): Promise<string> {
  const shared = findBundle(entry);
  if (shared !== null) return shared;
  const name = `${nameOf(entry)}-${process.pid}`;
  const outfile = resolve(FOLDER, `${name}.mjs`);
  onEnd(() => rm(outfile, { force: true }));
  await bundleInto(FOLDER, { [name]: entry });
  return outfile;
}

export interface SharedBundles {
  /** The environment with which a program uses these bundles. */
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** Bundles the programs of all smoke runs, because each start of a TypeScript program costs a second of CPU time. */
export async function shareBundles(entries: readonly string[]): Promise<SharedBundles> {
  const folder = resolve(FOLDER, `smoke-${process.pid}`);
  await bundleInto(folder, Object.fromEntries(entries.map((entry) => [nameOf(entry), entry])));
  return { env: { [SHARED]: folder }, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The shared bundle of a program. Null: there is none. */
function findBundle(entry: string, folder = process.env[SHARED]): string | null {
  if (folder === undefined) return null;
  const file = join(folder, `${nameOf(entry)}.mjs`);
  return existsSync(file) ? file : null;
}

/** The node arguments of a program. If a smoke run has a bundle of it, they start the bundle instead. */
export function bundledArgs(
  args: readonly string[],
  env: Record<string, string | undefined> = process.env,
): string[] {
  const at = args.indexOf("--import");
  const file = args[at + 1] === "tsx" ? findBundle(args[at + 2] ?? "", env[SHARED]) : null;
  return file === null ? [...args] : [...args.slice(0, at), file, ...args.slice(at + 3)];
}
