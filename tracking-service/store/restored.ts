import type { Reader } from "./database";
import { restored } from "./schema";

/** Whether the data come out of a backup and nobody has taken over yet: then no webhook delivery is sent. */
export async function isRestored(reader: Reader): Promise<boolean> {
  const rows = await reader.select({ one: restored.one }).from(restored);
  return rows.length > 0;
}

/** Begins the pause. */
export async function noteRestored(reader: Reader, at: { backupAt: Date; restoredAt: Date }): Promise<void> {
  await reader.insert(restored).values(at).onConflictDoUpdate({ target: restored.one, set: at });
}

/** Ends the pause. */
export async function endRestoredPause(reader: Reader): Promise<void> {
  await reader.delete(restored);
}
