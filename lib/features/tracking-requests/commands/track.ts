import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { normalizeNumber } from "@/lib/contract/container-number";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { type CreateTrackingRequest, createTrackingRequestSchema } from "@/lib/contract/request-bodies";
import type { Visibility } from "@/lib/domain/visibility";
import { kindOfWord } from "@/lib/features/tracking-requests/list-import/rules/headings";
import { listKnownNumbers, listRequestIds } from "@/lib/features/tracking-requests/queries/tracked-numbers";
import { findTrackingRequest } from "@/lib/features/tracking-requests/queries/tracking-requests";
import {
  isTracked,
  type KnownNumber,
  knownNumberText,
} from "@/lib/features/tracking-requests/rules/tracked-number";
import { applyResponse, applyResponses } from "@/lib/mirror/apply/apply-response";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { createOnce } from "@/lib/tracking-client/idempotent-create";

/** The request of a lost response is at most this old, by the time of the service. */
const OLDEST_OWN_MS = 15 * 60_000;

const createdAt = ({ attributes }: JsonApiRecord) => Date.parse(String(attributes?.created_at));

/** A number to track. Without a SCAC the service detects the line. */
const numberSchema = z.object({
  number: z.string(),
  type: z.enum(REQUEST_TYPES),
  scac: z.string().nullable(),
  references: z.array(z.string()),
  tags: z.array(z.string()),
  customerPartyId: z.string().nullable(),
});

const trackSchema = numberSchema.extend({
  /**
   * The requests of this number that the dashboard stored when the user requested it, and when that was (UTC text). A
   * request unknown then and created since is the one of a lost response. Absent: as of now.
   */
  since: z.object({ at: z.string(), known: z.array(z.string()) }).optional(),
  /** Whether a number that is already tracked is not requested again. */
  onlyNew: z.boolean().default(false),
  /** Whether an earlier attempt may have succeeded. */
  mayBeDone: z.boolean().default(false),
});

/** A new request, or the reason why none was made. */
export type Tracked = { requestId: string; number: string; visibility: Visibility } | { known: KnownNumber };

const isDuplicate = (error: unknown): boolean =>
  error instanceof AppError && error.details.some(({ code }) => code === "duplicate");

/**
 * The number as the service tracks it: its requests are read and stored first, because the dashboard may know none of
 * them.
 */
async function readKnown(
  { db, tracking }: CommandContext,
  { number, scac }: z.infer<typeof numberSchema>,
): Promise<KnownNumber> {
  const key = normalizeNumber(number);
  const { document, sentAt } = await tracking.getPage("tracking_requests", {
    "filter[request_number]": number,
    "page[size]": 10,
  });
  await applyResponses(db, [...document.data, ...(document.included ?? [])], sentAt);
  const [known] = await listKnownNumbers(db, [{ key, scac }]);
  // The service tracks an ended container until its request ends.
  return {
    key,
    shipmentId: null,
    containerId: null,
    ...known,
    state: known && isTracked(known) ? known.state : "tracking",
  };
}

/**
 * Sends the tracking request of one number exactly once. If the response is lost, a request that Drayboard did not know
 * before counts as the created one. A number that the service refuses as a duplicate is returned as known. Throws any
 * other error of the service (422).
 */
export const track = command(
  { right: "dispatch", input: trackSchema },
  async (ctx, { since, onlyNew, mayBeDone, ...send }): Promise<Tracked> => {
    const { db, tracking } = ctx;
    const key = normalizeNumber(send.number);
    if (onlyNew && !mayBeDone) {
      const [known] = await listKnownNumbers(db, [{ key, scac: send.scac }]);
      if (known && isTracked(known)) return { known };
    }
    const { at, known } = since ?? {
      at: new Date().toISOString(),
      known: (await listRequestIds(db, [key])).get(key) ?? [],
    };
    const find = async () => {
      const { document } = await tracking.getPage("tracking_requests", {
        "filter[request_number]": send.number,
        "page[size]": 10,
      });
      const isOwn = (record: JsonApiRecord) =>
        !known.includes(record.id) && createdAt(record) >= Date.parse(at) - OLDEST_OWN_MS;
      return document.data.find(isOwn) ?? null;
    };
    const lookedAt = new Date();
    const created = mayBeDone ? await find() : null;
    const sent = created
      ? { document: { data: created }, sentAt: lookedAt }
      : await createOnce(tracking, "tracking_requests", trackingBody(send), find).catch((error) => {
          if (isDuplicate(error)) return null;
          throw error;
        });
    if (sent === null) return { known: await readKnown(ctx, send) };
    const { document, sentAt } = sent;
    const record = { type: "tracking_request" as const, id: document.data.id };
    const { type, number, scac } = send;
    await recordDone(ctx, { action: "tracking.requested", record, data: { type, number, scac } });
    const visibility = await showDone(db, () => applyResponse(db, document, sentAt), record);
    return { requestId: record.id, number, visibility };
  },
);

/** Builds the request body to track a number. */
function trackingBody(send: z.infer<typeof numberSchema>): CreateTrackingRequest {
  return createTrackingRequestSchema.parse({
    data: {
      type: "tracking_request",
      attributes: {
        request_number: send.number,
        request_type: send.type,
        scac: send.scac || undefined,
        auto_detect_vocc_scac: send.scac ? undefined : true,
        ref_numbers: send.references.length ? send.references : undefined,
        shipment_tags: send.tags.length ? send.tags : undefined,
      },
      relationships: send.customerPartyId
        ? { customer: { data: { type: "party", id: send.customerPartyId } } }
        : undefined,
    },
  });
}

/**
 * Repeats a tracking request with all its data. Returns its number and when the result shows. Throws
 * `changed_meanwhile` when it was already repeated, is in progress or is tracked by another request, `bad_input` when the request has no number or
 * type, and the error of the service.
 */
export const trackAgain = command(
  { right: "dispatch", input: z.object({ requestId: z.string().min(1).max(200) }) },
  async (ctx, { requestId }): Promise<{ number: string; visibility: Visibility }> => {
    const request = await findTrackingRequest(ctx.db, requestId);
    if (!request) throw new AppError("not_found", "This request was not found.");
    const { attributes, requestedAgain, customerPartyId } = request;
    const { request_number: number, request_type, scac, ref_numbers, shipment_tags, status } = attributes;
    const type = kindOfWord(request_type ?? "");
    if (requestedAgain) throw new AppError("changed_meanwhile", "This number was already requested again.");
    if (status !== "failed" && status !== "tracking_stopped")
      throw new AppError("changed_meanwhile", "This request is still active. No retry needed.");
    if (!number || !type)
      throw new AppError("bad_input", "This request has no number or type. Enter the number again.");
    const sent = await track(ctx, {
      number,
      type,
      scac: scac ?? null,
      references: ref_numbers ?? [],
      tags: shipment_tags ?? [],
      customerPartyId,
    });
    if ("known" in sent)
      throw new AppError(
        "changed_meanwhile",
        `${knownNumberText(sent.known)} Search for the number to open it.`,
      );
    return { number, visibility: sent.visibility };
  },
);
