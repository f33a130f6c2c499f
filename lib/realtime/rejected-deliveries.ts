const REPORTED_FOR_MS = 60_000;

/** Kept in memory: when the database accepts no writes, only the process with the failed write has the information. */
const held = globalThis as typeof globalThis & { drayboardRefusedAt?: number };

/** Records that a delivery could not be stored in the database. */
export function noteRefusedDelivery(): void {
  held.drayboardRefusedAt = Date.now();
}

/** Returns whether this process failed to store a delivery within the last minute. */
export function refusedLately(now = Date.now()): boolean {
  return held.drayboardRefusedAt !== undefined && now - held.drayboardRefusedAt < REPORTED_FOR_MS;
}
