import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ReconciliationState } from "@/lib/features/connection/rules/settings-data";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";

const SYNC_RUNS_SHOWN = 12;
const DRIFT_REPAIRS_SHOWN = 100;

const EMPTY: ReconciliationState = { rounds: [], underWay: null, driftRepairs: [], deletedUpstream: 0 };

const stateSchema = z.object({
  rounds: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(["first_load", "round"]),
      startedAt: z.string(),
      progressedAt: z.string(),
      endedAt: z.string().nullable(),
      completed: z.boolean(),
      requests: z.number(),
      records: z.number(),
      repaired: z.number(),
      deletedUpstream: z.number(),
      lastError: z.string().nullable(),
    }),
  ),
  underWay: z
    .object({
      lists: z.array(
        z.object({ list: z.string(), read: z.number(), total: z.number().nullable(), ended: z.boolean() }),
      ),
    })
    .nullable(),
  driftRepairs: z.array(
    z.object({
      id: z.number(),
      syncRunId: z.number(),
      subjectType: z.string(),
      subjectId: z.string(),
      name: z.string().nullable(),
      field: z.string(),
      oldValue: z.unknown(),
      newValue: z.unknown(),
      lastCorrectAt: z.string().nullable(),
      repairedAt: z.string(),
    }),
  ),
  deletedUpstream: z.number(),
});

export async function readReconciliationState(executor: Executor): Promise<ReconciliationState> {
  const [state = EMPTY] = await queryColumn(
    executor,
    stateSchema,
    sql`
      select json_build_object(
        'rounds', coalesce((select json_agg(r order by r.id desc) from (
          select id, kind, to_iso(started_at) as "startedAt", to_iso(progressed_at) as "progressedAt",
            to_iso(ended_at) as "endedAt", completed, requests, records, repaired, deleted_upstream as "deletedUpstream", last_error as "lastError"
          from sync_runs order by id desc limit ${SYNC_RUNS_SHOWN}) as r), '[]'),
        'underWay', (select json_build_object('lists', coalesce((
            select json_agg(json_build_object('list', l.list, 'read', l.read, 'total', l.total,
              'ended', l.ended_at is not null) order by l.list)
            from sync_run_lists l where l.sync_run_id = u.id), '[]'))
          from sync_runs u where u.ended_at is null),
        'driftRepairs', coalesce((select json_agg(h order by h.id desc) from (
          select h.id, h.sync_run_id as "syncRunId", h.subject_type as "subjectType", h.subject_id as "subjectId",
            coalesce(c.attributes ->> 'number', s.attributes ->> 'bill_of_lading_number',
              q.attributes ->> 'request_number', p.company_name) as name,
            h.field, h.old_value as "oldValue", h.new_value as "newValue", to_iso(h.last_correct_at) as "lastCorrectAt", to_iso(h.repaired_at) as "repairedAt"
          from drift_repairs h
          left join containers c on h.subject_type = 'container' and c.id = h.subject_id
          left join shipments s on h.subject_type = 'shipment' and s.id = h.subject_id
          left join tracking_requests q on h.subject_type = 'tracking_request' and q.id = h.subject_id
          left join parties p on h.subject_type = 'party' and p.id = h.subject_id
          order by h.id desc limit ${DRIFT_REPAIRS_SHOWN}) as h), '[]'),
        'deletedUpstream', (select count(*) from seen_records where deleted_upstream_at is not null)
      ) as state`,
  );
  return state;
}
