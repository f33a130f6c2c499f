import { db } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { type Act, type Actor, recordAct } from "./audit-log";

/**
 * Records what the service did for somebody. It stays done when it cannot be recorded, so this never throws: the log
 * says then what is missing from the record.
 */
export async function recordDone(by: Actor, act: Act): Promise<void> {
  try {
    await recordAct(db(), by, act);
  } catch (error) {
    const { action, record } = act;
    logger("operation").error({ err: error, action, record }, "done, not recorded");
  }
}
