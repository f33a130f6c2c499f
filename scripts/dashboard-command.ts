import { join } from "node:path";
import { loadEnvFile, readSettings } from "@/lib/platform/config/config";
import { type Database, openDatabase } from "@/lib/platform/database/client";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { makePrivateFolder } from "@/lib/platform/postgres/private-directory";
import { openDatabases, requireCompleteRestore } from "@/scripts/up/databases";
import { findHolder, holdDataDir } from "@/scripts/up/run-record";
import { onStopRequest } from "@/scripts/up/signals";
import { messageOf } from "@/scripts/up/start-error";

/**
 * Runs a command on the dashboard's database, whether or not the system is running. A stop request before `work` begins ends the
 * programs that were started, with `unchanged` as the message. The exit code is 1 on failure.
 */
export async function runOnDashboard(
  { program, unchanged }: { program: string; unchanged: string },
  work: (db: Database) => Promise<void>,
): Promise<void> {
  try {
    const stopped = stopRequest(unchanged);
    loadEnvFile();
    const settings = readSettings(process.env);
    requireCompleteRestore(settings.dataDir);
    await makePrivateFolder(join(settings.dataDir, "logs"));
    const hold = findHolder(settings.dataDir) === null ? await holdDataDir(settings.dataDir, program) : null;
    const opening = openDatabases(
      // Such a command does not use the tracking service's database.
      { ...settings, trackingApiUrl: settings.trackingApiUrl ?? "none" },
      (line) => console.error(line),
    );
    try {
      const { dashboardUrl } = await Promise.race([opening, stopped]);
      await Promise.race([migrateDashboard(dashboardUrl), stopped]);
      // From here on the command always completes.
      const { db, pool } = openDatabase(dashboardUrl, { max: 1 });
      await work(db).finally(() => pool.end());
    } finally {
      // On a stop during the start, waits for the server to start so that it can be stopped. No other process would stop
      // it.
      const databases = await opening.catch(() => null);
      await databases?.cluster?.stop();
      hold?.release();
    }
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}

/** Rejects on a request to end this process, so that the programs it started are ended first. */
function stopRequest(unchanged: string): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    onStopRequest((reason) => reject(new Error(`Stopped (${reason}). ${unchanged}`)));
  });
  stopped.catch(() => undefined);
  return stopped;
}
