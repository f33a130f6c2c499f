import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobPreview } from "@/lib/features/bulk-jobs/messages";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { type Selection, selectedRows } from "./selection";

const NOTHING: JobPreview = {
  containers: 0,
  shipments: 0,
  without: 0,
  related: 0,
  carried: 0,
  several: 0,
  carriers: [],
  otherCarriers: 0,
  stopped: 0,
};

/** How many of the selection's dray carriers are named. */
const MAX_CARRIERS = 3;

const previewSchema = z.object({
  containers: z.number(),
  shipments: z.number(),
  without: z.number(),
  related: z.number(),
  carried: z.number(),
  several: z.number(),
  carriers: z.array(z.object({ name: z.string(), containers: z.number() })),
  otherCarriers: z.number(),
  stopped: z.number(),
});

/** Returns the counts of a selection at `now`, for the warnings before a job starts. */
export async function previewJob(
  executor: Executor,
  selection: Selection,
  reader: string,
  now: Date,
): Promise<JobPreview> {
  const { where } = selectedRows(selection, reader, now);
  const rows = await queryRows(
    executor,
    previewSchema,
    sql`
      with picked as materialized (
        select container_id, row -> 'drayCarriers' as carriers from board_rows where ${where}),
      listed as materialized (
        select c.id, c.shipment_id, carriers, jsonb_array_length(carriers) as carried
        from picked join containers c on c.id = container_id),
      named as materialized (
        select each ->> 'partyId' as id, max(coalesce(nullif(each ->> 'name', ''), 'an unnamed party')) as name,
          count(distinct listed.id)::int as containers
        from listed, jsonb_array_elements(carriers) as each group by 1),
      owners as materialized (select distinct shipment_id as id from listed where shipment_id is not null)
      select (select count(*) from listed)::int as containers,
        (select count(*) from owners)::int as shipments,
        (select count(*) from listed where shipment_id is null)::int as without,
        (select count(*) from containers c where c.shipment_id in (select id from owners)
          and c.id not in (select id from listed))::int as related,
        (select count(*) from listed where carried > 0)::int as carried,
        (select count(*) from listed where carried > 1)::int as several,
        (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'containers', containers)
          order by containers desc, name, id), '[]')
          from (select * from named order by containers desc, name, id limit ${MAX_CARRIERS}) most) as carriers,
        (select greatest(0, count(*) - ${MAX_CARRIERS}) from named)::int as "otherCarriers",
        (select count(*) from shipments s where s.id in (select id from owners)
          and s.attributes ->> 'line_tracking_stopped_at' is not null)::int as stopped`,
  );
  return rows[0] ?? NOTHING;
}
