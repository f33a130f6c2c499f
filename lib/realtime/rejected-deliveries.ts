const REPORTED_FOR_MS = 60_000;

/** Where the database takes nothing in, only the process that was refused can know of it. */
const held = globalThis as typeof globalThis & { drayboardRefusedAt?: number };

/** Notes that a delivery could not be noted in the database. */
export function noteRefusedDelivery(): void {
  held.drayboardRefusedAt = Date.now();
}

/** Whether this process could not note a delivery within the last minute. */
export function refusedLately(now = Date.now()): boolean {
  return held.drayboardRefusedAt !== undefined && now - held.drayboardRefusedAt < REPORTED_FOR_MS;
}
