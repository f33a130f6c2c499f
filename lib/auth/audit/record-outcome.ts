import { db } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { type Actor, type AuditInput, recordAuditEntry } from "./audit-log";

/**
 * Records an action that the service performed for a user. The action cannot be undone if recording fails, so this
 * never throws. The log then states the missing entry.
 */
export async function recordDone(by: Actor, act: AuditInput): Promise<void> {
  try {
    await recordAuditEntry(db(), by, act);
  } catch (error) {
    const { action, record } = act;
    logger("operation").error({ err: error, action, record }, "done, not recorded");
  }
}
