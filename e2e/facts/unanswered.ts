import { Client } from "pg";
import { requireSystem } from "@/e2e/system/running-system";
import { normalizeNumber } from "@/lib/contract/container-number";

/** Blocks requests for a number while `act` runs. The service processes requests for a number one at a time. */
export async function whileUnanswered(number: string, action: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: requireSystem().trackingDatabaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext(id::text || $1)) from accounts", [
      normalizeNumber(number),
    ]);
    await action();
  } finally {
    await client.end();
  }
}
