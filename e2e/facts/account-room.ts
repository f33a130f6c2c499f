import { expect } from "@playwright/test";
import { readDashboard } from "@/e2e/system/databases";

/** Requests to the service of the last 60 seconds that count towards a limit. */
async function used(bucket: "default" | "refresh"): Promise<number> {
  const [row] = await readDashboard<{ used: number }>(
    `select count(*)::int as used from request_log
     where bucket = $1 and sent_at > clock_timestamp() - interval '60 seconds'`,
    [bucket],
  );
  return row?.used ?? 0;
}

/**
 * Waits until `most` requests of users are allowed at once. Earlier tests may have used up much of the 95 requests per
 * minute. A sync run and its scans send up to 60 of them, after the start of the systems for several minutes. A test that
 * needs more than the other 35 waits before each part.
 */
export async function requestAllowance(most = 15): Promise<void> {
  await expect.poll(() => used("default"), { timeout: 65_000 }).toBeLessThan(95 - most);
}

/** The limit of refreshes per minute. */
const REFRESHES = 10;

/** Waits until `most` refreshes are allowed at once. Earlier tests may have used up the limit of the minute. */
export async function refreshAllowance(most: number): Promise<void> {
  await expect.poll(() => used("refresh"), { timeout: 65_000 }).toBeLessThanOrEqual(REFRESHES - most);
}

/**
 * Leaves `free` refreshes of the minute while `action` runs, as if the others had been requested just now. The service does
 * not count these.
 */
export async function withFewRefreshes(free: number, action: () => Promise<void>): Promise<void> {
  const at = new Date();
  const count = Math.max(0, REFRESHES - free - (await used("refresh")));
  await readDashboard(
    "insert into request_log (bucket, sent_at) select 'refresh', $1 from generate_series(1, $2)",
    [at, count],
  );
  try {
    await action();
  } finally {
    await readDashboard("delete from request_log where bucket = 'refresh' and sent_at = $1", [at]);
  }
}
