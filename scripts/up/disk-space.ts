import { statfs } from "node:fs/promises";
import { say } from "./progress";

const MB = 1024 * 1024;
/** PostgreSQL ends when it cannot create its next file of 16 MB. */
const FULL_BYTES = 16 * MB;
const ENOUGH_BYTES = 32 * MB;
/** An attempt that began before there was space again may fail this much later. */
const LATE_ERROR_MS = 30_000;
const FULL_LABELS = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|is full\. Free some space/;

/** Whether the disks of these folders are full, as of the last check. */
export interface DiskSpace {
  isFull(): boolean;
  /** Checks again. Notifies the operator once when a disk becomes full and once when there is space again. */
  check(): Promise<void>;
  /** Records an error. Returns whether a full disk is its cause. */
  isCauseOf(error: unknown): boolean;
}

export function watchDiskSpace(
  folders: readonly string[],
  notify: (line: string) => void = say,
  findFree: (folder: string) => Promise<number> = freeBytes,
): DiskSpace {
  let full = false;
  let freedAt = 0;
  const become = (now: boolean) => {
    if (now === full) return;
    full = now;
    if (!now) freedAt = Date.now();
    notify(
      now
        ? `Disk full: ${folders.join(" or ")} has no room left. Free some space; everything then continues by itself.`
        : "There is space on the disk again.",
    );
  };
  return {
    isFull: () => full,
    async check() {
      // A disk that cannot be read now is not reported.
      const free = Math.min(
        ...(await Promise.all(
          folders.map((folder) => findFree(folder).catch(() => Number.POSITIVE_INFINITY)),
        )),
      );
      if (free < FULL_BYTES) become(true);
      else if (free >= ENOUGH_BYTES) become(false);
    },
    isCauseOf(error) {
      const caused = FULL_LABELS.test(error instanceof Error ? error.message : String(error));
      if (caused && Date.now() - freedAt > LATE_ERROR_MS) become(true);
      return caused || full;
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
