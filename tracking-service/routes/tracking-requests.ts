import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { shortText, shortTexts } from "@/tracking-service/json-api/body";
import { itemResponse, numberedPageResponse } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { createSchema, createTrackingRequest } from "@/tracking-service/requests/create-tracking-request";
import { requestFilters, whereRequests } from "@/tracking-service/requests/request-filters";
import { presentTrackingRequests } from "@/tracking-service/resources/account-records";
import { collectIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { trackingRequests } from "@/tracking-service/store/schema";

/** tracked_object is always included (supplement.md, tracking_request). */
const ALWAYS = ["tracked_object"];

const editSchema = z.object({
  data: z.object({
    type: z.literal("tracking_request"),
    attributes: z.object({ ref_numbers: shortTexts.nullish(), ref_number: shortText.nullish() }),
  }),
});

const ownRequest = (accountId: string, id: string) =>
  and(eq(trackingRequests.id, requireUuid(id)), eq(trackingRequests.accountId, accountId));

const list = operation({
  summary: "Tracking requests of the account, newest created first.",
  section: "supplement.md, GET /tracking_requests",
  query: requestFilters,
  include: "tracking_request",
  pageSize: 30,
  success: { kind: "list", type: "tracking_request", included: true },
  async handle({ service: { db }, account, query, page, include }) {
    const where = whereRequests(account.id, query);
    const order = [desc(trackingRequests.createdAt), desc(trackingRequests.id)];
    // The ids come from the index only. Rows of earlier pages are not read.
    const ids = db
      .select({ id: trackingRequests.id })
      .from(trackingRequests)
      .where(where)
      .orderBy(...order)
      .limit(page.size)
      .offset(page.offset);
    const [total, rows] = await Promise.all([
      db.$count(trackingRequests, where),
      db
        .select()
        .from(trackingRequests)
        .where(inArray(trackingRequests.id, ids))
        .orderBy(...order),
    ]);
    const resources = presentTrackingRequests(rows);
    const included = await collectIncluded(db, resources, [ALWAYS, ...include]);
    return numberedPageResponse(resources, included, total, page);
  },
});

const create = operation({
  summary: "Asks to follow a BOL, booking or container number; pending until the carrier answers.",
  section: "interface.md, POST /tracking_requests",
  body: createSchema,
  bucket: "create-tracking-request",
  freePlan: true,
  success: { kind: "item", type: "tracking_request", status: 201 },
  async handle({ service, account, body }) {
    const row = await createTrackingRequest({ ...service, now: service.now() }, account, body);
    const [resource] = presentTrackingRequests([row]);
    if (!resource) throw new Error("the tracking request was not presented");
    return itemResponse(resource, path("tracking_requests", row.id), null, 201);
  },
});

const item = operation({
  summary: "One tracking request.",
  section: "interface.md, GET /tracking_requests/{id}",
  include: "tracking_request",
  success: { kind: "item", type: "tracking_request", included: true },
  async handle({ service: { db }, account, param, include, self }) {
    const rows = await db
      .select()
      .from(trackingRequests)
      .where(ownRequest(account.id, param("id")));
    const [resource] = presentTrackingRequests(rows);
    if (!resource) throw notFound();
    return itemResponse(resource, self, await collectIncluded(db, [resource], [ALWAYS, ...include]));
  },
});

/**
 * `ref_number`, the live service's single text, replaces the list like `ref_numbers`; "" empties it. Edits the request's own reference numbers. The shipment's numbers are edited on the shipment.
 */
const edit = operation({
  summary: "Replaces the reference numbers of a tracking request.",
  section: "supplement.md, PATCH /tracking_requests/{id}",
  body: editSchema,
  success: { kind: "item", type: "tracking_request", included: true },
  async handle({ service: { db, now }, account, param, body, self }) {
    const { ref_numbers: list, ref_number: one } = body.data.attributes;
    const refNumbers = list ?? (typeof one === "string" ? [one].filter((text) => text !== "") : null);
    const own = ownRequest(account.id, param("id"));
    const rows = refNumbers
      ? await db.update(trackingRequests).set({ refNumbers, updatedAt: now() }).where(own).returning()
      : await db.select().from(trackingRequests).where(own);
    const [resource] = presentTrackingRequests(rows);
    if (!resource) throw notFound();
    return itemResponse(resource, self, await collectIncluded(db, [resource], [ALWAYS]));
  },
});

export const trackingRequestEndpoints = [
  endpoint("/tracking_requests", { get: list, post: create }),
  endpoint("/tracking_requests/{id}", { get: item, patch: edit }),
];
