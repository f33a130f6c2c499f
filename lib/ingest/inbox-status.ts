import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { WAITING_IN_INBOX } from "@/lib/realtime/health-status";

const stateSchema = z.object({
  waiting: z.number(),
  oldestAt: z.string().nullable(),
  /** How many of the waiting notifications failed before and are retried automatically. */
  retrying: z.number(),
  receivedLastMinute: z.number(),
  processedLastMinute: z.number(),
  lastReceivedAt: z.string().nullable(),
});
/** The number of waiting notifications in the inbox and the processing rate. Instants are ISO text in UTC. */
export type InboxState = z.infer<typeof stateSchema>;

const NOTHING: InboxState = {
  waiting: 0,
  oldestAt: null,
  retrying: 0,
  receivedLastMinute: 0,
  processedLastMinute: 0,
  lastReceivedAt: null,
};

export async function readInboxState(executor: Executor): Promise<InboxState> {
  const [state = NOTHING] = await queryColumn(
    executor,
    stateSchema,
    sql`
      with waiting as (${WAITING_IN_INBOX})
      select json_build_object(
        'waiting', (select count(*) from waiting),
        'oldestAt', (select to_iso(min(received_at)) from waiting),
        'retrying', (select count(*) from waiting where attempts > 0),
        'receivedLastMinute', (select count(*) from inbox
          where received_at > clock_timestamp() - interval '60 seconds'),
        'processedLastMinute', (select count(*) from inbox
          where received_at > clock_timestamp() - interval '1 day'
            and processed_at > clock_timestamp() - interval '60 seconds'),
        'lastReceivedAt', (select to_iso(max(received_at)) from inbox)
      ) as state`,
  );
  return state;
}
