import { closeSync, fstatSync, openSync } from "node:fs";
import { type FolderIdentity, identifyFolder, isSameFolder } from "./folder-identity";

/** Twice this is the longest time until a program notices that its data folder is gone. */
const LOOK_EVERY_MS = 15_000;
/** A disk may be absent for a moment. */
const MAX_MISSED = 2;
const ABSENT = ["ENOENT", "ENOTDIR"];

export interface FolderWatch {
  /** Whether the path does not lead to the folder at this moment. */
  isGone(): boolean;
  /** Whether the folder was deleted, not only moved or covered by another disk. */
  isDeleted(): boolean;
  stop(): void;
}

/** Whether this path leads to another folder, or to none. A path that cannot be read now counts as unchanged. */
function leadsElsewhere(folder: string, identity: FolderIdentity): boolean {
  try {
    return !isSameFolder(identity, identifyFolder(folder));
  } catch (error) {
    return error instanceof Error && "code" in error && ABSENT.includes(String(error.code));
  }
}

function identityOf(folder: string): FolderIdentity | null {
  try {
    return identifyFolder(folder);
  } catch {
    return null;
  }
}

/**
 * Watches an existing folder and calls `onGone` once when two looks in a row do not find it. Returns null if it does not
 * exist now: a program may run without one. Does not keep the process running.
 */
export function watchFolder(
  folder: string,
  onGone: () => void,
  everyMs: number = LOOK_EVERY_MS,
): FolderWatch | null {
  const identity = identityOf(folder);
  if (identity === null) return null;
  // While it is open, its inode is not given to another folder.
  const opened = openSync(folder, "r");
  const isGone = () => leadsElsewhere(folder, identity);
  let missed = 0;
  const timer = setInterval(() => {
    missed = isGone() ? missed + 1 : 0;
    if (missed < MAX_MISSED) return;
    clearInterval(timer);
    onGone();
  }, everyMs);
  timer.unref();
  return {
    isGone,
    isDeleted: () => fstatSync(opened).nlink === 0,
    stop() {
      clearInterval(timer);
      closeSync(opened);
    },
  };
}

/** The line that a program writes before it ends because its data folder is gone. */
export const folderGoneText = (folder: string): string =>
  `DATA_DIR: ${folder} is gone. Everything that was started for it stops.`;

/**
 * Ends this program as a stop request does when the data folder that it was started for is gone, also when its supervisor
 * was killed. `folder` is its DATA_DIR; without one nothing is watched.
 */
export function endWithFolder(
  folder: string | undefined,
  report: (line: string) => void,
  everyMs?: number,
): void {
  if (!folder) return;
  const end = () => {
    report(folderGoneText(folder));
    process.kill(process.pid, "SIGTERM");
  };
  watchFolder(folder, end, everyMs);
}
