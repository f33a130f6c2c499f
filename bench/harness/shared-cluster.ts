import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import {
  type Cluster,
  type ClusterOptions,
  removeCluster,
  startCluster,
} from "@/lib/platform/postgres/cluster";
import { withClient } from "@/lib/platform/postgres/create-database";
import { openStore } from "@/tracking-service/store/database";
import { migrate } from "@/tracking-service/store/migrate";

/** The environment variable with the URL of the server that all smoke runs share. */
const SHARED = "SMOKE_POSTGRES_URL";

export interface SharedCluster {
  /** The environment with which a program uses this server. */
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** Starts a server for all smoke runs. Its databases are migrated and are the templates of theirs. */
export async function startSharedCluster(): Promise<SharedCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), "drayboard-smoke-"));
  const remove = () => removeCluster(dataDir);
  try {
    const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
    const cluster = await startCluster({ dataDir, settings });
    for (const name of ["drayboard", "tracking"]) await cluster.ensureDatabase(name);
    await migrateDashboard(cluster.urlFor("drayboard"));
    const store = openStore(cluster.urlFor("tracking"));
    await migrate(store).finally(() => store.close());
    return { env: { [SHARED]: cluster.urlFor("postgres") }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Whether this program uses the shared server. */
export const usesSharedCluster = (): boolean => process.env[SHARED] !== undefined;

/** Starts PostgreSQL in a folder. A smoke run creates its databases on the shared server instead, if there is one. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const server = process.env[SHARED];
  return server === undefined ? startCluster(options) : sharedCluster(server);
}

/** The shared server as a cluster of one program: its databases have names of their own. */
function sharedCluster(server: string): Cluster {
  const prefix = `smoke_${randomBytes(6).toString("hex")}`;
  return {
    urlFor(database) {
      const url = new URL(server);
      url.pathname = `/${prefix}_${database}`;
      return url.toString();
    },
    ensureDatabase: (name) =>
      withClient(server, async (client) => {
        await client.query(`create database ${prefix}_${name} template ${name}`);
      }),
    stop: async () => undefined,
    borrowed: true,
    exited: new Promise(() => undefined),
    data: "",
  };
}
