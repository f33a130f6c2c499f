import { createServer } from "node:net";

/** The system's code (EADDRINUSE, EACCES …) if a server cannot listen on this address now; null if it can. */
export function findPortProblem(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

/** Below the range from which the system assigns ports to connections and to servers without a fixed port. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 50;

/**
 * A free port of the loopback address. No other program takes it before its server listens, or while that server
 * restarts, unless it requests this exact port. Throws if no free port is found.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if ((await findPortProblem(port, "127.0.0.1")) === null) return port;
  }
  throw new Error(`no free port found from ${FIRST_PORT} to ${LAST_PORT}`);
}
