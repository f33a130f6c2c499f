import { Client } from "pg";
import { requireSystem } from "@/e2e/system/running-system";
import { normalizeNumber } from "@/lib/contract/container-number";
import { KEYED_LOCKS, takeKeyedSessionLock } from "@/lib/platform/database/advisory-locks";

/** Holds locks in the service's database while `action` runs. */
async function whileLocked(
  lock: (client: Client) => Promise<unknown>,
  action: () => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: requireSystem().trackingDatabaseUrl });
  await client.connect();
  try {
    await lock(client);
    await action();
  } finally {
    await client.end();
  }
}

/** Blocks requests for a number while `action` runs. The service processes requests for a number one at a time. */
export const whileUnanswered = (number: string, action: () => Promise<void>): Promise<void> =>
  whileLocked(async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from accounts");
    for (const { id } of rows)
      await takeKeyedSessionLock(client, KEYED_LOCKS.trackedNumber, id + normalizeNumber(number));
  }, action);

/** Blocks the service's assignments of a party while `action` runs: each waits for the party's row. */
export const whileUnassignable = (companyName: string, action: () => Promise<void>): Promise<void> =>
  whileLocked(async (client) => {
    await client.query("begin");
    await client.query("select from parties where company_name = $1 for update", [companyName]);
  }, action);
