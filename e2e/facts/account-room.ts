import { expect } from "@playwright/test";
import { readDashboard } from "@/e2e/system/databases";

/**
 * Until a person's requests are let through at once, also `most` of them: tests before may have used up much of the
 * minute's 95, and what a round and its sweeps ask for is up to 60 of them.
 */
export async function roomToAsk(most = 15): Promise<void> {
  const used = async () => {
    const [row] = await readDashboard<{ used: number }>(
      `select count(*)::int as used from request_log
       where bucket = 'default' and sent_at > clock_timestamp() - interval '60 seconds'`,
    );
    return row?.used;
  };
  await expect.poll(used, { timeout: 65_000 }).toBeLessThan(95 - most);
}
