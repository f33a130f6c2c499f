import { Client } from "pg";
import { requireSystem } from "@/e2e/system/running-system";
import { normalizeNumber } from "@/lib/contract/container-number";
import { KEYED_LOCKS, takeKeyedSessionLock } from "@/lib/platform/database/advisory-locks";

/** Blocks requests for a number while `act` runs. The service processes requests for a number one at a time. */
export async function whileUnanswered(number: string, action: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: requireSystem().trackingDatabaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select id from accounts");
    for (const { id } of rows)
      await takeKeyedSessionLock(client, KEYED_LOCKS.trackedNumber, id + normalizeNumber(number));
    await action();
  } finally {
    await client.end();
  }
}
