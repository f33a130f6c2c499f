import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { withClient } from "./create-database";

export interface TestDatabase {
  url: string;
  /** Removes the database and closes all connections to it. */
  drop(): Promise<void>;
}

/**
 * An empty database for one test file or test, in the cluster of this run. The set-up of the test run must provide the
 * cluster.
 */
export async function createTestDatabase(admin = inject("testClusterUrl")): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withClient(admin, async (client) => {
    await client.query(`create database ${name}`);
  });
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const drop = () =>
    withClient(admin, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
    });
  return { url: url.toString(), drop };
}
