import { findPortProblem } from "@/lib/postgres/server-port";

/** Below the ports the system hands out: one that is left for a moment is not taken by somebody's connection. */
const FIRST = 20_000;
const LAST = 32_000;
const TRIES = 50;

/** A free port of the loopback address for a server that is to come back on it. */
export async function findSteadyPort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if ((await findPortProblem(port, "127.0.0.1")) === null) return port;
  }
  throw new Error(`no free port found from ${FIRST} to ${LAST}`);
}
