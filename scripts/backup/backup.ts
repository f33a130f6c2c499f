import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Settings } from "@/lib/platform/config/config";
import { findPlacement } from "@/lib/platform/postgres/data-placement";
import { makePrivateFolder } from "@/lib/platform/postgres/private-directory";
import {
  clusterFolder,
  hasTrackingDatabase,
  openDatabases,
  requireCompleteRestore,
  requireDatabase,
} from "@/scripts/up/databases";
import { findHolder, holdDataDir } from "@/scripts/up/run-record";
import { findSecrets } from "@/scripts/up/secrets";
import { StartError } from "@/scripts/up/start-error";
import { openSnapshot, type Snapshot } from "./dump";
import {
  type BackupHeader,
  type DatabaseName,
  entryFrame,
  findTargetProblem,
  writeBackupFile,
} from "./file-format";
import { readPassphrase, type Sealed, sealSecrets, secretsInUse } from "./secrets";

/** The version of Drayboard from package.json. */
export async function appVersion(): Promise<string> {
  return z.object({ version: z.string() }).parse(JSON.parse(await readFile("package.json", "utf8"))).version;
}

export interface BackupSource {
  /** In the order of the file. `exported` is a snapshot to join, for tests. */
  databases: { name: DatabaseName; url: string; exported?: string }[];
  /** The service that the dashboard follows, if its database is not included. */
  trackingApiUrl: string | null;
}

/**
 * Writes a backup of running databases, each in its own snapshot. Returns its size in bytes and its number of rows. The
 * file gets its name only after it has been completely written, flushed and read back.
 */
export async function writeBackup(
  file: string,
  source: BackupSource,
  options: { sealed: Sealed | null; replace: boolean; signal?: AbortSignal },
  report: (line: string) => void,
): Promise<{ size: number; tables: number }> {
  const snapshots: Snapshot[] = [];
  try {
    for (const { name, url, exported } of source.databases)
      snapshots.push(await openSnapshot(url, name, exported));
    if (snapshots.some(({ migrations }) => migrations.length === 0))
      throw new StartError("There is nothing to back up yet: start Drayboard once (npm run up).");
    const header: BackupHeader = {
      app: await appVersion(),
      createdAt: new Date().toISOString(),
      databases: snapshots.map(({ name, migrations }) => ({ name, migrations })),
      trackingApiUrl: source.trackingApiUrl,
      secrets: options.sealed?.secrets ?? null,
    };
    const frames = async function* () {
      for (const snapshot of snapshots) {
        report(`Copying the ${snapshot.name} database (${snapshot.tables.length} tables)`);
        yield* snapshot.frames(() => undefined);
      }
      yield entryFrame({ kind: "end" });
    };
    const fileKey = options.sealed?.fileKey ?? null;
    const size = await writeBackupFile(file, { ...options, fileKey }, header, frames);
    return { size, tables: snapshots.reduce((sum, { tables }) => sum + tables.length, 0) };
  } finally {
    await Promise.all(snapshots.map((snapshot) => snapshot.close()));
  }
}

const OTHER_SERVICE =
  "TRACKING_API_URL is set, so it has no database of a tracking service. If that service is yours, set " +
  "TRACKING_SERVICE_EMBEDDED=true and TRACKING_DATABASE_URL, so that its database is included.";
const LEFT_OUT =
  "The keys are NOT in this backup: no passphrase was given (BACKUP_PASSPHRASE, or typed on a terminal).\n" +
  "Restored without them (and without NEXTAUTH_SECRET and SECRETS_KEY set to the same values):\n" +
  "  - everybody signs in again;\n" +
  "  - two-factor codes no longer work: users sign in with a recovery code, or an admin removes the second factor;\n" +
  "  - the webhook's secret is unreadable: after take-over it is read from the tracking service again, or a new webhook\n" +
  "    is registered; deliveries until then are refused and come back with the next sync;\n" +
  "  - visitors of shared links enter their passcode again.";

/**
 * `npm run backup -- FILE`: backs up the databases of these settings, whether or not the system runs. Throws StartError
 * with instructions.
 */
export async function backUp(
  file: string,
  settings: Settings,
  options: { replace: boolean; withoutSecrets: boolean; signal: AbortSignal },
  report: (line: string) => void,
): Promise<void> {
  const problem = await findTargetProblem(file, options.replace);
  if (problem !== null) throw new StartError(problem);
  const { dataDir } = settings;
  requireCompleteRestore(dataDir);
  if (settings.databaseUrl === null && (await findPlacement(clusterFolder(dataDir))) === null)
    throw new StartError(`There is nothing to back up in ${dataDir}: no database was created there yet.`);
  const secrets = secretsInUse(settings, await findSecrets(dataDir));
  const passphrase = options.withoutSecrets
    ? null
    : await readPassphrase(settings, "Passphrase for the keys in the backup (empty: leave them out): ", true);
  const sealed = passphrase === null ? null : await sealSecrets(secrets, passphrase);

  await makePrivateFolder(join(dataDir, "logs"));
  const hold = findHolder(dataDir) === null ? await holdDataDir(dataDir, "npm run backup") : null;
  const opening = openDatabases(settings, report);
  try {
    const { dashboardUrl, trackingUrl } = await opening;
    options.signal.throwIfAborted();
    const databases: BackupSource["databases"] = [{ name: "dashboard", url: dashboardUrl }];
    const included = hasTrackingDatabase(settings);
    if (included) {
      if (settings.trackingDatabaseUrl !== null) await requireDatabase("TRACKING_DATABASE_URL", trackingUrl);
      databases.push({ name: "tracking", url: trackingUrl });
    }
    const begun = Date.now();
    const { size, tables } = await writeBackup(
      file,
      { databases, trackingApiUrl: included ? null : settings.trackingApiUrl },
      { sealed, replace: options.replace, signal: options.signal },
      report,
    );
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    report(`Backup complete: ${file}, ${tables} tables, ${formatSize(size)}, ${seconds} s.`);
    if (sealed === null) report(LEFT_OUT);
    report(
      "It holds everything Drayboard knows, unencrypted but for the keys. Keep it where nobody else can read it.",
    );
    if (!included) report(OTHER_SERVICE);
  } finally {
    const databases = await opening.catch(() => null);
    await databases?.cluster?.stop();
    hold?.release();
  }
}

const formatSize = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
