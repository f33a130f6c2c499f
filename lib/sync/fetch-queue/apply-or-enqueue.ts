import type { Shown } from "@/lib/domain/visibility";
import { type Database, db } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { askForRefetch, type RefetchSubject } from "./enqueue";

/**
 * Takes what the service did into the mirror. It stays done when that fails, so this never throws: `subject` is then
 * asked to be fetched, if a fetch can bring it.
 */
export async function showDone(
  takeIn: () => Promise<void>,
  subject: RefetchSubject | null,
  database: Database = db(),
): Promise<Shown> {
  try {
    await takeIn();
    return "now";
  } catch (error) {
    logger("operation").error({ err: error }, "done at the service, not taken in");
  }
  if (subject === null) return "not_yet";
  return askForRefetch(database, subject, null).then(
    () => "soon",
    () => "not_yet",
  );
}
