import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Transactor } from "@/lib/platform/database/transaction";
import { CONTAINER_INCLUDE } from "@/lib/sync/lists/include-params";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { takeIn } from "./apply-document";

const PAGE_SIZE = 100;
const MAX_PAGES = 5;
/**
 * The service's clock may differ from Drayboard's, and it may report a change some time after it queried its sources.
 */
const MARGIN_MS = 5 * 60_000;

const REFRESHED = [
  "terminal_checked_at",
  "pod_last_tracking_request_at",
  "shipment_last_tracking_request_at",
  "rail_last_tracking_request_at",
];

/**
 * Returns when the service last queried its sources about a container, in epoch milliseconds. Empty when it is not
 * reported.
 */
function refreshedMs({ attributes }: JsonApiRecord): number[] {
  const reported = REFRESHED.map((name) => Date.parse(String(attributes?.[name] ?? "")));
  const instants = reported.filter((ms) => !Number.isNaN(ms));
  return instants.length ? [Math.max(...instants)] : [];
}

/**
 * Reads the most recently refreshed containers, page by page, back to those refreshed before `since`. Reads up to the
 * page limit when `since` is null. A container without a refresh time does not end the read. Throws the client's
 * errors.
 */
export async function readRecent(db: Transactor, client: TrackingClient, since: Date | null): Promise<void> {
  const until = since ? since.getTime() - MARGIN_MS : 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const fetched = await client.getPage("containers", {
      include: CONTAINER_INCLUDE,
      "page[number]": page,
      "page[size]": PAGE_SIZE,
    });
    await takeIn(db, fetched);
    const { data } = fetched.document;
    const oldest = data.flatMap(refreshedMs).at(-1);
    if (data.length < PAGE_SIZE || (oldest !== undefined && oldest < until)) return;
  }
}
