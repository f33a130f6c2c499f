import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeCluster, startCluster, stopLeftCluster } from "@/lib/platform/postgres/cluster";
import { withClient } from "@/lib/platform/postgres/create-database";
import { findPostmaster } from "@/lib/platform/postgres/postmaster";
import { keepCluster } from "./cluster-lifecycle";
import { watchDiskSpace } from "./disk-space";

let parent = "";
let dataDir = "";

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "drayboard-keep-"));
  await chmod(parent, 0o711);
  dataDir = join(parent, "postgres");
});
afterEach(async () => {
  await removeCluster(dataDir).catch(() => undefined);
  await rm(parent, { recursive: true, force: true });
});

describe("a cluster that has ended", () => {
  it("is restarted, and a concurrent stop can wait for that start", async () => {
    const options = { dataDir, settings: { fsync: "off" } };
    const first = await startCluster(options);
    let stopping = false;
    let stored: Promise<void> = Promise.resolve();
    const start = await new Promise<{ promise: Promise<unknown> }>((resolve) => {
      stored = keepCluster(
        first,
        options,
        () => stopping,
        (promise) => resolve({ promise }),
      );
      findPostmaster(first.data).then((server) => server && process.kill(server.pid, "SIGKILL"));
    });
    stopping = true;
    await start.promise;
    expect(await stopLeftCluster(dataDir)).toBe(true);
    await stored;
    expect(await findPostmaster(first.data)).toBeNull();
  });
});

const MOUNTED = "drayboard test";

/** Mounts a separate 200 MB disk at this folder. Returns false if that is not allowed. */
function mountSmallDisk(folder: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=200m,mode=0711", MOUNTED, folder]).status === 0;
}

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096));
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(file);
  }
}

describe("a full disk", () => {
  it("is reported once, and PostgreSQL restarts at the same address when there is space", async ({
    skip,
  }) => {
    if (!mountSmallDisk(parent)) skip("mounting a small disk is not allowed here");
    try {
      const options = { dataDir, settings: { fsync: "off" } };
      const first = await startCluster(options);
      const reported: string[] = [];
      const space = watchDiskSpace([parent], (line) => reported.push(line));
      let stopping = false;
      let start: Promise<unknown> = Promise.resolve();
      const stored = keepCluster(
        first,
        options,
        () => stopping,
        (promise) => {
          start = promise;
        },
        space,
      );
      const filler = join(parent, "filler");
      fill(filler);
      const server = await findPostmaster(first.data);
      if (server) process.kill(server.pid, "SIGKILL");
      await vi.waitFor(() => expect(reported.join()).toContain("Disk full"), { timeout: 60_000 });
      await rm(filler);
      const responses = () => withClient(first.urlFor("postgres"), async () => undefined);
      await vi.waitFor(responses, { timeout: 60_000, interval: 200 });
      await vi.waitFor(() => expect(reported).toHaveLength(2), { timeout: 60_000 });
      expect(reported).toEqual([expect.stringMatching(/^Disk full/), "There is space on the disk again."]);
      await start;
      stopping = true;
      await stopLeftCluster(dataDir);
      await stored;
    } finally {
      await stopLeftCluster(dataDir).catch(() => undefined);
      spawnSync("umount", [parent]);
    }
  });

  it("is reported once until there is enough space again", async () => {
    const reported: string[] = [];
    let free = 100;
    const space = watchDiskSpace(
      ["/data"],
      (line) => reported.push(line),
      async () => free * 1024 * 1024,
    );
    for (free of [100, 3, 0, 20, 3, 40, 20]) await space.check();
    expect(reported).toEqual([
      "Disk full: /data has no room left. Free some space; everything then continues by itself.",
      "There is space on the disk again.",
    ]);
  });
});
