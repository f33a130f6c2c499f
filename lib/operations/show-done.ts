import { type Database, db } from "@/lib/db/client";
import { reasonOf } from "@/lib/errors";
import { logger } from "@/lib/log";
import { askForRefetch, type RefetchSubject } from "@/lib/webhooks/refetches";

/**
 * When what was done at the service shows on this desk: `now`; `soon`, once a worker has fetched it; `not_yet`, since
 * the database took in neither it nor the ask to fetch it.
 */
export type Shown = "now" | "soon" | "not_yet";

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
    logger("operation").error({ message: reasonOf(error) }, "done at the service, not taken in");
  }
  if (subject === null) return "not_yet";
  return askForRefetch(database, subject, null).then(
    () => "soon",
    () => "not_yet",
  );
}
