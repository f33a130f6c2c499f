import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "@/lib/platform/config/config";
import { TAKE_OVER } from "@/lib/platform/database/restored";
import { type Cluster, startCluster } from "@/lib/platform/postgres/cluster";
import { withClient } from "@/lib/platform/postgres/create-database";
import { makePrivateFolder } from "@/lib/platform/postgres/private-directory";
import {
  clusterOptions,
  DATABASES,
  isRestoreIncomplete,
  noteRestoreBegun,
  noteRestoreEnded,
  openDatabases,
} from "@/scripts/up/databases";
import { holdDataDir } from "@/scripts/up/run-record";
import { type Secrets, saveSecrets } from "@/scripts/up/secrets";
import { StartError } from "@/scripts/up/start-error";
import { appVersion } from "./backup";
import { knownMigrations } from "./catalog";
import {
  type BackupFile,
  type BackupHeader,
  type DatabaseName,
  EntryReader,
  openBackupFile,
  requireAuthentic,
} from "./file-format";
import { loadDatabase, type Restoration, requireEmptyDatabase } from "./load";
import { openSecrets, readPassphrase } from "./secrets";

const CALLED: Record<DatabaseName, string> = {
  dashboard: "The dashboard's database",
  tracking: "The tracking service's database",
};

/** Throws StartError if the backup has a migration that this version does not know. */
async function requireKnownMigrations({ app, databases }: BackupHeader): Promise<void> {
  for (const { name, migrations } of databases) {
    const known = await knownMigrations(name);
    const unknown = migrations.find((migration) => !known.includes(migration));
    if (unknown !== undefined)
      throw new StartError(
        `The backup is newer than this version of Drayboard: it was written by ${app} with the migration ${unknown} ` +
          `of the ${name} database; this is ${await appVersion()}, whose last is ${known.at(-1)}. Nothing was restored. ` +
          "Restore it with the version that wrote it, or a later one.",
      );
  }
}

/**
 * Restores a backup's databases into empty ones, paused. Everything is read back and compared before the commit.
 * Returns the number of rows.
 */
export async function restoreDatabases(
  backup: BackupFile,
  targets: Partial<Record<DatabaseName, string>>,
  report: (line: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { header } = backup;
  await requireKnownMigrations(header);
  const wanted = header.databases.map((expected) => {
    const url = targets[expected.name];
    if (url === undefined) throw new Error(`no target was named for the ${expected.name} database`);
    return { ...expected, url };
  });
  for (const { name, url } of wanted) await requireEmptyDatabase(url, CALLED[name]);
  const restored = { backupAt: header.createdAt, restoredAt: new Date().toISOString() };
  const entries = await EntryReader.open(backup);
  const loaded: Restoration[] = [];
  const leave = () => entries.close();
  signal?.addEventListener("abort", leave);
  try {
    for (const { url, ...expected } of wanted) {
      report(`Restoring the ${expected.name} database`);
      loaded.push(await loadDatabase(url, entries, expected, restored, report));
    }
    await entries.next("end");
    signal?.throwIfAborted();
    for (const one of [...loaded].reverse()) await one.commit();
    for (const one of loaded) await one.finish();
    return loaded.reduce((sum, { rows }) => sum + rows, 0);
  } catch (error) {
    await Promise.all(loaded.map((one) => one.abandon()));
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", leave);
    entries.close();
  }
}

/**
 * `npm run restore -- FILE`: restores into an empty DATA_DIR, or into the empty databases of these settings. Throws
 * StartError with instructions. The target is then still empty, or every start rejects it until a restore has
 * succeeded.
 */
export async function restore(
  file: string,
  settings: Settings,
  options: { withoutSecrets: boolean; signal: AbortSignal },
  report: (line: string) => void,
): Promise<void> {
  report("Checking the file");
  const backup = await openBackupFile(file);
  await requireKnownMigrations(backup.header);
  const { secrets, isChecked } = await readSecrets(backup, settings, options.withoutSecrets);
  const { dataDir } = settings;
  await makePrivateFolder(join(dataDir, "logs"));
  const hold = await holdDataDir(dataDir, "npm run restore");
  let cluster: Cluster | null = null;
  try {
    const again = isRestoreIncomplete(dataDir);
    if (!again && existsSync(join(dataDir, "secrets.json")))
      throw new StartError(
        `${dataDir} holds the keys of another installation (secrets.json). Nothing was changed. ` +
          "Set DATA_DIR to a new folder.",
      );
    const opened = await openTargets(backup.header, settings, again, report);
    cluster = opened.cluster;
    options.signal.throwIfAborted();
    for (const { name } of backup.header.databases)
      await requireEmptyDatabase(opened.targets[name], CALLED[name]);
    noteRestoreBegun(dataDir);
    let rows = 0;
    try {
      rows = await restoreDatabases(backup, opened.targets, report, options.signal);
      if (secrets !== null) await saveSecrets(dataDir, secrets);
    } catch (error) {
      await forgetWhereEmpty(backup.header, opened.targets, dataDir);
      throw error;
    }
    noteRestoreEnded(dataDir);
    report(`Restored and verified: ${rows.toLocaleString("en-US")} rows, as of ${backup.header.createdAt}.`);
    if (!isChecked) report(NOT_CHECKED);
    for (const line of adviceAfter(backup.header, settings, secrets)) report(line);
  } finally {
    await cluster?.stop();
    hold.release();
  }
}

/** Nothing was committed. The target is as empty as before and may be started. */
async function forgetWhereEmpty(
  { databases }: BackupHeader,
  targets: Record<DatabaseName, string>,
  dataDir: string,
): Promise<void> {
  try {
    for (const { name } of databases) await requireEmptyDatabase(targets[name], CALLED[name]);
    noteRestoreEnded(dataDir);
  } catch {
    // The mark stays, so every start rejects the folder.
  }
}

async function openTargets(
  { databases }: BackupHeader,
  settings: Settings,
  again: boolean,
  report: (line: string) => void,
): Promise<{ targets: Record<DatabaseName, string>; cluster: Cluster | null }> {
  if (settings.databaseUrl !== null) {
    // The included service is restored as well, even if these settings name another one.
    const trackingApiUrl = databases.some(({ name }) => name === "tracking") ? null : "none";
    const { dashboardUrl, trackingUrl } = await openDatabases({ ...settings, trackingApiUrl }, report);
    return { targets: { dashboard: dashboardUrl, tracking: trackingUrl }, cluster: null };
  }
  const cluster = await startCluster(clusterOptions(settings, report));
  try {
    // Data of a killed restore may be removed, because it began with empty databases.
    if (again)
      await withClient(cluster.urlFor("postgres"), async (client) => {
        for (const name of DATABASES)
          await client.query(`drop database if exists ${client.escapeIdentifier(name)}`);
      });
    for (const name of DATABASES) await cluster.ensureDatabase(name);
    const [dashboard, tracking] = DATABASES.map((name) => cluster.urlFor(name));
    if (dashboard === undefined || tracking === undefined) throw new Error("no databases are named");
    return { targets: { dashboard, tracking: settings.trackingDatabaseUrl ?? tracking }, cluster };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

const NOT_CHECKED =
  "The file was not checked against a passphrase. Its checksum shows damage, but anyone who changes a file can compute it again.";
const UNCHECKED = { secrets: null, isChecked: false };

/** The keys of a backup, after a check that the whole file is as it was written with the passphrase. */
async function readSecrets(
  backup: BackupFile,
  settings: Settings,
  without: boolean,
): Promise<{ secrets: Secrets | null; isChecked: boolean }> {
  if (without) return UNCHECKED;
  const { secrets } = backup.header;
  if (secrets === null && settings.backupPassphrase)
    throw new StartError(
      "BACKUP_PASSPHRASE is set, but this backup was written without a passphrase, or somebody removed it to change the " +
        "file. Nothing was restored. Use another copy, or restore it as it is: add --without-secrets.",
    );
  if (secrets === null) return UNCHECKED;
  const passphrase = await readPassphrase(settings, "Passphrase of the backup: ", false);
  if (passphrase === null)
    throw new StartError(
      "The keys in this backup are encrypted. Set BACKUP_PASSPHRASE, or restore without them: add --without-secrets " +
        "(then everybody signs in again and two-factor codes no longer work).",
    );
  const opened = await openSecrets(secrets, passphrase);
  await requireAuthentic(backup, opened.fileKey);
  return { secrets: opened.secrets, isChecked: true };
}

function adviceAfter(header: BackupHeader, settings: Settings, secrets: Secrets | null): string[] {
  const lines: string[] = [];
  if (secrets === null) lines.push("The keys were not restored: everybody signs in again.");
  const differ = (name: string, set: string | null, stored: string | undefined) => {
    if (set !== null && secrets !== null && set !== stored)
      lines.push(
        `${name} is set here to another value than the backup's. What was encrypted with the backup's key is unreadable ` +
          `until you remove ${name}: the restored secrets.json has the right one.`,
      );
  };
  differ("NEXTAUTH_SECRET", settings.nextauthSecret, secrets?.nextauthSecret);
  differ("SECRETS_KEY", settings.secretsKey, secrets?.secretsKey);
  if (header.trackingApiUrl !== null && header.trackingApiUrl !== settings.trackingApiUrl)
    lines.push(
      `The backup follows the tracking service at ${header.trackingApiUrl}. Set TRACKING_API_URL and TRACKING_API_KEY ` +
        "before you take over: against another service every container would count as deleted.",
    );
  lines.push(
    "Start it as usual (npm run up, or the programs of an image). It starts paused: no jobs, no sync, no webhook registration, no webhook deliveries.",
    `Stop the original, then take over: ${TAKE_OVER}`,
  );
  return lines;
}
