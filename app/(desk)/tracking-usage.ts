import { db } from "@/lib/db/client";
import type { TrackingUsage } from "@/lib/dispatch/plan-usage";
import { readTrackingUsage } from "@/lib/mirror/tracking-usage";
import type { BucketState } from "@/lib/tracking/request-state";

/** What the account tracks and asks for, with the requests for new numbers used of their bucket. */
export async function readUsage(buckets: readonly BucketState[]): Promise<TrackingUsage> {
  const create = buckets.find(({ bucket }) => bucket === "create");
  const usage = await readTrackingUsage(db());
  return { ...usage, asked: create?.used ?? 0, askedLimit: create?.limit ?? null };
}
