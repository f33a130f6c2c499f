import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Database } from "@/lib/db/client";
import type { RowInput, RowResult } from "@/lib/desk-work/jobs/job-kinds";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { knownNumberWords } from "@/lib/dispatch/known-number";
import { AppError } from "@/lib/errors";
import { applyAnswer } from "@/lib/mirror/apply-answer";
import { listKnownNumbers } from "@/lib/mirror/known-numbers";
import type { TrackingClient } from "@/lib/tracking/client";
import { createOnce } from "@/lib/tracking/create-once";
import { showDone } from "./show-done";
import { trackingBody } from "./tracking-body";

/** The service's clock and ours may differ by as much. */
const CLOCKS_APART_MS = 15 * 60_000;

type Context = { db: Database; client: TrackingClient; again: boolean };

const createdAt = ({ attributes }: JsonApiRecord) => Date.parse(String(attributes?.created_at));

/**
 * Asks the service to track one row of a list, once: `again` looks first whether an earlier try did, among the requests
 * made since the list was given that the desk did not know then. A number that is followed by now is not asked for.
 * Throws the service's own refusal.
 */
export async function trackNumber(
  { db, client, again }: Context,
  { ask, problem, seen, since, even }: RowInput<"track_numbers">,
): Promise<RowResult> {
  if (ask === null) throw new AppError("bad_input", problem ?? "This row names no number to track.");
  if (!again && !even) {
    const [known] = await listKnownNumbers(db, [{ key: normalizeNumber(ask.number), scac: ask.scac }]);
    if (known) return { words: knownNumberWords(known), undo: null };
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
  const made = again ? await find() : null;
  const { document, sentAt } = made
    ? { document: { data: made }, sentAt: lookedAt }
    : await createOnce(client, "tracking_requests", trackingBody(ask), find);
  const { id } = document.data;
  await showDone(() => applyAnswer(db, document, sentAt), { type: "tracking_request", id }, db);
  return { words: "Asked: the service asks the line.", undo: null, requestId: id };
}
