import type { Visibility } from "@/lib/domain/visibility";
import type { Database } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { type RefetchSubject, requestRefetch } from "./enqueue";

/**
 * Applies a completed write of the service to the mirror. The write stays done when this fails, so it never throws.
 * Instead it enqueues a fetch of `subject`, if a fetch can return it.
 */
export async function showDone(
  db: Database,
  takeIn: () => Promise<void>,
  subject: RefetchSubject | null,
): Promise<Visibility> {
  try {
    await takeIn();
    return "now";
  } catch (error) {
    logger("operation").error({ err: error }, "done at the service, not taken in");
  }
  if (subject === null) return "not_yet";
  return requestRefetch(db, subject, null).then(
    () => "soon",
    () => "not_yet",
  );
}
