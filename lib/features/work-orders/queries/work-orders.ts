import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Container } from "@/lib/domain/container/container-facts";
import { pickupPlace } from "@/lib/domain/container/pickup";
import { storedOrderState } from "@/lib/domain/work-order/order-state";
import { changedTerms, orderTerms, TERM_LABELS, type TermId } from "@/lib/domain/work-order/order-terms";
import { ORDER_RESPONSES, type OrderTerms } from "@/lib/domain/work-order/work-order";
import {
  type ListedOrder,
  ORDER_EVENTS,
  type OrderContact,
  type OrderEvent,
} from "@/lib/features/work-orders/rules";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows, storedJson } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";

/** The orders and the entries of their history that a page shows. */
const MAX_ORDERS = 10;
const MAX_EVENTS = 100;

const orderSchema = z.object({
  id: z.string(),
  partyId: z.string(),
  carrier: z.string(),
  version: z.number(),
  terms: storedJson<OrderTerms>(),
  instructions: z.string(),
  sentAt: z.string(),
  sentBy: z.string(),
  expiresAt: z.string(),
  viewedAt: z.string().nullable(),
  response: z.enum(ORDER_RESPONSES).nullable(),
  responseVersion: z.number().nullable(),
  respondedAt: z.string().nullable(),
  respondedTerms: storedJson<OrderTerms>().nullable(),
  driver: z.string(),
  truck: z.string(),
  etaAt: z.string().nullable(),
  etaZone: z.string().nullable(),
  declineReason: z.string(),
  withdrawnAt: z.string().nullable(),
});

const termIdSchema = z.enum(Object.keys(TERM_LABELS) as [TermId, ...TermId[]]);
const eventSchema = z.object({
  orderId: z.string(),
  id: z.number(),
  at: z.string(),
  kind: z.enum(ORDER_EVENTS),
  version: z.number(),
  by: z.string().nullable(),
  terms: z.array(termIdSchema).nullable(),
  detail: z.string().nullable(),
});

async function listEvents(
  executor: Executor,
  orderIds: readonly string[],
): Promise<Map<string, OrderEvent[]>> {
  const rows = await queryRows(
    executor,
    eventSchema,
    sql`
      select e.order_id as "orderId", e.id::int, to_iso(e.at) as at, e.kind, e.version,
        case when e.user_id is not null then ${userName(sql`e.user_id`)} end as by,
        e.data -> 'changed' as terms, e.data ->> 'detail' as detail
      from work_order_events e where e.order_id = any(${sql.param([...orderIds])}::uuid[])
      order by e.id desc limit ${MAX_EVENTS}`,
  );
  const events = new Map<string, OrderEvent[]>();
  for (const { orderId, terms, detail, ...event } of rows)
    events.set(orderId, [
      ...(events.get(orderId) ?? []),
      { ...event, terms: terms ?? [], detail: detail ?? "" },
    ]);
  return events;
}

/** Lists the work orders of a container with their history, the last sent one first, withdrawn ones too. */
export async function listWorkOrders(executor: Executor, container: Container): Promise<ListedOrder[]> {
  const rows = await queryRows(
    executor,
    orderSchema,
    sql`
      select o.id, o.party_id as "partyId", coalesce(p.company_name, '') as carrier, o.version, o.terms, o.instructions,
        to_iso(o.sent_at) as "sentAt", ${userName(sql`o.sent_by`)} as "sentBy",
        to_iso(least(t.expires_at, t.revoked_at)) as "expiresAt", to_iso(o.viewed_at) as "viewedAt", o.response,
        o.response_version as "responseVersion", to_iso(o.responded_at) as "respondedAt", (
          select e.data -> 'terms' from work_order_events e
          where e.order_id = o.id and e.version = o.response_version and e.kind in ('sent', 'changed')
          order by e.id limit 1) as "respondedTerms",
        o.driver, o.truck, to_iso(o.eta_at) as "etaAt", o.eta_zone as "etaZone", o.decline_reason as "declineReason",
        to_iso(o.withdrawn_at) as "withdrawnAt"
      from work_orders o join access_tokens t on t.id = o.token_id left join parties p on p.id = o.party_id
      where o.container_id = ${container.id}
      order by o.withdrawn_at is not null, o.sent_at desc, o.id limit ${MAX_ORDERS}`,
  );
  const { zone } = pickupPlace(container);
  const events = await listEvents(
    executor,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({ terms, instructions, response, responseVersion, respondedTerms, etaAt, etaZone, ...order }) => {
      const stored = { terms, instructions, response, responseVersion, version: order.version };
      return {
        ...order,
        instructions,
        zone,
        eta: etaAt === null ? null : { at: etaAt, zone: etaZone },
        state: order.withdrawnAt === null ? storedOrderState(container, stored) : null,
        changed: respondedTerms ? changedTerms(respondedTerms, orderTerms(container, instructions)) : [],
        events: events.get(order.id) ?? [],
      };
    },
  );
}

const contactSchema = z.object({ name: z.string(), phone: z.string(), email: z.string() });

/**
 * The contact that a user's form for a work order begins with: that of the user's last order, otherwise the user's name and
 * email.
 */
export async function findSenderContact(executor: Executor, userId: string): Promise<OrderContact> {
  const [found] = await queryRows(
    executor,
    contactSchema,
    sql`
      select coalesce(o.contact_name, ${userName(sql`sender.id`)}) as name, coalesce(o.contact_phone, '') as phone,
        coalesce(o.contact_email, sender.email) as email
      from users sender left join lateral (
        select contact_name, contact_phone, contact_email from work_orders
        where sent_by = sender.id order by sent_at desc limit 1) o on true
      where sender.id = ${userId}::uuid`,
  );
  return found ?? { name: "", phone: "", email: "" };
}
