import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import type { AppError } from "@/lib/platform/errors";
import type { Bucket } from "./request-budget";

/**
 * Returns how long a bucket is paused, in whole seconds from now: from the error if known, else from the service's last
 * pause. At least 1.
 */
export async function busySeconds(executor: Executor, error: AppError, bucket: Bucket): Promise<number> {
  if (error.retryAfterSeconds !== null) return error.retryAfterSeconds;
  const [seconds = 1] = await queryColumn(
    executor,
    z.number(),
    sql`
      select greatest(1, ceil(extract(epoch from paused_until - clock_timestamp())))::int as seconds
      from rate_limit_pauses where bucket = ${bucket}`,
  );
  return seconds;
}
