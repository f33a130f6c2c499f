import { setTimeout as pause } from "node:timers/promises";
import { readSettings, type Settings } from "@/lib/platform/config/config";
import { openDatabase } from "@/lib/platform/database/client";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { requireKnownSchema } from "@/lib/platform/database/schema-version";
import { readReadiness } from "@/lib/realtime/server-readiness";
import { hasTrackingDatabase, requireDatabase } from "@/scripts/up/databases";
import { ensureFirstUser } from "@/scripts/up/first-user";
import { messageOf, StartError } from "@/scripts/up/start-error";
import { takeOver } from "@/scripts/up/take-over";

const WAIT_MS = 600_000;
const PAUSE_MS = 500;

/** Waits until another process has migrated the database. Throws after ten minutes, or when a newer version has migrated it. */
async function untilPrepared(databaseUrl: string): Promise<void> {
  const { db, pool } = openDatabase(databaseUrl, { max: 1 });
  let hasReported = false;
  try {
    for (const until = Date.now() + WAIT_MS; ; await pause(PAUSE_MS)) {
      const { migrations } = await readReadiness(new Date(), { db, pool });
      if (migrations.ok) return;
      if (migrations.applied === "newer") await requireKnownSchema(db);
      if (!hasReported) console.log("Waiting for the program prepare to migrate the database.");
      hasReported = true;
      if (Date.now() > until) throw new StartError("The database was not prepared. Run the program prepare.");
    }
  } finally {
    await pool.end();
  }
}

/** Ends the pause of a restored installation, in the tracking service's database too if it belongs to this installation. */
async function endPause(dashboardUrl: string, settings: Settings): Promise<void> {
  if (settings.trackingApiUrl !== null && settings.trackingServiceEmbedded && !hasTrackingDatabase(settings))
    throw new StartError(
      "TRACKING_DATABASE_URL is not set. The tracking service of this installation is paused in its own database.",
    );
  const trackingUrl = hasTrackingDatabase(settings) ? (settings.trackingDatabaseUrl ?? "") : "";
  if (trackingUrl !== "") await requireDatabase("TRACKING_DATABASE_URL", trackingUrl);
  await takeOver({ dashboardUrl, trackingUrl });
  console.log("The pause of the restored installation has ended. Its programs continue by themselves.");
}

/**
 * `prepare`: migrates the database of DATABASE_URL and creates the first user. Run it before dashboards and workers of a
 * new version start. It changes nothing when repeated. `prepare --wait` changes nothing and ends when another process has migrated the
 * database. `prepare --take-over` then also ends the pause of a restored installation.
 */
async function main([option, ...rest]: string[]): Promise<void> {
  if ((option !== undefined && option !== "--wait" && option !== "--take-over") || rest.length > 0)
    throw new StartError("Usage: prepare [--wait | --take-over]");
  const settings = readSettings(process.env);
  if (settings.databaseUrl === null) throw new StartError("DATABASE_URL is not set.");
  if (option === "--wait") return untilPrepared(settings.databaseUrl);
  await requireDatabase("DATABASE_URL", settings.databaseUrl);
  await migrateDashboard(settings.databaseUrl);
  console.log(await ensureFirstUser(settings.databaseUrl, settings, "node programs/start.mjs user reset"));
  if (option === "--take-over") await endPause(settings.databaseUrl, settings);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
