import { sql } from "drizzle-orm";

/** The name prefix of a note in `installation` about clock skew of the service, followed by the machine's name. */
export const CLOCK_NOTE = "service_clock ";

/**
 * The clock skew of the service against the dashboard as JSON, in ms, positive if the service is ahead; null without
 * skew. Of several machines the latest note counts; notes older than an hour are ignored.
 */
export const SERVICE_CLOCK_OFF = sql`(select value -> 'offMs' from installation
  where starts_with(name, ${CLOCK_NOTE}) and updated_at > clock_timestamp() - interval '1 hour'
  order by updated_at desc limit 1)`;
