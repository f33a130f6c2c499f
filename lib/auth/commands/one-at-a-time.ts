import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { queryColumn } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import type { CommandContext } from "./command";

/** A claim whose process was killed ends after this time, which no request to the service takes. */
const CLAIM_S = 120;
const MAX_WAIT_MS = 5_000;
const POLL_MS = 50;

/** Takes the claim, or one that has ended. Returns false when another change has it. */
async function take({ db }: CommandContext, key: string, leaseId: string): Promise<boolean> {
  const taken = await queryColumn(
    db,
    z.string(),
    sql`
      insert into change_claims as held (key, lease_id, claimed_until)
      values (${key}, ${leaseId}::uuid, clock_timestamp() + make_interval(secs => ${CLAIM_S}))
      on conflict (key) do update set lease_id = excluded.lease_id, claimed_until = excluded.claimed_until
        where held.claimed_until < clock_timestamp()
      returning key`,
  );
  return taken.length > 0;
}

/**
 * Makes a change that compares with the mirror before it asks the service, while no other of the same `key` is made: of two
 * that are requested at once, the second compares with what the first has stored. The claim is a row and not a lock, because
 * a lock would hold a connection while the service is asked. Throws `busy` when another change takes too long.
 */
export async function oneAtATime<Result>(
  ctx: CommandContext,
  key: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const leaseId = randomUUID();
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  while (!(await take(ctx, key, leaseId))) {
    if (performance.now() > giveUpAt)
      throw new AppError("busy", "Another change is being saved. Try again in a few seconds.");
    await setTimeout(POLL_MS);
  }
  try {
    return await change();
  } finally {
    await ctx.db
      .execute(sql`delete from change_claims where key = ${key} and lease_id = ${leaseId}::uuid`)
      .catch((error: unknown) =>
        logger("operation").warn({ err: error, key }, "claim of a change not released"),
      );
  }
}
