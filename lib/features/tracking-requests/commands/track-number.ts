import { normalizeNumber } from "@/lib/contract/container-number";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { RowInput, RowResult } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { listKnownNumbers } from "@/lib/features/tracking-requests/queries/tracked-numbers";
import { knownNumberText } from "@/lib/features/tracking-requests/rules/tracked-number";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { trackingBody } from "./track";

/** Maximum difference between the clocks of the service and Drayboard. */
const CLOCKS_APART_MS = 15 * 60_000;

type Context = { db: Database; client: TrackingClient; again: boolean };

const createdAt = ({ attributes }: JsonApiRecord) => Date.parse(String(attributes?.created_at));

/**
 * Sends the tracking request of one list row exactly once. With `again`, it first looks for the request of an earlier
 * attempt, among requests created since the list was submitted and unknown to Drayboard at that time. A number that is
 * tracked in the meantime is not requested. Throws the error of the service.
 */
export async function trackNumber(
  { db, client, again }: Context,
  { ask, problem, seen, since, even }: RowInput<"track_numbers">,
): Promise<RowResult> {
  if (ask === null) throw new AppError("bad_input", problem ?? "No number in this row.");
  if (!again && !even) {
    const [known] = await listKnownNumbers(db, [{ key: normalizeNumber(ask.number), scac: ask.scac }]);
    if (known) return { words: knownNumberText(known), undo: null };
  }
  const find = async () => {
    const { document } = await client.getPage("tracking_requests", {
      "filter[request_number]": ask.number,
      "page[size]": 10,
    });
    const isOwn = (record: JsonApiRecord) =>
      !seen.includes(record.id) && createdAt(record) >= Date.parse(since) - CLOCKS_APART_MS;
    return document.data.find(isOwn) ?? null;
  };
  const lookedAt = new Date();
  const created = again ? await find() : null;
  const { document, sentAt } = created
    ? { document: { data: created }, sentAt: lookedAt }
    : await createOnce(client, "tracking_requests", trackingBody(ask), find);
  const { id } = document.data;
  await showDone(() => applyResponse(db, document, sentAt), { type: "tracking_request", id }, db);
  return { words: "Requested. Waiting for the line.", undo: null, requestId: id };
}
