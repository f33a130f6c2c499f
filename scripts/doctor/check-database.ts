import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Surroundings } from "@/lib/features/webhooks/rules/callback-url";
import { openDatabase } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { withClient } from "@/lib/platform/postgres/create-database";
import { readReadiness } from "@/lib/realtime/server-readiness";
import { messageOf } from "@/scripts/up/start-error";
import { checkEncryption } from "./check-secrets";
import { checkWebhook } from "./check-webhook";
import { type Finding, ok, problem, warning } from "./finding";

const MIN_VERSION = 15;
const RESPONSE_MS = 10_000;
/** Deadlines are shown in minutes. */
const MAX_SKEW_MS = 5_000;
const FAR_SKEW_MS = 60_000;

const serverSchema = z.object({ version: z.string(), now: z.string(), migrated: z.boolean() });

function checkVersion(version: string): Finding {
  const text = `PostgreSQL ${version}`;
  if (Number.parseInt(version, 10) >= MIN_VERSION) return ok("Database", `${text}, reachable`);
  return problem("Database", text, `Update the server to PostgreSQL ${MIN_VERSION} or later.`);
}

/** Compares this machine's clock with the database's, halfway through the query. */
export function checkClock(skewMs: number): Finding {
  const seconds = `${(Math.abs(skewMs) / 1_000).toFixed(1)} s`;
  const text = skewMs > 0 ? `${seconds} ahead of the database` : `${seconds} behind the database`;
  if (Math.abs(skewMs) < MAX_SKEW_MS) return ok("Clock", "agrees with the database");
  const advice = "Synchronize the clocks of both machines (NTP).";
  return Math.abs(skewMs) < FAR_SKEW_MS ? warning("Clock", text, advice) : problem("Clock", text, advice);
}

const MIGRATIONS = {
  older: problem(
    "Migrations",
    "older than this version",
    "Run npm run up of this version, or the program prepare of its image: it migrates the database.",
  ),
  newer: problem("Migrations", "a newer Drayboard migrated the database", "Start the newer version."),
  unknown: problem("Migrations", "cannot be read", "Check the rights of DATABASE_URL’s user."),
};

/** Checks the database, and what it says about migrations, secrets, worker, inbox and webhook. `keys` decrypt its secrets. */
export async function checkDatabase(
  url: string,
  installation: Surroundings,
  keys: readonly string[],
): Promise<Finding[]> {
  const { db, pool } = openDatabase(url, { max: 1, responseTimeoutMs: RESPONSE_MS });
  try {
    const sentAt = Date.now();
    const [server] = await queryRows(
      db,
      serverSchema,
      sql`select current_setting('server_version') as version, to_char(clock_timestamp() at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now, to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
    );
    if (!server) throw new Error("the database returned nothing");
    const skewMs = (sentAt + Date.now()) / 2 - Date.parse(server.now);
    const found = [checkVersion(server.version), checkClock(skewMs)];
    if (!server.migrated)
      return [
        ...found,
        warning(
          "Migrations",
          "the database is empty",
          "Run npm run up, or the program prepare of an image: it creates the tables.",
        ),
      ];
    const { migrations, worker, inbox } = await readReadiness(new Date(), { db, pool });
    if (migrations.applied !== "same") return [...found, MIGRATIONS[migrations.applied]];
    return [
      ...found,
      ok("Migrations", `up to ${migrations.known}`),
      await checkEncryption(db, keys),
      worker.ok
        ? ok("Worker", worker.paused ? "paused after a restore" : "running")
        : warning(
            "Worker",
            "no heartbeat in the last minute",
            "Start a worker: npm run up starts one; with an image or systemd, start the program worker.",
          ),
      inbox.ok
        ? ok("Webhook inbox", inbox.oldestAt === null ? "empty" : "no notification waits for long")
        : warning(
            "Webhook inbox",
            `a notification has waited since ${inbox.oldestAt}`,
            "Start a worker, or another one.",
          ),
      ...(await checkWebhook(db, installation, new Date())),
    ];
  } catch (error) {
    return [
      problem(
        "Database",
        `cannot be used (${messageOf(error)})`,
        "Check that the server runs, that the database exists, and user and password in DATABASE_URL.",
      ),
    ];
  } finally {
    await pool.end();
  }
}

/** Checks that the tracking service's database of TRACKING_DATABASE_URL can be opened. */
export async function checkTrackingDatabase(url: string): Promise<Finding> {
  const name = "Tracking database";
  try {
    await withClient(url, async () => undefined);
    return ok(name, "reachable");
  } catch (error) {
    return problem(
      name,
      `cannot be opened (${messageOf(error)})`,
      "Check that the server runs, that the database exists, and user and password in TRACKING_DATABASE_URL.",
    );
  }
}

const replicaSchema = z.object({ follows: z.boolean(), seconds: z.number().nullable() });

/** Checks the replica of READ_DATABASE_URL: that it responds, follows a primary and has replayed something lately. */
export async function checkReplica(url: string): Promise<Finding> {
  const { db, pool } = openDatabase(url, { max: 1, responseTimeoutMs: RESPONSE_MS });
  try {
    const [server] = await queryRows(
      db,
      replicaSchema,
      sql`
        select pg_is_in_recovery() as follows,
          extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds`,
    );
    if (!server?.follows)
      return problem(
        "Read replica",
        "the server of READ_DATABASE_URL is no streaming replica",
        "Set READ_DATABASE_URL to a replica, or remove it. Until then everything reads from DATABASE_URL.",
      );
    const age =
      server.seconds === null
        ? "nothing replayed yet"
        : `last change replayed ${Math.round(server.seconds)} s ago`;
    return ok("Read replica", `reachable, ${age}`);
  } catch (error) {
    return warning(
      "Read replica",
      `cannot be used (${messageOf(error)})`,
      "Check the server and READ_DATABASE_URL. Until then everything reads from DATABASE_URL.",
    );
  } finally {
    await pool.end();
  }
}
