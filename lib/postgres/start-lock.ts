import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ClusterError } from "./failure";
import { isAlive } from "./postmaster";

const LONGEST_START_MS = 150_000;

/** Does the work while no other process starts the cluster of this folder; a lock of a dead process is taken over. */
export async function withStartLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, "starting");
  await takeLock(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<void> {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx", mode: 0o600 });
      return;
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? cause.code : null;
      if (code !== "EEXIST")
        throw new ClusterError(
          `${lock} cannot be written (${code}). Start as the user who made that folder.`,
          {
            cause,
          },
        );
    }
    if (await isLeft(lock)) await rm(lock, { force: true });
    else await pause(50);
  }
}

/** A lock whose process is gone, or older than any start takes: then its process id belongs to another by now. */
async function isLeft(lock: string): Promise<boolean> {
  const holder = Number(await readFile(lock, "utf8").catch(() => ""));
  const made = await stat(lock).catch(() => null);
  if (made !== null && Date.now() - made.mtimeMs > LONGEST_START_MS) return true;
  // An empty lock is one whose holder is just writing its id.
  return holder > 0 && !isAlive(holder);
}
