import { sql } from "drizzle-orm";
import { z } from "zod";
import { ETA_FIELDS, type EtaChange } from "@/lib/domain/milestones/eta-history";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

const etaChangeSchema = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  asOf: z.string(),
  event: z.string().nullable(),
});

/** Returns all stored changes of the ETAs of a shipment and, if named, of one of its containers, oldest first. */
export function listEtaChanges(
  executor: Executor,
  { shipmentId, containerId = null }: { shipmentId: string | null; containerId?: string | null },
): Promise<EtaChange[]> {
  return queryRows(
    executor,
    etaChangeSchema,
    sql`
      select c.field, c.before, c.after, to_iso(c.as_of) as "asOf", i.event
      from changes c left join inbox i on i.notification_id = c.notification_id
      where ((c.subject_type = 'shipment' and c.subject_id = ${shipmentId})
          or (c.subject_type = 'container' and c.subject_id = ${containerId}))
        and c.field = any(${sql.param([...ETA_FIELDS])}::text[])
      order by c.as_of, c.id`,
  );
}
