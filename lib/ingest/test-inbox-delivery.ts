import type { Pool } from "pg";
import { readArrival } from "./delivery";
import { insertArrivals } from "./inbox";

/** Stores a delivery's body in the inbox, as the route does after signature verification. For tests. */
export async function noteBody(pool: Pool, body: string): Promise<void> {
  await insertArrivals(pool, [readArrival(Buffer.from(body), new Headers())]);
}
