import { sql } from "drizzle-orm";
import { z } from "zod";
import type { PartyLoad } from "@/lib/features/parties/rules";
import { PARTY_SHIPMENTS } from "@/lib/features/shipments/queries/filter-sql";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows, storedJson } from "@/lib/platform/database/rows";

const partyLoadRowSchema = z.object({ partyId: z.string(), role: z.string(), shipments: z.number() });

const loadSchema = z.object({
  partyId: z.string(),
  role: z.string(),
  containers: z.number(),
  own: z.number(),
  named: z.boolean(),
  urgent: storedJson<NonNullable<PartyLoad["urgent"]>>(),
});

/**
 * Returns the loads of each party by party id: per role the containers not picked up yet, the most urgent of them, and
 * the number of all shipments. A container counts once per role, whether the role comes from the container, its
 * shipment or its tracking request.
 */
export async function loadPartyLoads(executor: Executor): Promise<Map<string, PartyLoad[]>> {
  const [rows, shipments] = await Promise.all([
    queryRows(
      executor,
      loadSchema,
      sql`
        with concerned as (
          select r.party_id, r.role, r.roleable_id as container_id, true as own from party_roles r
            where r.roleable_type not like '%shipment'
          union all select r.party_id, r.role, c.id, false from party_roles r join containers c on c.shipment_id = r.roleable_id
            where r.roleable_type like '%shipment'
          union all select t.relationships #>> '{customer,data,id}', 'customer', c.id, false
            from tracking_requests t join containers c on c.shipment_id = t.shipment_id
            where t.relationships #>> '{customer,data,id}' is not null
        ), listed as (
          select party_id, role, container_id, bool_or(own) as own from concerned group by 1, 2, 3
        ), loads as (
          select x.party_id, x.role, count(*)::int as containers, (count(*) filter (where x.own))::int as own,
            bool_and(coalesce(b.customer = p.company_name, false)) as named,
            (array_agg(b.container_id order by b.governing_ends_at nulls last, b.number))[1] as urgent
          from listed x join board_rows b on b.container_id = x.container_id and not b.picked_up
          join parties p on p.id = x.party_id group by 1, 2
        )
        select l.party_id as "partyId", l.role, l.containers, l.own, l.named,
          to_jsonb(reported) || jsonb_build_object('id', b.container_id) as urgent
        from loads l join board_rows b on b.container_id = l.urgent
        cross join lateral jsonb_to_record(${shownRow("b")}) as reported (number text, deadline jsonb, "checkedAt" jsonb,
          "onTerminalGround" jsonb)`,
    ),
    queryRows(
      executor,
      partyLoadRowSchema,
      sql`
        select p.party_id as "partyId", p.role, count(distinct p.shipment_id)::int as shipments
        from (${PARTY_SHIPMENTS}) p group by 1, 2`,
    ),
  ]);
  const loads = new Map<string, PartyLoad[]>();
  const add = (partyId: string, load: PartyLoad) => loads.set(partyId, [...(loads.get(partyId) ?? []), load]);
  const keyOf = ({ partyId, role }: { partyId: string; role: string }) => JSON.stringify([partyId, role]);
  const counts = new Map(shipments.map((each) => [keyOf(each), each]));
  for (const row of rows) {
    const { partyId, ...load } = row;
    add(partyId, { ...load, shipments: counts.get(keyOf(row))?.shipments ?? 0 });
    counts.delete(keyOf(row));
  }
  for (const { partyId, role, shipments: count } of counts.values())
    add(partyId, { role, containers: 0, own: 0, named: false, urgent: null, shipments: count });
  return loads;
}
