import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Undo } from "@/bench/harness/clean-up";
import { removeCluster } from "@/lib/platform/postgres/cluster";
import { findFreePort, findPortProblem } from "@/lib/platform/postgres/server-port";

/** A copy of the working folder with its packages, whose files a test may change. */
export interface DevCopy {
  folder: string;
  dataDir: string;
  /** Replaces a text in a file that contains it once. Returns a function that restores the file. */
  edit(path: string, from: string, to: string): Promise<() => Promise<void>>;
}

/** Copies what git tracks or would add. The packages are hard links where the file system allows it. */
export async function makeCopy(onEnd: (undo: Undo) => void): Promise<DevCopy> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-dev-"));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL's own user must be able to enter the folder.
  await chmod(folder, 0o711);
  const dataDir = join(folder, ".data-dev");
  onEnd(() => removeCluster(join(dataDir, "postgres")));
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { encoding: "utf8" });
  const present = execFileSync("git", ["ls-files", "-d", "-z"], { encoding: "utf8" }).split("\0");
  for (const path of listed.split("\0").filter((each) => each !== "" && !present.includes(each)))
    cpSync(path, join(folder, path));
  linkPackages(join(folder, "node_modules"));
  return {
    folder,
    dataDir,
    async edit(path, from, to) {
      const file = join(folder, path);
      const text = await readFile(file, "utf8");
      if (text.split(from).length !== 2) throw new Error(`${path} does not contain this once: ${from}`);
      await writeFile(file, text.replace(from, to));
      return () => writeFile(file, text);
    },
  };
}

/** Gives another folder the packages of this one, as hard links where the file system allows it. */
export function linkPackages(to: string): void {
  try {
    execFileSync("cp", ["-al", "node_modules", to], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-a", "node_modules/.", to]);
  }
}

/** A port whose successor is free as well, for dashboard and tracking service. */
export async function findPortPair(): Promise<number> {
  for (;;) {
    const port = await findFreePort();
    if ((await findPortProblem(port + 1, "127.0.0.1")) === null) return port;
  }
}
