/**
 * Node arguments that limit a program's heap, in MB: the old generation (`heapMb`), and the young generation, which is
 * three times the semi-space. Without them V8 sizes both by the machine's memory and collects late.
 */
export function heapArgs(heapMb: number, semiSpaceMb = 8): string[] {
  return [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${semiSpaceMb}`];
}

/**
 * Applying notifications makes much garbage. With the default young generation its collection took a quarter of the
 * worker's CPU time.
 */
const WORKER_SEMI_SPACE_MB = 32;

/** The limits of a worker's heap, with an old generation of `heapMb`. */
export const workerHeapArgs = (heapMb: number): string[] => heapArgs(heapMb, WORKER_SEMI_SPACE_MB);

/**
 * How long the dashboard keeps an unused connection. Longer than the idle timeout of load balancers: if the server closed
 * first, it would break a request already sent.
 */
export const KEEP_ALIVE_MS = 65_000;
