import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Container } from "@/lib/domain/container/container-facts";
import { FEE_FIELDS } from "@/lib/features/reports/rules/charge-history";
import type { ContainerHistory, PastChange } from "@/lib/features/reports/rules/field-history";
import { HOLD_FIELDS } from "@/lib/features/reports/rules/hold-history";
import { STATUS_FIELDS } from "@/lib/features/reports/rules/status-days";
import type { Transaction } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { OTHER_FIELDS } from "./container-history";

const FIELDS = [...new Set([...STATUS_FIELDS, ...HOLD_FIELDS, ...FEE_FIELDS, ...OTHER_FIELDS])];

type Subject = "container" | "shipment";
const changeRowSchema = z.object({
  id: z.string(),
  field: z.string(),
  before: z.unknown(),
  as_of: z.string(),
});

async function listChanges(
  tx: Transaction,
  of: Subject,
  ids: readonly string[],
): Promise<Map<string, PastChange[]>> {
  const rows = await queryRows(
    tx,
    changeRowSchema,
    sql`
      select subject_id as id, field, before, to_iso(as_of) as as_of from changes
      where subject_type = ${of} and subject_id = any(${sql.param([...ids])}::text[])
        and field = any(${sql.param(FIELDS)}::text[])
      order by subject_id, changes.as_of desc, changes.id desc`,
  );
  const found = new Map<string, PastChange[]>();
  for (const { id, field, before, as_of } of rows) {
    const list = found.get(id) ?? [];
    found.set(id, list);
    list.push({ of, field, before, asOf: as_of });
  }
  return found;
}

const firstRowSchema = z.object({ id: z.string(), first: z.string() });

/**
 * Returns when each container was first reported. Without a stored report, the oldest date of the container itself is
 * used.
 */
async function listFirst(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows(
    tx,
    firstRowSchema,
    sql`
      select c.id, to_iso(coalesce(r.first, least(nullif(c.carrier_as_of, to_timestamp(0)),
        nullif(c.terminal_as_of, to_timestamp(0)), nullif(c.rail_as_of, to_timestamp(0))), to_timestamp(0))) as first
      from containers c left join lateral (
        select min(as_of) as first from source_updates where subject_type = 'container' and subject_id = c.id) r on true
      where c.id = any(${sql.param([...ids])}::text[])`,
  );
  return new Map(rows.map(({ id, first }) => [id, first]));
}

const newestFirst = (a: PastChange, b: PastChange): number =>
  a.asOf === b.asOf ? 0 : a.asOf < b.asOf ? 1 : -1;

/** Returns the history of these containers and their shipments, by container id. */
export async function readPasts(
  tx: Transaction,
  containers: readonly Container[],
): Promise<Map<string, ContainerHistory>> {
  const ids = containers.map(({ id }) => id);
  const shipmentIds = [...new Set(containers.flatMap(({ shipment }) => shipment?.id ?? []))];
  const own = await listChanges(tx, "container", ids);
  const shared = await listChanges(tx, "shipment", shipmentIds);
  const first = await listFirst(tx, ids);
  return new Map(
    containers.map(({ id, shipment }) => {
      const changes = [...(own.get(id) ?? []), ...(shared.get(shipment?.id ?? "") ?? [])];
      return [
        id,
        { firstAt: first.get(id) ?? new Date(0).toISOString(), changes: changes.sort(newestFirst) },
      ];
    }),
  );
}
