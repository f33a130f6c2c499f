import { expect } from "@playwright/test";
import { readDashboard } from "@/e2e/system/databases";

/**
 * Waits until `most` requests of users are allowed at once. Earlier tests may have used up much of the 95 requests per
 * minute. A sync run and its scans send up to 60 of them.
 */
export async function requestAllowance(max = 15): Promise<void> {
  const used = async () => {
    const [row] = await readDashboard<{ used: number }>(
      `select count(*)::int as used from request_log
       where bucket = 'default' and sent_at > clock_timestamp() - interval '60 seconds'`,
    );
    return row?.used;
  };
  await expect.poll(used, { timeout: 65_000 }).toBeLessThan(95 - max);
}
