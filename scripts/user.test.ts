import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeCluster } from "@/lib/platform/postgres/cluster";
import { findPlacement } from "@/lib/platform/postgres/data-placement";
import { findPostmaster } from "@/lib/platform/postgres/postmaster";

let dataDir = "";

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "drayboard-user-"));
  await chmod(dataDir, 0o711);
});
afterEach(async () => {
  await removeCluster(join(dataDir, "postgres")).catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
});

async function findServer() {
  const placement = await findPlacement(join(dataDir, "postgres"));
  return placement && findPostmaster(join(placement.home, "data"));
}

describe("npm run user", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "leaves no server behind and releases the folder when stopped by %s while PostgreSQL starts",
    async (signal) => {
      const { DATABASE_URL: _, npm_lifecycle_event: __, ...env } = process.env;
      const child = spawn(
        process.execPath,
        ["--import", "tsx", "scripts/user.ts", "reset", "dashboard@example.com"],
        { env: { ...env, DATA_DIR: dataDir }, stdio: ["ignore", "ignore", "pipe"] },
      );
      let reported = "";
      child.stderr.on("data", (chunk) => {
        reported += chunk;
      });
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
      while (child.exitCode === null && !(await findServer())) await pause(20);
      child.kill(signal);
      expect(await ended).toBe(1);
      expect(reported).toContain(`Stopped (${signal}). No password was changed.`);
      expect(await findServer()).toBeNull();
      expect(existsSync(join(dataDir, "running.json"))).toBe(false);
    },
  );
});
