import { constants, existsSync } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { isRestoreIncomplete } from "@/scripts/up/databases";
import { type Finding, ok, problem, warning } from "./finding";

const GB = 1024 ** 3;
/** PostgreSQL and the logs need some for normal work; the build of an update needs about 1 GB. */
const MIN_FREE_BYTES = 0.2 * GB;
const ENOUGH_BYTES = 2 * GB;
const NAME = "Data folder";

/** The folder itself, or the nearest one above it that exists. */
function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));
}

const inGb = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`;

/** A problem if DATA_DIR, or a part of its path, is a file. Null otherwise. */
export async function findFileInPlace(dataDir: string): Promise<Finding | null> {
  const path = existing(dataDir);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => true,
  );
  return isFolder
    ? null
    : problem(NAME, `${path} is a file`, "DATA_DIR must be a folder. Set it to another path.");
}

/** Checks that the data folder can be written and has space. `findFree` returns the free bytes of a folder. */
export async function checkFolder(
  dataDir: string,
  findFree: (folder: string) => Promise<number> = freeBytes,
): Promise<Finding[]> {
  if (isRestoreIncomplete(dataDir))
    return [
      problem(
        NAME,
        `a restore into ${dataDir} did not finish`,
        "Run npm run restore again, or remove that folder to start empty.",
      ),
    ];
  const folder = existing(dataDir);
  try {
    await access(folder, constants.R_OK | constants.W_OK);
  } catch {
    return [
      problem(NAME, `${folder} cannot be written by this user`, "Run as the user who started Drayboard."),
    ];
  }
  const free = await findFree(folder);
  const text = `${dataDir}, ${inGb(free)} free on its disk`;
  if (free < MIN_FREE_BYTES)
    return [problem(NAME, text, "Free space now: at least 2 GB. PostgreSQL stops when the disk is full.")];
  if (free < ENOUGH_BYTES) return [warning(NAME, text, "Free some space: an update needs about 1 GB.")];
  return [ok(NAME, text)];
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
