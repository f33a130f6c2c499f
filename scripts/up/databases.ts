import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "@/lib/platform/config/config";
import { type Cluster, type ClusterOptions, startCluster } from "@/lib/platform/postgres/cluster";
import { ensureDatabase, openFailure, withClient } from "@/lib/platform/postgres/create-database";
import { messageOf, StartError } from "./start-error";

export interface Databases {
  dashboardUrl: string;
  trackingUrl: string;
  /** Null if DATABASE_URL is set to the operator's own server. */
  cluster: Cluster | null;
}

const DASHBOARD = "drayboard";
const TRACKING = "tracking";
/** On the embedded PostgreSQL: the dashboard's database, then the tracking service's. */
export const DATABASES = [DASHBOARD, TRACKING] as const;

const restoreMark = (dataDir: string) => join(dataDir, "restore-incomplete");

/** Whether a restore into this data folder began and did not end. */
export const isRestoreIncomplete = (dataDir: string) => existsSync(restoreMark(dataDir));
export const noteRestoreBegun = (dataDir: string) => writeFileSync(restoreMark(dataDir), "", { flush: true });
export const noteRestoreEnded = (dataDir: string) => rmSync(restoreMark(dataDir), { force: true });

/** Throws StartError if a restore was aborted, because the folder is then not a usable installation. */
export function requireCompleteRestore(dataDir: string): void {
  if (isRestoreIncomplete(dataDir))
    throw new StartError(
      `A restore into ${dataDir} did not finish. Run npm run restore again, or remove that folder to start empty.`,
    );
}

/** The folder of the embedded PostgreSQL in a data folder. */
export const clusterFolder = (dataDir: string) => join(dataDir, "postgres");

/** The options to start the embedded PostgreSQL with these settings, the same for every command. */
export function clusterOptions(settings: Settings, log: (line: string) => void): ClusterOptions {
  const logFile = join(settings.dataDir, "logs", "postgres.log");
  return { dataDir: clusterFolder(settings.dataDir), log, logFile };
}

/**
 * Whether the tracking service's database belongs to this installation: `npm run up` starts the service, or it is started
 * separately (TRACKING_SERVICE_EMBEDDED=true with TRACKING_API_URL) and TRACKING_DATABASE_URL names its database.
 */
export const hasTrackingDatabase = (settings: Settings): boolean =>
  settings.trackingApiUrl === null ||
  (settings.trackingServiceEmbedded && settings.trackingDatabaseUrl !== null);

/**
 * Opens the two databases and creates missing ones: on the embedded PostgreSQL, which is started, or on the server of
 * DATABASE_URL. The tracking service's database can be set separately (TRACKING_DATABASE_URL). On a server of
 * DATABASE_URL its address is empty if it does not belong to this installation.
 */
export async function openDatabases(settings: Settings, log: (line: string) => void): Promise<Databases> {
  if (settings.databaseUrl !== null) return openOwnServer(settings, settings.databaseUrl);
  const cluster = await startCluster(clusterOptions(settings, log));
  try {
    await cluster.ensureDatabase(DASHBOARD);
    const trackingUrl = settings.trackingDatabaseUrl ?? cluster.urlFor(TRACKING);
    if (settings.trackingDatabaseUrl === null) await cluster.ensureDatabase(TRACKING);
    return { dashboardUrl: cluster.urlFor(DASHBOARD), trackingUrl, cluster };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Connects to the database of a setting once. Throws StartError with the setting's name. */
export async function requireDatabase(setting: string, url: string): Promise<void> {
  await withClient(url, async () => undefined).catch((error) => {
    throw new StartError(openFailure(setting, messageOf(error)));
  });
}

async function openOwnServer(settings: Settings, dashboardUrl: string): Promise<Databases> {
  await requireDatabase("DATABASE_URL", dashboardUrl);
  if (!hasTrackingDatabase(settings)) return { dashboardUrl, trackingUrl: "", cluster: null };
  if (settings.trackingDatabaseUrl !== null)
    return { dashboardUrl, trackingUrl: settings.trackingDatabaseUrl, cluster: null };
  await ensureDatabase(dashboardUrl, TRACKING).catch((error) => {
    throw new StartError(
      `The database "${TRACKING}" cannot be made next to DATABASE_URL's (${messageOf(error)}). ` +
        "Make it by hand (createdb tracking), or set TRACKING_DATABASE_URL.",
    );
  });
  const url = new URL(dashboardUrl);
  url.pathname = `/${TRACKING}`;
  return { dashboardUrl, trackingUrl: url.toString(), cluster: null };
}
