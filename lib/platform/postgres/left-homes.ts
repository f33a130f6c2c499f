import { lstat, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { SHARED_HOME } from "./binaries";
import { FOLDER_IDENTITY, type FolderIdentity, identifyFolder, isSameFolder } from "./folder-identity";
import { findPostmaster } from "./postmaster";

/** In a home below SHARED_HOME: the identity of the folder whose data it contains. */
export const OWNER = "owner.json";

const HOME = /^[0-9a-f]{16}$/;
/** A home that is being removed: it has another name first, so that no start can choose it. */
const REMOVED = /^[0-9a-f]{16}\.gone$/;
/** Whoever moved a folder out of the folder of temporary files has this long to start it there. */
const TEMPORARY_FOR_MS = 24 * 3_600_000;

/** Data below SHARED_HOME whose installation is gone. */
export interface LeftHome {
  home: string;
  /** The path of the folder that they belong to. */
  owner: string;
  /** Whether a server runs on them. It is left alone. */
  isRunning: boolean;
  /** Whether nothing needs them: of a folder of temporary files, not used for a day, without a server. */
  isUnused: boolean;
}

/** The owner of a home. Null for one that has none, as those of earlier versions, or whose note cannot be read. */
export async function findOwner(home: string): Promise<FolderIdentity | null> {
  const text = await readFile(join(home, OWNER), "utf8").catch(() => null);
  return text === null ? null : FOLDER_IDENTITY.parse(JSON.parse(text));
}

/** Whether the folder is at its path. One that cannot be read now counts as present. */
function isPresent(owner: FolderIdentity): boolean {
  try {
    return isSameFolder(owner, identifyFolder(owner.path));
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

async function isOlder(path: string, at: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found === null || at.getTime() - found.mtimeMs > TEMPORARY_FOR_MS;
}

async function examineHome(home: string, now: Date): Promise<LeftHome | null> {
  const owner = await findOwner(home).catch(() => null);
  if (owner === null || isPresent(owner)) return null;
  const data = join(home, "data");
  const isRunning = (await findPostmaster(data)) !== null;
  const isTemporary = owner.path.startsWith(tmpdir() + sep);
  const files = [join(home, OWNER), join(data, "global", "pg_control"), join(data, "postmaster.pid")];
  const isOld = (await Promise.all(files.map((file) => isOlder(file, now)))).every(Boolean);
  return { home, owner: owner.path, isRunning, isUnused: isTemporary && isOld && !isRunning };
}

/** The homes below `shared` whose installation is gone. Homes without a known owner are not among them. */
export async function findLeftHomes(now: Date, shared: string = SHARED_HOME): Promise<LeftHome[]> {
  const names = await readdir(shared).catch(() => []);
  const homes = names.filter((name) => HOME.test(name)).map((name) => join(shared, name));
  const found = await Promise.all(homes.map((home) => examineHome(home, now)));
  return found.filter((each) => each !== null);
}

/** Removes the homes that nothing needs, and what is left of earlier removals. Returns the others. */
export async function removeUnusedHomes(
  now: Date,
  shared: string = SHARED_HOME,
): Promise<{ removed: LeftHome[]; left: LeftHome[] }> {
  const all = await findLeftHomes(now, shared);
  const removed = all.filter(({ isUnused }) => isUnused);
  for (const { home } of removed) await rename(home, `${home}.gone`);
  for (const name of await readdir(shared).catch(() => [])) {
    const path = join(shared, name);
    if (REMOVED.test(name) && (await lstat(path)).isDirectory()) await rm(path, { recursive: true });
  }
  return { removed, left: all.filter(({ isUnused }) => !isUnused) };
}
