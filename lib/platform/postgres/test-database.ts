import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { inject } from "vitest";
import { withClient } from "./create-database";

export interface TestDatabase {
  url: string;
  /** Removes the database and closes all connections to it. */
  drop(): Promise<void>;
}

/** A database that is filled once per test run. Each test database is a clone of it. */
export interface TestTemplate {
  /** A lower-case name for SQL, which changes whenever `fill` would give another result. */
  name: string;
  /** Fills the empty database at `url`, and closes its connections. */
  fill(url: string): Promise<void>;
}

interface TestDatabaseOptions {
  /** Default: an empty database. */
  template?: TestTemplate;
  /** Administrator's URL of the cluster. Default: the cluster of this test run. */
  admin?: string;
}

/** SQLSTATE of a database that does not exist. */
const UNKNOWN_DATABASE = "3D000";
/** Without fsync, copying a template's files takes a quarter of the CPU time of writing its pages to the log. */
const COPIED = "strategy file_copy";

/**
 * A database for one test file or test, in the cluster of this run. The set-up of the test run must provide the
 * cluster.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { template, admin = inject("testClusterUrl") } = options;
  const name = `test_${randomBytes(6).toString("hex")}`;
  const create = `create database ${name} template ${template?.name ?? "template1"} ${COPIED}`;
  await withClient(admin, async (client) => {
    try {
      await client.query(create);
    } catch (error) {
      if (!template || !isUnknownDatabase(error)) throw error;
      await fillTemplate(client, admin, template);
      await client.query(create);
    }
  });
  const drop = () =>
    withClient(admin, async (client) => {
      await waitUntilUnused(client, name);
      await client.query(`drop database if exists ${name} with (force)`);
    });
  return { url: urlFor(admin, name), drop };
}

/**
 * Waits up to half a second for connections that are being closed. A client whose connection the server ends
 * reports an error that no test caused.
 */
async function waitUntilUnused(client: Client, name: string): Promise<void> {
  for (let attempts = 0; attempts < 20; attempts += 1) {
    const found = await client.query("select 1 from pg_stat_activity where datname = $1 limit 1", [name]);
    if (found.rowCount === 0) return;
    await pause(25);
  }
}

const isUnknownDatabase = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === UNKNOWN_DATABASE;

function urlFor(admin: string, name: string): string {
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Creates the template under a lock, because other test processes may need it at the same time. */
async function fillTemplate(client: Client, admin: string, { name, fill }: TestTemplate): Promise<void> {
  await client.query("select pg_advisory_lock(hashtext($1))", [name]);
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount !== 0) return;
    // Renamed when it is complete, so that a failed `fill` leaves no partial template.
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} ${COPIED}`);
    await fill(urlFor(admin, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  } finally {
    await client.query("select pg_advisory_unlock(hashtext($1))", [name]);
  }
}
