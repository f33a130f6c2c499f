import type { Database } from "@/lib/db/client";
import type { ErrorCode } from "@/lib/errors";
import type { TrackingClient } from "@/lib/tracking/client";
import { NOTIFICATION_INCLUDE } from "./includes";
import { eachLargePage } from "./page-size";

/** What the delivery log answers when it does not hold something, or is not for this account. */
export const CANNOT_SAY: readonly ErrorCode[] = ["not_found", "refused_by_service", "not_allowed"];

const LOG = {
  path: "webhook_notifications",
  parameters: { include: NOTIFICATION_INCLUDE },
  pageSize: 500,
};

/** The newest pages of the service's delivery log, with what each delivery was about. Throws what the client throws. */
export function eachLogPage({ db, client }: { db: Database; client: TrackingClient }, mostPages: number) {
  return eachLargePage(db, client, LOG, mostPages);
}
