import { sql } from "drizzle-orm";

/** With the machine's name behind it, what a note in `installation` is called that the service's clock is not its own. */
export const CLOCK_NOTE = "service_clock ";

/**
 * How far the service's clock is from the dashboard's as JSON, ms, positive where it is ahead; null while they go together. Of
 * several machines the one that said so last counts; what was said an hour ago does not any more.
 */
export const SERVICE_CLOCK_OFF = sql`(select value -> 'offMs' from installation
  where starts_with(name, ${CLOCK_NOTE}) and updated_at > clock_timestamp() - interval '1 hour'
  order by updated_at desc limit 1)`;
