import type { Reader } from "./database";
import { restored } from "./schema";

/** Whether the data is restored from a backup without a takeover yet. No webhook deliveries are sent until then. */
export async function isRestored(reader: Reader): Promise<boolean> {
  const rows = await reader.select({ one: restored.one }).from(restored);
  return rows.length > 0;
}

/** Starts the pause. */
export async function noteRestored(reader: Reader, at: { backupAt: Date; restoredAt: Date }): Promise<void> {
  await reader.insert(restored).values(at).onConflictDoUpdate({ target: restored.one, set: at });
}

/** Ends the pause. */
export async function endRestoredPause(reader: Reader): Promise<void> {
  await reader.delete(restored);
}
