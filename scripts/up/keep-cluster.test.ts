import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeCluster, startCluster, stopLeftCluster } from "@/lib/postgres/cluster";
import { findPostmaster } from "@/lib/postgres/postmaster";
import { keepCluster } from "./keep-cluster";

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

describe("a cluster that ended", () => {
  it("is started again, and who stops meanwhile can wait for that start", async () => {
    const options = { dataDir, settings: { fsync: "off" } };
    const first = await startCluster(options);
    let stopping = false;
    let kept: Promise<void> = Promise.resolve();
    const start = await new Promise<{ promise: Promise<unknown> }>((resolve) => {
      kept = keepCluster(
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
    await kept;
    expect(await findPostmaster(first.data)).toBeNull();
  });
});
