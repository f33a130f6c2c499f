import { join } from "node:path";
import { resetPassword } from "@/lib/auth/accounts/users";
import { loadEnvFile, readSettings } from "@/lib/platform/config/config";
import { openDatabase } from "@/lib/platform/database/client";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { makePrivateFolder } from "@/lib/platform/postgres/private-directory";
import { openDatabases, requireCompleteRestore } from "@/scripts/up/databases";
import { findHolder, holdDataDir } from "@/scripts/up/run-record";
import { onStopRequest } from "@/scripts/up/signals";
import { messageOf } from "@/scripts/up/start-error";

const USAGE = "Usage: npm run user -- reset EMAIL";

/** `npm run user -- reset EMAIL`: sets a new password for a user who lost it, whether or not the system is running. */
async function main([verb, email, ...rest]: string[]): Promise<void> {
  if (verb !== "reset" || email === undefined || rest.length > 0) throw new Error(USAGE);
  const stopped = stopRequest();
  loadEnvFile();
  const settings = readSettings(process.env);
  requireCompleteRestore(settings.dataDir);
  await makePrivateFolder(join(settings.dataDir, "logs"));
  const hold =
    findHolder(settings.dataDir) === null ? await holdDataDir(settings.dataDir, "npm run user") : null;
  const opening = openDatabases(
    // This command does not use the tracking service's database.
    { ...settings, trackingApiUrl: settings.trackingApiUrl ?? "none" },
    (line) => console.error(line),
  );
  try {
    const { dashboardUrl } = await Promise.race([opening, stopped]);
    await Promise.race([migrateDashboard(dashboardUrl), stopped]);
    // From here on the command always completes. A password that was set but not shown would lock the user out.
    const { db, pool } = openDatabase(dashboardUrl, { max: 1 });
    const password = await resetPassword(db, email).finally(() => pool.end());
    console.log(
      `The password of ${email} is now ${password} (shown this once). Every session of theirs has ended.`,
    );
  } finally {
    // On a stop during the start, waits for the server to start so that it can be stopped. No other process would stop
    // it.
    const databases = await opening.catch(() => null);
    await databases?.cluster?.stop();
    hold?.release();
  }
}

/** Rejects on a request to end this process, so that the programs it started are ended first. */
function stopRequest(): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    onStopRequest((reason) => reject(new Error(`Stopped (${reason}). No password was changed.`)));
  });
  stopped.catch(() => undefined);
  return stopped;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
