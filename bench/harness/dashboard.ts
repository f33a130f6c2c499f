import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFirstUser } from "@/lib/auth/accounts/users";
import { makePassword } from "@/lib/auth/passwords/password-hash";
import { readSettings } from "@/lib/platform/config/config";
import { type Database, openDatabase } from "@/lib/platform/database/client";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { removeCluster } from "@/lib/platform/postgres/cluster";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { build, findBuildNeed } from "@/scripts/up/build";
import type { Child, Children } from "@/scripts/up/child";
import { startDashboard } from "@/scripts/up/dashboard-programs";
import { dashboardEnvironment } from "@/scripts/up/environment";
import { waitUntilHealthy } from "@/scripts/up/health";
import { requireSecrets } from "@/scripts/up/secrets";
import { EMAIL } from "./account";
import { openChildren } from "./children";
import type { Undo } from "./clean-up";
import { SHIPPED } from "./fleet";
import { type Member, programMember } from "./member";
import { openCluster } from "./shared-cluster";
import { sized } from "./smoke";

/** A separate dashboard on a fresh database, on loopback only. It is removed at the end. */
export interface Dashboard {
  db: Database;
  databaseUrl: string;
  password: string;
  logsDir: string;
  /** Builds the dashboard if its sources are newer than the current build, then starts it. Returns its URL. */
  startDashboard(upstreamUrl: string): Promise<string>;
  /** The built dashboard at a fixed URL, as a process that can be killed and restarted. */
  freshDashboard(upstreamUrl: string, name?: string): Promise<{ url: string; member: Member }>;
  /**
   * Starts another Node program with the dashboard's settings and its own port. `check` returns whether it is ready.
   */
  startProgram(name: string, args: string[], check: (baseUrl: string) => Promise<boolean>): Promise<string>;
  /** Starts a bare server for comparison, with the dashboard's settings. It is ready when it answers `/health`. */
  startFloor(file: string): Promise<string>;
}

const dataOnLoopback = (port: number, dataDir: string) => ({
  HOST: "127.0.0.1",
  PORT: String(port),
  DATA_DIR: dataDir,
});

/**
 * Starts a cluster in a temporary folder, migrates its database to the current schema and creates a user. `set` adds
 * settings for its programs to those that every dashboard has.
 */
export async function openDashboard(
  onEnd: (undo: Undo) => void,
  set: Record<string, string> = {},
): Promise<Dashboard> {
  const dataDir = await mkdtemp(join(tmpdir(), "drayboard-bench-"));
  onEnd(() => removeCluster(dataDir));
  const logsDir = join(dataDir, "logs");
  await mkdir(logsDir, { mode: 0o700 });
  const cluster = await openCluster({ dataDir });
  await cluster.ensureDatabase("drayboard");
  const databaseUrl = cluster.urlFor("drayboard");
  await migrateDashboard(databaseUrl);
  const { db, pool } = openDatabase(databaseUrl);
  onEnd(() => pool.end());
  const password = makePassword();
  await createFirstUser(db, { email: EMAIL, password });
  const children = openChildren(logsDir);
  onEnd(() => children.stopAll(sized(2_500, 0)));

  async function environmentOn(port: number, upstreamUrl: string) {
    const settings = readSettings(dataOnLoopback(port, dataDir));
    const upstream = { url: upstreamUrl, key: "bench", embedded: false };
    const env = {
      ...dashboardEnvironment(settings, await requireSecrets(dataDir), databaseUrl, upstream),
      ...set,
    };
    return { settings, env };
  }

  const startProgram: Dashboard["startProgram"] = async (name, args, check) => {
    const { settings, env } = await environmentOn(await findFreePort(), "http://127.0.0.1:9/v2");
    const child: Child = children.start({ name, args, env });
    await waitUntilHealthy({ name, child, timeoutMs: 30_000, check: () => check(settings.publicUrl) });
    return settings.publicUrl;
  };

  return {
    db,
    databaseUrl,
    password,
    logsDir,
    async startDashboard(upstreamUrl) {
      await buildWhenNeeded(children);
      const { settings, env } = await environmentOn(await findFreePort(), upstreamUrl);
      await startDashboard(children, settings, env);
      return settings.publicUrl;
    },
    async freshDashboard(upstreamUrl, name = "dashboard") {
      await buildWhenNeeded(children);
      const port = await findFreePort();
      const { settings, env } = await environmentOn(port, upstreamUrl);
      const member = programMember({
        ...{ name, kind: "dashboard", children },
        program: () => ({ name, args: SHIPPED.dashboard(port), env }),
        serves: async () => (await fetch(`${settings.publicUrl}/api/health`)).ok,
      });
      member.start();
      await member.untilUp();
      onEnd(() => member.stop());
      return { url: settings.publicUrl, member };
    },
    startProgram,
    startFloor: (file) =>
      startProgram("floor", ["--import", "tsx", file], async (url) => (await fetch(`${url}/health`)).ok),
  };
}

/** Builds the dashboard if its sources are newer than the current build. */
export async function buildWhenNeeded(children: Children): Promise<void> {
  const wanted = await findBuildNeed();
  if (wanted === null) return;
  await build(async (args, env) => {
    await children.run({ name: "build", args, env }, "Building the dashboard");
    return 0;
  }, wanted);
}
