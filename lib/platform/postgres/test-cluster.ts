import { chmod, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { removeCluster, startCluster } from "./cluster";
import { isAlive } from "./postmaster";

declare module "vitest" {
  export interface ProvidedContext {
    /** Administrator's URL of the cluster of this test run. */
    testClusterUrl: string;
  }
}

const PREFIX = "drayboard-test-";

/** Vitest's globalSetup: one cluster per run, in a temporary folder, removed with its data at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  if (process.getuid?.() === 0) await chmod(dataDir, 0o711);
  const cluster = await startCluster({
    dataDir,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  project.provide("testClusterUrl", cluster.urlFor("postgres"));
  return async () => {
    await cluster.stop();
    await removeCluster(dataDir);
  };
}

/** A killed run leaves its server and folder; its process id is in the folder's name. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split("-")[0]) : Number.NaN;
    if (!Number.isNaN(pid) && !isAlive(pid)) await removeCluster(join(tmpdir(), name)).catch(() => undefined);
  }
}
