import { and, desc, eq } from "drizzle-orm";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemAnswer, pageAnswer } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { createSchema, createTrackingRequest } from "@/tracking-service/requests/create-tracking-request";
import { presentTrackingRequests } from "@/tracking-service/resources/account-records";
import { collectIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { trackingRequests } from "@/tracking-service/store/schema";

/** tracked_object is included whether or not it is asked for (supplement.md, tracking_request). */
const ALWAYS = ["tracked_object"];

const list = operation({
  summary: "Tracking requests of the account, newest created first.",
  section: "supplement.md, GET /tracking_requests",
  include: "tracking_request",
  pageSize: 30,
  success: { kind: "list", type: "tracking_request", included: true },
  async handle({ service: { db }, account, page, include }) {
    const where = eq(trackingRequests.accountId, account.id);
    const total = await db.$count(trackingRequests, where);
    const rows = await db
      .select()
      .from(trackingRequests)
      .where(where)
      .orderBy(desc(trackingRequests.createdAt), desc(trackingRequests.id))
      .limit(page.size)
      .offset(page.offset);
    const resources = presentTrackingRequests(rows);
    const included = await collectIncluded(db, resources, [ALWAYS, ...include]);
    return pageAnswer(resources, included, total, page);
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
    return itemAnswer(resource, path("tracking_requests", row.id), null, 201);
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
      .where(
        and(eq(trackingRequests.id, requireUuid(param("id"))), eq(trackingRequests.accountId, account.id)),
      );
    const [resource] = presentTrackingRequests(rows);
    if (!resource) throw notFound();
    return itemAnswer(resource, self, await collectIncluded(db, [resource], [ALWAYS, ...include]));
  },
});

export const trackingRequestEndpoints = [
  endpoint("/tracking_requests", { get: list, post: create }),
  endpoint("/tracking_requests/{id}", { get: item }),
];
