import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Database } from "@/lib/db/client";
import type { ErrorCode } from "@/lib/errors";
import type { TrackingClient } from "@/lib/tracking/client";
import { NOTIFICATION_INCLUDE } from "./includes";
import { getLargePage } from "./page-size";

/** What the delivery log answers when it does not hold something, or is not for this account. */
export const CANNOT_SAY: readonly ErrorCode[] = ["not_found", "refused_by_service", "not_allowed"];

const PAGE_SIZE = 500;

/** One page of the service's delivery log, newest first, with what each delivery was about. Throws what the client throws. */
export async function readLogPage(
  { db, client }: { db: Database; client: TrackingClient },
  page: number,
): Promise<{ data: JsonApiRecord[]; included: JsonApiRecord[]; sentAt: Date }> {
  const list = {
    path: "webhook_notifications",
    parameters: { include: NOTIFICATION_INCLUDE },
    pageSize: PAGE_SIZE,
  };
  // Refused only before the first page was read: the smaller size is remembered.
  const read = await getLargePage(db, client, { ...list, page });
  const answer = read === "other_size" ? await getLargePage(db, client, { ...list, page }) : read;
  if (answer === "other_size") return { data: [], included: [], sentAt: new Date() };
  const { data, included = [] } = answer.document;
  return { data, included, sentAt: answer.sentAt };
}
