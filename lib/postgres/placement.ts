import { createHash, randomBytes } from "node:crypto";
import { chown, lstat, mkdir, readFile, realpath, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { canUse, type ServerAccount } from "./account";
import { SHARED_HOME } from "./binaries";
import { ClusterError } from "./failure";
import { makePrivateFolder, writePrivateFile } from "./private-folder";

const PLACEMENT = z.object({
  /** Folder of PostgreSQL's user; the data are in `data` below it. */
  home: z.string(),
  /** 0 until the first start. */
  port: z.int().nonnegative(),
  password: z.string().min(16),
});

/** Where a cluster's data stand, its port and password. Kept in `cluster.json` (0600) of the cluster's folder. */
export type Placement = z.infer<typeof PLACEMENT>;

const NOTE = "cluster.json";

/** The kept placement of the cluster in this folder, null before its first start. */
export async function findPlacement(folder: string): Promise<Placement | null> {
  const path = join(folder, NOTE);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw new ClusterError(`${path} cannot be read (${cause.code}). Start as the user who made it.`, {
      cause,
    });
  });
  if (text === null) return null;
  try {
    return PLACEMENT.parse(JSON.parse(text));
  } catch {
    throw new ClusterError(`${path} is damaged: put it back from a copy. It holds the database's password.`);
  }
}

export async function savePlacement(folder: string, placement: Placement): Promise<void> {
  await writePrivateFile(join(folder, NOTE), `${JSON.stringify(placement, null, 2)}\n`);
}

/**
 * Chooses where a new cluster's data go: below its folder, or below SHARED_HOME when PostgreSQL's user cannot enter
 * that. Throws ClusterError when neither place can be written.
 */
export async function choosePlacement(
  folder: string,
  account: ServerAccount | null,
  log: (line: string) => void,
): Promise<Placement> {
  const password = randomBytes(24).toString("base64url");
  const near = join(folder, "server");
  if (await lstat(join(near, "data", "PG_VERSION")).catch(() => null))
    throw new ClusterError(
      `${near} holds a database but ${join(folder, NOTE)}, which holds its password, is gone. ` +
        "Put that file back, or move the folder away to begin with empty data.",
    );
  await makeHome(near, account);
  if (canUse(account, [near], true)) return { home: near, port: 0, password };
  await rmdir(near).catch(() => undefined);
  const far = join(
    SHARED_HOME,
    createHash("sha256")
      .update(await realpath(folder))
      .digest("hex")
      .slice(0, 16),
  );
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
