import { execFile } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Unpacks Debian's packages to a folder without installing them: an installation would start their servers. */
export async function unpackPackages(folder: string, ...names: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    if (process.getuid?.() === 0) await run("apt-get", ["update", "-qq"]);
    // As root, apt would warn that its own user cannot write to the folder.
    await run("apt-get", ["-o", "APT::Sandbox::User=root", "download", "-qq", ...names], { cwd: folder });
    for (const file of (await readdir(folder)).filter((name) => name.endsWith(".deb"))) {
      await run("dpkg-deb", ["-x", join(folder, file), folder]);
      await rm(join(folder, file));
    }
  } catch (cause) {
    throw new Error(`Needed: install Debian's package ${names[0]} and run this again.`, { cause });
  }
}
