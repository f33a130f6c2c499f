import type { Pool } from "pg";
import { readArrival } from "./delivery";
import { insertArrivals } from "./inbox";

/** Notes a delivery's body in the inbox, for tests, as the route does after it verified the signature. */
export async function noteBody(pool: Pool, body: string): Promise<void> {
  await insertArrivals(pool, [readArrival(Buffer.from(body), new Headers())]);
}
