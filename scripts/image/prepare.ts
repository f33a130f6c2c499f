import { readSettings } from "@/lib/platform/config/config";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { ensureFirstUser } from "@/scripts/up/first-user";
import { messageOf, StartError } from "@/scripts/up/start-error";

/**
 * `prepare`: migrates the database of DATABASE_URL and creates the first user. Run it before dashboards and workers of a
 * new version start. It changes nothing when repeated.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  if (settings.databaseUrl === null) throw new StartError("DATABASE_URL is not set.");
  await migrateDashboard(settings.databaseUrl);
  console.log(await ensureFirstUser(settings.databaseUrl, settings));
}

try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
