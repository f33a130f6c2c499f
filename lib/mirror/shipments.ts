import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ShipmentAttributes, shipmentAttributesSchema } from "@/lib/contract/shipment";
import type { Executor } from "@/lib/db/client";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { type Address, canBeId, plainText, readAddress } from "./address";
import { containing } from "./like";
import { type MaybeVanished, vanishedAt } from "./vanished";

/** `number` matches the bill of lading, a reference or the number asked for; `stopped` filters by tracking. */
export const shipmentFilterSchema = z.object({
  number: plainText(200).default(""),
  stopped: z.enum(["any", "yes", "no"]).default("any"),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});
export type ShipmentFilter = z.infer<typeof shipmentFilterSchema>;
export const SHIPMENTS_A_PAGE = 50;

/** The filter an address asks for; what is not a filter's value is passed over. */
export const readShipmentFilter = (address: Address): ShipmentFilter =>
  readAddress(shipmentFilterSchema, address);

export type ShipmentRow = MaybeVanished & { id: string; attributes: ShipmentAttributes; containers: number };
export type ShipmentList = { shipments: ShipmentRow[]; total: number };

/** One page of the account's shipments, newest created first. */
export async function listShipments(executor: Executor, filter: ShipmentFilter): Promise<ShipmentList> {
  const number = normalizeNumber(filter.number);
  const matches = number
    ? sql`(exists (select from unnest(s.search_keys) key where key like ${containing(number)})
        or exists (select from tracking_requests t where t.shipment_id = s.id and t.number_key = ${number}))`
    : sql`true`;
  const stopped = {
    any: sql`true`,
    yes: sql`s.tracking_stopped_at is not null`,
    no: sql`s.tracking_stopped_at is null`,
  }[filter.stopped];
  const counted = executor.execute<{ total: number }>(
    sql`select count(*)::int as total from shipments s where ${matches} and ${stopped}`,
  );
  const found = executor.execute<{
    id: string;
    attributes: unknown;
    containers: number;
    vanished_at: string | null;
  }>(sql`
    select s.id, s.attributes, ${vanishedAt("shipment", sql`s.id`)} as vanished_at,
      (select count(*)::int from containers c where c.shipment_id = s.id) as containers
    from shipments s where ${matches} and ${stopped}
    order by s.created_at desc nulls last, s.id
    limit ${SHIPMENTS_A_PAGE} offset ${(filter.page - 1) * SHIPMENTS_A_PAGE}`);
  const [{ rows }, { rows: totals }] = await Promise.all([found, counted]);
  return {
    shipments: rows.map(({ id, attributes, containers, vanished_at }) => ({
      id,
      attributes: shipmentAttributesSchema.parse(attributes),
      containers,
      vanishedAt: vanished_at,
    })),
    total: totals[0]?.total ?? 0,
  };
}

export type ShipmentPage = MaybeVanished & { id: string; attributes: ShipmentAttributes; rows: BoardRow[] };

/** A shipment with its containers as board rows, or null when the mirror does not hold it. */
export async function loadShipmentPage(executor: Executor, id: string): Promise<ShipmentPage | null> {
  if (!canBeId(id)) return null;
  const { rows } = await executor.execute<{
    attributes: unknown;
    vanished_at: string | null;
    rows: BoardRow[] | null;
  }>(sql`
    select s.attributes, ${vanishedAt("shipment", sql`s.id`)} as vanished_at, (select jsonb_agg(b.row order by b.number) from board_rows b
      join containers c on c.id = b.container_id where c.shipment_id = s.id) as rows
    from shipments s where s.id = ${id}`);
  const [found] = rows;
  if (!found) return null;
  return {
    id,
    attributes: shipmentAttributesSchema.parse(found.attributes),
    rows: found.rows ?? [],
    vanishedAt: found.vanished_at,
  };
}
