import { randomBytes } from "node:crypto";
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/**
 * Creates a folder that other users cannot list. As root it can still be traversed (0711), because PostgreSQL's own
 * user must reach the data below it; otherwise it is closed (0700). An existing folder is left unchanged.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  let created = first;
  await chmod(created, mode);
  for (const part of relative(first, path).split(sep).filter(Boolean)) {
    created = join(created, part);
    await chmod(created, mode);
  }
}

/** Writes a file that only its owner can read, completely or not at all. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${randomBytes(6).toString("hex")}.new`);
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
