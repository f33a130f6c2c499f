import type { CommandContext } from "@/lib/auth/commands/command";
import { logger } from "@/lib/platform/log";
import { type AuditInput, recordAuditEntry } from "./audit-log";

/**
 * Records an action that the service performed for a user. The action cannot be undone if recording fails, so this
 * never throws. The log then states the missing entry. Rows of a job are not recorded: the start of the job is.
 * @param entry the entry, or a function that reads what the entry needs
 */
export async function recordDone(
  { db, actor, requestId }: Pick<CommandContext, "db" | "actor" | "requestId">,
  entry: AuditInput | (() => Promise<AuditInput>),
): Promise<void> {
  if (actor.jobId !== null) return;
  let known: AuditInput | null = null;
  try {
    known = typeof entry === "function" ? await entry() : entry;
    await recordAuditEntry(db, actor, known);
  } catch (error) {
    const { action, record } = known ?? {};
    logger("operation").error({ err: error, action, record, requestId }, "done, not recorded");
  }
}
