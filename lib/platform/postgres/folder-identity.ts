import { realpathSync, statSync } from "node:fs";
import { z } from "zod";

export const FOLDER_IDENTITY = z.object({
  path: z.string(),
  device: z.string(),
  inode: z.string(),
  /** Nanoseconds since 1970, if the file system supports it: an inode may be reused. */
  born: z.string().optional(),
});

/** Distinguishes a folder from a copy of it: a moved folder keeps its inode, a copy has another one. */
export type FolderIdentity = z.infer<typeof FOLDER_IDENTITY>;

/** The identity of an existing folder. Throws the system's error if it does not exist. */
export function identifyFolder(folder: string): FolderIdentity {
  const { dev, ino, birthtimeNs, ctimeNs } = statSync(folder, { bigint: true });
  // If the creation time is unknown, it is reported as 0 or as the time of the last change.
  const born = birthtimeNs > 0n && birthtimeNs !== ctimeNs ? { born: String(birthtimeNs) } : {};
  return { path: realpathSync(folder), device: String(dev), inode: String(ino), ...born };
}

/**
 * Whether both are the same folder. A device may have another number after a restart of the machine, so path or device
 * must match.
 */
export function isSameFolder(one: FolderIdentity, other: FolderIdentity): boolean {
  if (one.inode !== other.inode) return false;
  if (one.born !== undefined && other.born !== undefined && one.born !== other.born) return false;
  return one.path === other.path || one.device === other.device;
}
