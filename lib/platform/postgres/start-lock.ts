import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ClusterError } from "./cluster-error";
import { identifyFolder } from "./folder-identity";
import { isAlive } from "./postmaster";

const MAX_START_MS = 150_000;

/** Runs the work while no other process starts the cluster of this folder. The lock of a dead process is taken over. */
export async function withStartLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, "starting");
  await takeLock(lock, identifyFolder(folder).inode);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string, inode: string): Promise<void> {
  for (;;) {
    try {
      await writeFile(lock, `${process.pid} ${inode}`, { flag: "wx", mode: 0o600 });
      return;
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? cause.code : null;
      // On a full disk the file was created, and remains empty.
      if (code === "ENOSPC" || code === "EDQUOT") await rm(lock, { force: true });
      if (code !== "EEXIST")
        throw new ClusterError(
          `${lock} cannot be written (${code}). Start as the user who made that folder.`,
          {
            cause,
          },
        );
    }
    if (await isLeft(lock, inode)) await rm(lock, { force: true });
    else await pause(50);
  }
}

/**
 * Whether a lock is abandoned: its process ended, it was copied from another folder, or it is older than any start
 * takes. In the last case its process id now belongs to another process.
 */
async function isLeft(lock: string, inode: string): Promise<boolean> {
  const [pid, of = inode] = (await readFile(lock, "utf8").catch(() => "")).split(" ");
  if (of !== inode) return true;
  const holder = Number(pid);
  const created = await stat(lock).catch(() => null);
  if (created !== null && Date.now() - created.mtimeMs > MAX_START_MS) return true;
  // The holder of an empty lock is just writing its id.
  return holder > 0 && !isAlive(holder);
}
