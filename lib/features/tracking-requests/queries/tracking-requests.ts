import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/contract/container-number";
import {
  type TrackingRequestAttributes,
  trackingRequestAttributesSchema,
} from "@/lib/contract/tracking-request";
import { REQUEST_LISTS, type RequestListName } from "@/lib/features/tracking-requests/rules/request-lists";
import { deletedUpstreamAt, type MaybeDeleted } from "@/lib/mirror/deleted-upstream";
import type { Executor } from "@/lib/platform/database/client";
import { containing } from "@/lib/platform/database/like-pattern";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { type Address, plainText, readAddress } from "@/lib/platform/database/storable-id";

/** `number` matches part of the number or a whole reference. `list` is a state, `any` for all. */
export const requestFilterSchema = z.object({
  number: plainText(200).default(""),
  list: z.enum(REQUEST_LISTS).default("any"),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});
export type RequestFilter = z.infer<typeof requestFilterSchema>;
export const REQUESTS_A_PAGE = 50;

/** Reads the filter from an address and ignores invalid values. */
export const readRequestFilter = (address: Address): RequestFilter =>
  readAddress(requestFilterSchema, address);

export type TrackingRequestRow = MaybeDeleted & {
  id: string;
  attributes: TrackingRequestAttributes;
  shipmentId: string | null;
  /** Whether the same number was requested again later. */
  requestedAgain: boolean;
  /** The id of the customer of the request. */
  customerPartyId: string | null;
  /** Containers of the shipment that was found, to link directly to a container. */
  containers: { id: string; number: string }[];
};
export type TrackingRequestList = {
  requests: TrackingRequestRow[];
  /** Number of requests per list that match the number filter. */
  counts: Record<RequestListName, number>;
};

const REQUESTED_AGAIN = sql`exists (select from tracking_requests n where n.number_key = t.number_key
  and n.number_key <> '' and n.id <> t.id and n.created_at > t.created_at)`;

const GONE = deletedUpstreamAt("tracking_request", sql`t.id`);

const IN_LIST: Record<RequestListName, SQL> = {
  any: sql`true`,
  pending: sql`t.status = 'pending'`,
  awaiting_manifest: sql`t.status = 'awaiting_manifest'`,
  tracking: sql`t.status in ('succeeded', 'created')`,
  failed: sql`t.status in ('failed', 'tracking_stopped') and not ${REQUESTED_AGAIN} and ${GONE} is null`,
};

type Stored = {
  id: string;
  attributes: unknown;
  shipment_id: string | null;
  requested_again: boolean;
  customer_id: string | null;
  containers: { id: string; number: string }[] | null;
  deleted_upstream_at: string | null;
};

const FOUND = sql`t.id, t.attributes, t.shipment_id, ${REQUESTED_AGAIN} as requested_again,
  t.relationships #>> '{customer,data,id}' as customer_id,
  ${GONE} as deleted_upstream_at,
  (select json_agg(json_build_object('id', c.id, 'number', coalesce(c.attributes ->> 'number', '')) order by c.number_key)
    from containers c where c.shipment_id = t.shipment_id) as containers`;

const rowOf = (row: Stored): TrackingRequestRow => ({
  id: row.id,
  attributes: trackingRequestAttributesSchema.parse(row.attributes),
  shipmentId: row.shipment_id,
  requestedAgain: row.requested_again,
  customerPartyId: row.customer_id,
  containers: row.containers ?? [],
  deletedUpstreamAt: row.deleted_upstream_at,
});

const countsSchema = z.record(z.enum(REQUEST_LISTS), z.number());

const storedSchema = z.object({
  id: z.string(),
  attributes: z.unknown(),
  shipment_id: z.string().nullable(),
  requested_again: z.boolean(),
  customer_id: z.string().nullable(),
  containers: z.array(z.object({ id: z.string(), number: z.string() })).nullable(),
  deleted_upstream_at: z.string().nullable(),
});

/** Returns a page of the tracking requests of the account, newest first, and the number of requests per list. */
export async function listTrackingRequests(
  executor: Executor,
  { number, list, page }: RequestFilter,
): Promise<TrackingRequestList> {
  const key = normalizeNumber(number);
  const matches =
    key === ""
      ? sql`true`
      : sql`(t.number_key like ${containing(key)} or t.attributes -> 'ref_numbers' ? ${number.trim()})`;
  const counts = REQUEST_LISTS.map(
    (each) => sql`'${sql.raw(each)}', count(*) filter (where ${IN_LIST[each]})`,
  );
  const counted = queryColumn(
    executor,
    countsSchema,
    sql`select json_build_object(${sql.join(counts, sql`, `)}) as counts from tracking_requests t where ${matches}`,
  );
  const found = queryRows(
    executor,
    storedSchema,
    sql`
      select ${FOUND} from tracking_requests t where ${matches} and ${IN_LIST[list]}
      order by t.created_at desc nulls last, t.id
      limit ${REQUESTS_A_PAGE} offset ${(page - 1) * REQUESTS_A_PAGE}`,
  );
  const [rows, [totals]] = await Promise.all([found, counted]);
  const none = { any: 0, pending: 0, awaiting_manifest: 0, tracking: 0, failed: 0 };
  return { requests: rows.map(rowOf), counts: totals ?? none };
}

/** Returns the number of requests in a list. */
export async function countTrackingRequests(executor: Executor, list: RequestListName): Promise<number> {
  const [count = 0] = await queryColumn(
    executor,
    z.number(),
    sql`select count(*)::int as count from tracking_requests t where ${IN_LIST[list]}`,
  );
  return count;
}

/** Returns one tracking request. Null when Drayboard does not know it. */
export async function findTrackingRequest(
  executor: Executor,
  id: string,
): Promise<TrackingRequestRow | null> {
  const rows = await queryRows(
    executor,
    storedSchema,
    sql`select ${FOUND} from tracking_requests t where t.id = ${id}`,
  );
  return rows[0] ? rowOf(rows[0]) : null;
}
