import { realpathSync, statSync } from "node:fs";
import { z } from "zod";

export const FOLDER_IDENTITY = z.object({
  path: z.string(),
  device: z.string(),
  inode: z.string(),
  /** Nanoseconds since 1970, where the file system knows: an inode may be given again. */
  born: z.string().optional(),
});

/** What tells a folder from a copy of it: a folder that was moved keeps its inode, a copy has another one. */
export type FolderIdentity = z.infer<typeof FOLDER_IDENTITY>;

/** The identity of a folder that exists. Throws the system's error where it does not. */
export function identifyFolder(folder: string): FolderIdentity {
  const { dev, ino, birthtimeNs, ctimeNs } = statSync(folder, { bigint: true });
  // Where the time of birth is unknown, it is given as 0 or as that of the last change.
  const born = birthtimeNs > 0n && birthtimeNs !== ctimeNs ? { born: String(birthtimeNs) } : {};
  return { path: realpathSync(folder), device: String(dev), inode: String(ino), ...born };
}

/** Whether both are one folder. A device may have another number after a restart of the machine, so path or device has to agree. */
export function isSameFolder(one: FolderIdentity, other: FolderIdentity): boolean {
  if (one.inode !== other.inode) return false;
  if (one.born !== undefined && other.born !== undefined && one.born !== other.born) return false;
  return one.path === other.path || one.device === other.device;
}
