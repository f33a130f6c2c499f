import { join } from "node:path";
import { resetPassword } from "@/lib/auth/users";
import { loadEnvFile, readSettings } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { migrateDashboard } from "@/lib/db/migrate";
import { makePrivateFolder } from "@/lib/postgres/private-folder";
import { openDatabases } from "./up/databases";
import { findHolder, holdDataDir } from "./up/run-record";
import { messageOf } from "./up/start-error";

const USAGE = "Usage: npm run user -- reset EMAIL";

/** `npm run user -- reset EMAIL`: a new password for who lost theirs, whether or not the system is running. */
async function main([verb, email, ...rest]: string[]): Promise<void> {
  if (verb !== "reset" || email === undefined || rest.length > 0) throw new Error(USAGE);
  loadEnvFile();
  const settings = readSettings(process.env);
  await makePrivateFolder(join(settings.dataDir, "logs"));
  const hold =
    findHolder(settings.dataDir) === null ? await holdDataDir(settings.dataDir, "npm run user") : null;
  const { dashboardUrl, cluster } = await openDatabases(
    // The tracking service's database is no business of this command.
    { ...settings, trackingApiUrl: settings.trackingApiUrl ?? "none" },
    (line) => console.error(line),
  );
  try {
    await migrateDashboard(dashboardUrl);
    const { db, pool } = openDatabase(dashboardUrl, { max: 1 });
    const password = await resetPassword(db, email).finally(() => pool.end());
    console.log(
      `The password of ${email} is now ${password} (shown this once). Every session of theirs has ended.`,
    );
  } finally {
    await cluster?.stop();
    hold?.release();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
