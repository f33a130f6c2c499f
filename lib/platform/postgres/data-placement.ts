import { createHash, randomBytes } from "node:crypto";
import { chown, lstat, mkdir, readFile, realpath, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { SHARED_HOME } from "./binaries";
import { ClusterError } from "./cluster-error";
import { FOLDER_IDENTITY, identifyFolder, isSameFolder } from "./folder-identity";
import { findOwner, OWNER } from "./left-homes";
import { makePrivateFolder, writePrivateFile } from "./private-directory";
import { canUse, type ServerAccount } from "./system-user";

const KEPT = z.object({
  /** Folder of PostgreSQL's user: relative to the cluster's folder, or absolute below SHARED_HOME. */
  home: z.string(),
  /** 0 until the first start. */
  port: z.int().nonnegative(),
  password: z.string().min(16),
  /** The identity of the folder at the last start of the server; earlier versions did not store it. */
  folder: FOLDER_IDENTITY.optional(),
  /** We ended the server and it was not started since: its files are consistent, even after a fast shutdown. */
  stopped: z.boolean().optional(),
});

/**
 * The location of a cluster's data, its port and password. Saved in `cluster.json` (0600) of the cluster's folder.
 * `home` is absolute here; the data are in `data` below it.
 */
export type Placement = z.infer<typeof KEPT>;

const NOTE = "cluster.json";
const NEAR = "server";

/**
 * The saved placement of the cluster in this folder, null before its first start. Accepts only data of this folder:
 * throws ClusterError in a copy of a folder whose data are outside it.
 */
export async function findPlacement(folder: string): Promise<Placement | null> {
  const path = join(folder, NOTE);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw new ClusterError(`${path} cannot be read (${cause.code}). Start as the user who made it.`, {
      cause,
    });
  });
  if (text === null) return null;
  const stored = parsePlacement(text, path);
  // An absolute path elsewhere was written by an earlier version, in this folder or in the folder it was copied from.
  if (dirname(stored.home) !== SHARED_HOME) return { ...stored, home: join(await realpath(folder), NEAR) };
  await requireOwnHome(stored.home, folder);
  return stored;
}

function parsePlacement(text: string, path: string): Placement {
  try {
    return KEPT.parse(JSON.parse(text));
  } catch {
    throw new ClusterError(`${path} is damaged: put it back from a copy. It holds the database's password.`);
  }
}

/** Saves the placement and, in a home outside the folder, the identity of the folder. */
export async function savePlacement(folder: string, placement: Placement): Promise<void> {
  const { home } = placement;
  const outside = dirname(home) === SHARED_HOME;
  if (outside) await writePrivateFile(join(home, OWNER), `${JSON.stringify(identifyFolder(folder))}\n`);
  const stored = { ...placement, home: outside ? home : NEAR };
  await writePrivateFile(join(folder, NOTE), `${JSON.stringify(stored, null, 2)}\n`);
}

/** Throws ClusterError if the home below SHARED_HOME contains another folder's data. */
async function requireOwnHome(home: string, folder: string): Promise<void> {
  const here = identifyFolder(folder);
  const owner = await findOwner(home);
  // Earlier versions stored no owner; the name of the home contains the path it was created for.
  if (owner === null ? home === homeFor(here.path) : isSameFolder(owner, here)) return;
  throw new ClusterError(
    `${folder} is a copy without its database, which is in ${home} and belongs to ${owner?.path ?? "another folder"}. ` +
      "Use npm run backup there and npm run restore here." +
      (owner === null
        ? " If the folder was only moved, move it back and start it there once."
        : ` If this is that very folder, remove ${join(home, OWNER)}.`),
  );
}

function homeFor(path: string): string {
  return join(SHARED_HOME, createHash("sha256").update(path).digest("hex").slice(0, 16));
}

/**
 * Chooses the location of a new cluster's data: below its folder, or below SHARED_HOME if PostgreSQL's user cannot
 * access the folder. Throws ClusterError if neither is writable.
 */
export async function choosePlacement(
  folder: string,
  account: ServerAccount | null,
  log: (line: string) => void,
): Promise<Placement> {
  const password = randomBytes(24).toString("base64url");
  const near = join(folder, NEAR);
  if (await lstat(join(near, "data", "PG_VERSION")).catch(() => null))
    throw new ClusterError(
      `${near} holds a database but ${join(folder, NOTE)}, which holds its password, is gone. ` +
        "Put that file back, or move the folder away to begin with empty data.",
    );
  await makeHome(near, account);
  if (canUse(account, [near], true)) return { home: near, port: 0, password };
  await rmdir(near).catch(() => undefined);
  const named = homeFor(await realpath(folder));
  // A folder that was at this path before may have its data there.
  const taken = (await lstat(join(named, "data")).catch(() => null)) !== null;
  const far = taken ? join(SHARED_HOME, randomBytes(8).toString("hex")) : named;
  await makeHome(far, account);
  if (!canUse(account, [far], true))
    throw new ClusterError(
      `Neither ${near} nor ${far} can be used by the user "${account?.name}" PostgreSQL runs as. ` +
        "Set DATA_DIR to a folder it can enter, or set DATABASE_URL.",
    );
  log(`PostgreSQL's user cannot enter ${folder}: the data stand in ${far}`);
  return { home: far, port: 0, password };
}

async function makeHome(home: string, account: ServerAccount | null): Promise<void> {
  try {
    await makePrivateFolder(dirname(home));
    await mkdir(home, { recursive: true, mode: 0o700 });
    if (account !== null) await chown(home, account.uid, account.gid);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ClusterError(
      `${home} cannot be made (${reason}). Set DATA_DIR to a folder that can be written.`,
      {
        cause,
      },
    );
  }
}
