import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ShipmentAttributes, shipmentAttributesSchema } from "@/lib/contract/shipment";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { EtaChange } from "@/lib/domain/milestones/eta-history";
import { type PartyRole, roleRank } from "@/lib/domain/parties/party-roles";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import { deletedUpstreamAt, type MaybeDeleted } from "@/lib/mirror/deleted-upstream";
import { listEtaChanges } from "@/lib/mirror/eta-changes";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows, storedJson } from "@/lib/platform/database/rows";
import { canBeId } from "@/lib/platform/database/storable-id";

export type ShipmentPage = MaybeDeleted & {
  id: string;
  attributes: ShipmentAttributes;
  rows: BoardRow[];
  /** All stored changes of its ETAs, oldest first. */
  etaChanges: EtaChange[];
};

/** Returns the attributes of a shipment. Null when the mirror does not contain it. */
export async function findShipment(executor: Executor, id: string): Promise<ShipmentAttributes | null> {
  if (!canBeId(id)) return null;
  const [attributes] = await queryColumn(
    executor,
    z.unknown(),
    sql`select attributes from shipments where id = ${id}`,
  );
  return attributes === undefined ? null : shipmentAttributesSchema.parse(attributes);
}

const shipmentPageRowSchema = z.object({
  attributes: z.unknown(),
  deleted_upstream_at: z.string().nullable(),
  rows: z.array(storedJson<BoardRow>()).nullable(),
});

/** Returns a shipment with its containers as board rows. Null when the mirror does not contain it. */
export async function loadShipmentPage(executor: Executor, id: string): Promise<ShipmentPage | null> {
  if (!canBeId(id)) return null;
  const [rows, etaChanges] = await Promise.all([
    queryRows(
      executor,
      shipmentPageRowSchema,
      sql`
        select s.attributes, ${deletedUpstreamAt("shipment", sql`s.id`)} as deleted_upstream_at,
          (select jsonb_agg(${shownRow("b")} order by b.number, b.container_id) from board_rows b
            join containers c on c.id = b.container_id where c.shipment_id = s.id) as rows
        from shipments s where s.id = ${id}`,
    ),
    listEtaChanges(executor, { shipmentId: id }),
  ]);
  const [found] = rows;
  if (!found) return null;
  return {
    id,
    attributes: shipmentAttributesSchema.parse(found.attributes),
    rows: found.rows ?? [],
    etaChanges,
    deletedUpstreamAt: found.deleted_upstream_at,
  };
}

/** The roles on the shipment itself, and when they were last completely read (UTC text, null if never). */
export type ShipmentRoles = { roles: PartyRole[]; asOf: string | null };

const partyRoleSchema = z.object({
  roleId: z.string(),
  partyId: z.string(),
  role: z.string(),
  name: z.string(),
});

/** Returns the parties with a role on a shipment, by role, then oldest first. */
export async function loadShipmentRoles(executor: Executor, id: string): Promise<ShipmentRoles> {
  if (!canBeId(id)) return { roles: [], asOf: null };
  const [rows, [asOf = null]] = await Promise.all([
    queryRows(
      executor,
      partyRoleSchema,
      sql`
        select r.id as "roleId", r.party_id as "partyId", r.role,
          coalesce(nullif(p.company_name, ''), 'a party without a name') as name
        from party_roles r left join parties p on p.id = r.party_id
        where r.roleable_id = ${id} and r.roleable_type like '%shipment' order by r.created_at, r.id`,
    ),
    queryColumn(
      executor,
      z.string().nullable(),
      sql`select to_iso(as_of) as at from party_role_fetches where roleable_id = ${id}`,
    ),
  ]);
  return {
    roles: rows.toSorted((a, b) => roleRank(a.role) - roleRank(b.role)),
    asOf,
  };
}
