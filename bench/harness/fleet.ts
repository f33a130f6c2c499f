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
import type { Child } from "@/scripts/up/child";
import { dashboardArgs, workerArgs } from "@/scripts/up/dashboard-programs";
import { dashboardEnvironment } from "@/scripts/up/environment";
import { requireSecrets } from "@/scripts/up/secrets";
import { trackingProgram } from "@/scripts/up/tracking-program";
import { createKey, ensureAccount } from "@/tracking-service/accounts/authenticate";
import { openStore, type Store } from "@/tracking-service/store/database";
import { migrate } from "@/tracking-service/store/migrate";
import { EMAIL } from "./account";
import { openChildren } from "./children";
import type { Undo } from "./clean-up";
import { type ClusterMember, openClusterMember } from "./cluster-member";
import { type Member, programMember } from "./member";
import { type Passed, startRoundRobin } from "./round-robin";

const ACCOUNT = "Drayboard";

export interface Programs {
  dashboard(port: number): string[];
  worker: string[];
  service: string[];
}

const { dashboardHeapMb, workerHeapMb, trackingServiceHeapMb } = readSettings(process.env);

/** The programs as `npm run up` runs them, with the configured heap sizes. The dashboard must already be built. */
export const SHIPPED: Programs = {
  dashboard: (port) => dashboardArgs(port, "127.0.0.1", dashboardHeapMb),
  worker: workerArgs(workerHeapMb),
  service: trackingProgram(trackingServiceHeapMb),
};

export interface FleetOptions {
  dashboards: number;
  workers: number;
  /** The node arguments of each program. A dashboard receives its port. */
  programs: Programs;
  /** Settings in addition to those of `npm run up`. */
  dashboardSettings?: Record<string, string>;
  serviceSettings: Record<string, string>;
  clusterSettings?: Record<string, string>;
  onPassed?: (passed: Passed) => void;
}

/**
 * All parts of a large installation, each a separate process to kill. These are PostgreSQL with both databases, the
 * tracking service, workers, and dashboards behind a load balancer without retries.
 */
export interface Fleet {
  /** URL of the load balancer, used by users and deliveries. */
  publicUrl: string;
  dashboardUrls: string[];
  postgres: ClusterMember;
  service: Member;
  dashboards: Member[];
  workers: Member[];
  /** All members, always in the same order. */
  members: Member[];
  /** The service's settings, effective from its next start. */
  serviceSettings: Record<string, string>;
  /** The dashboard's settings, effective from each program's next start. */
  dashboardSettings: Record<string, string>;
  serviceUrl: string;
  key: string;
  password: string;
  dashboard: { db: Database; url: string };
  store: Store;
  logsDir: string;
  /** Runs a program with the dashboard's settings until it ends. Throws with its last lines on failure. */
  runAtDashboard(name: string, args: string[]): Promise<void>;
}

const responses = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(5_000) });
  await response.arrayBuffer();
  return response.status;
};

/** Creates databases, account, key and user, and defines the members. Only PostgreSQL is started. */
export async function openFleet(options: FleetOptions, onEnd: (undo: Undo) => void): Promise<Fleet> {
  const dataDir = await mkdtemp(join(tmpdir(), "drayboard-fleet-"));
  const logsDir = join(dataDir, "logs");
  await mkdir(logsDir, { mode: 0o700 });
  onEnd(() => removeCluster(dataDir));
  const postgres = await openClusterMember({ dataDir, settings: options.clusterSettings ?? {} });
  onEnd(() => postgres.stop());
  for (const name of ["drayboard", "tracking"]) await postgres.cluster.ensureDatabase(name);
  const databaseUrl = postgres.cluster.urlFor("drayboard");
  await migrateDashboard(databaseUrl);
  const { db, pool } = openDatabase(databaseUrl);
  onEnd(() => pool.end());
  const password = makePassword();
  await createFirstUser(db, { email: EMAIL, password });

  const store = openStore(postgres.cluster.urlFor("tracking"));
  onEnd(() => store.close());
  await migrate(store);
  const key = await createKey(store.db, (await ensureAccount(store.db, ACCOUNT)).id, "fleet");

  const children = openChildren(logsDir);
  const servicePort = await findFreePort();
  const serviceUrl = `http://127.0.0.1:${servicePort}/v2`;
  const serviceSettings = { ...options.serviceSettings };
  const dashboardSettings = { ...options.dashboardSettings };
  const service = programMember({
    name: "service",
    kind: "service",
    children,
    program: () => ({
      name: "service",
      args: [...options.programs.service, "serve"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        TRACKING_DATABASE_URL: store.url,
        TRACKING_SERVICE_PORT: String(servicePort),
        ...serviceSettings,
      },
    }),
    // The port is open before the start is complete. This line is logged after both.
    serves: async (child) => child.tail().includes("tracking service listens"),
  });

  const ports = await Promise.all(Array.from({ length: options.dashboards }, findFreePort));
  const dashboardUrls = ports.map((port) => `http://127.0.0.1:${port}`);
  const publicUrl = await startRoundRobin(dashboardUrls, onEnd, options.onPassed);
  const secrets = await requireSecrets(dataDir);
  const upstream = { url: serviceUrl, key, embedded: false };
  const environmentOn = (port: number) => {
    const settings = readSettings({
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: publicUrl,
    });
    const environment = dashboardEnvironment(settings, secrets, databaseUrl, upstream);
    return { ...environment, SEED_SAMPLES: "off", ...dashboardSettings };
  };
  const dashboards = ports.map((port, at) => {
    const name = `dashboard-${at + 1}`;
    return programMember({
      name,
      kind: "dashboard",
      children,
      program: () => ({ name, args: options.programs.dashboard(port), env: environmentOn(port) }),
      serves: async () => (await responses(`http://127.0.0.1:${port}/api/health`)) > 0,
    });
  });
  const workers = Array.from({ length: options.workers }, (_, at) => {
    const name = `worker-${at + 1}`;
    return programMember({
      name,
      kind: "worker",
      children,
      program: () => ({ name, args: options.programs.worker, env: environmentOn(1) }),
      serves: async (child: Child) => child.tail().includes("worker started"),
    });
  });
  const programs = [service, ...dashboards, ...workers];
  onEnd(() => Promise.all(programs.map((member) => member.stop())));
  return {
    publicUrl,
    dashboardUrls,
    postgres,
    service,
    dashboards,
    workers,
    members: [...dashboards, ...workers, service, postgres],
    serviceSettings,
    dashboardSettings,
    serviceUrl,
    key,
    password,
    dashboard: { db, url: databaseUrl },
    store,
    logsDir,
    runAtDashboard: (name, args) => children.run({ name, args, env: environmentOn(1) }, name),
  };
}
