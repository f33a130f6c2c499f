import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { requireRight } from "@/lib/auth/access/roles";
import type { CommandContext } from "@/lib/auth/commands/command";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { installation } from "@/lib/platform/database/schema/schema";
import { canBeId } from "@/lib/platform/database/storable-id";
import {
  type Cutoff,
  DELETED_PARTS,
  type IdSet,
  isJobDeletable,
  isLoneContainerDeletable,
  isShipmentDeletable,
} from "./deletable";
import {
  type DeletedRows,
  KEEP_EVERYTHING,
  type Retention,
  type RetentionPreview,
  type RetentionState,
  retentionSchema,
  type TableSize,
} from "./rules";

export const RETENTION_SETTING = "retention";
const DAY_MS = 86_400_000;

export const cutoffOf = (days: number, now: Date): Cutoff => ({
  cutoff: new Date(now.getTime() - days * DAY_MS),
  now,
});

/** How long records are kept. Everything is kept until an admin changes it. */
export async function readRetention(executor: Executor): Promise<Retention> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, RETENTION_SETTING));
  return row ? retentionSchema.parse(row.value) : KEEP_EVERYTHING;
}

const stateSchema = z.object({
  containers: z.number(),
  shipments: z.number(),
  lastAt: z.string().nullable(),
});

/** What was deleted so far. */
export async function readRetentionState(executor: Executor): Promise<RetentionState> {
  const [state] = await queryRows(
    executor,
    stateSchema,
    sql`
      select count(*) filter (where type = 'container')::int as containers,
        count(*) filter (where type = 'shipment')::int as shipments, to_iso(max(deleted_at)) as "lastAt"
      from deleted_by_retention`,
  );
  return state ?? { containers: 0, shipments: 0, lastAt: null };
}

const deletedRecordSchema = z.object({ number: z.string(), deletedAt: z.string() });

/** A record that was deleted: its number without spaces, "" for none, and when it was deleted, UTC text. */
export async function findDeletedRecord(
  executor: Executor,
  type: "container" | "shipment",
  id: string,
): Promise<z.infer<typeof deletedRecordSchema> | null> {
  if (!canBeId(id)) return null;
  const [row] = await queryRows(
    executor,
    deletedRecordSchema,
    sql`
      select number, to_iso(deleted_at) as "deletedAt" from deleted_by_retention
      where type = ${type} and id = ${id}`,
  );
  return row ?? null;
}

const countsSchema = z.object({ part: z.string(), rows: z.number(), bytes: z.number() });

/** The average size on disk of a row of a table, with its indexes and large values. 0 before the table was analyzed. */
const averageBytes = (table: string): SQL => sql`coalesce((
  select pg_total_relation_size(p.oid) / nullif(p.reltuples, 0) from pg_class p
  where p.oid = ${table}::regclass and p.reltuples > 0), 0)`;

/** The rows of a part and the bytes that they take. */
const countOf = (part: string, table: string, from: SQL): SQL => sql`
  select ${part} as part, count(*)::int as rows, (count(*) * ${averageBytes(table)})::float8 as bytes ${from}`;

async function countParts(executor: Executor, given: Cutoff): Promise<DeletedRows[]> {
  const chosen = (table: string): IdSet => ({
    has: (id) => sql`${id} in (select id from ${sql.identifier(table)})`,
    rows: sql`${sql.identifier(table)} one`,
  });
  const ids = {
    containers: chosen("chosen_containers"),
    shipments: chosen("chosen_shipments"),
    requests: chosen("chosen_requests"),
  };
  const counts = DELETED_PARTS.map(({ table, belongs }) =>
    countOf(table, table, sql`from ${sql.identifier(table)} t where ${belongs(ids)}`),
  );
  const rows = await queryRows(
    executor,
    countsSchema,
    sql`
      with chosen_shipments as materialized (select s.id from shipments s where ${isShipmentDeletable(given)}),
        chosen_containers as materialized (
          select c.id from containers c join chosen_shipments s on s.id = c.shipment_id
          union all select c.id from containers c where ${isLoneContainerDeletable(given)}),
        chosen_requests as materialized (
          select t.id from tracking_requests t join chosen_shipments s on s.id = t.shipment_id)
      ${sql.join(counts, sql` union all `)}`,
  );
  return DELETED_PARTS.map(({ table, label }) => {
    const found = rows.find(({ part }) => part === table);
    return { label, rows: found?.rows ?? 0, bytes: found?.bytes ?? 0 };
  });
}

async function countJobs(executor: Executor, { cutoff }: Cutoff): Promise<DeletedRows[]> {
  const rows = await queryRows(
    executor,
    countsSchema,
    sql`
      ${countOf("jobs", "jobs", sql`from jobs j where ${isJobDeletable(cutoff)}`)} union all
      ${countOf("job_rows", "job_rows", sql`from job_rows r join jobs j on j.id = r.job_id where ${isJobDeletable(cutoff)}`)}`,
  );
  const labels: Readonly<Record<string, string>> = { jobs: "Jobs", job_rows: "Rows of jobs" };
  return rows.map(({ part, rows: count, bytes }) => ({ label: labels[part] ?? part, rows: count, bytes }));
}

/** What would be deleted at `now`, for periods that need not be saved. Reads every container: for a page that is opened rarely. */
export async function previewRetention(
  executor: Executor,
  { containerDays, jobDays }: Retention,
  now: Date,
): Promise<RetentionPreview> {
  const parts = containerDays === null ? [] : await countParts(executor, cutoffOf(containerDays, now));
  const jobs = jobDays === null ? [] : await countJobs(executor, cutoffOf(jobDays, now));
  const rowsOf = (rows: readonly DeletedRows[], label: string) =>
    rows.find((row) => row.label === label)?.rows ?? 0;
  return {
    containers: rowsOf(parts, "Containers"),
    shipments: rowsOf(parts, "Shipments"),
    jobs: rowsOf(jobs, "Jobs"),
    rows: [...parts, ...jobs].filter(({ rows }) => rows > 0),
  };
}

/** The preview as a server action reads it. It requires the right and checks the periods. */
export const PREVIEW = {
  right: "administer",
  unchecked: async ({ actor, db, now }: CommandContext, requested: unknown): Promise<RetentionPreview> => {
    requireRight(actor.role, "administer");
    return previewRetention(db, retentionSchema.parse(requested), now);
  },
} as const;

const sizeSchema = z.object({ name: z.string(), rows: z.number(), bytes: z.number() });

/** What the largest tables contain. Others are shown by their name. */
const TABLE_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DELETED_PARTS.map(({ table, label }) => [table, label])),
  audit_entries: "Audit log",
  webhook_archive: "Archived webhook deliveries",
  inbox: "Webhook inbox",
  jobs: "Jobs",
  job_rows: "Rows of jobs",
  report_containers: "Reports: containers",
  report_holds: "Reports: holds",
  report_statuses: "Reports: statuses",
  report_charges: "Reports: charges",
  drift_repairs: "Repairs by sync runs",
  board_count_deltas: "Changes of counts",
  reference_records: "Terminals, ports and vessels",
  driver_photos: "Drivers’ photos",
  live_changes: "Recent changes for open pages",
  build_files: "Scripts and styles of running builds",
  change_claims: "Changes being saved",
  deleted_by_retention: "Numbers of deleted containers",
};

/**
 * The sizes of all tables, the largest first. Partitions count as their table. The rows are PostgreSQL's estimate, or what
 * was written since the start for a table that it has not analyzed yet.
 */
export async function readTableSizes(executor: Executor): Promise<TableSize[]> {
  const rows = await queryRows(
    executor,
    sizeSchema,
    sql`
      select coalesce(parent.relname, c.relname)::text as name,
        sum(case when c.reltuples < 0 then pg_stat_get_live_tuples(c.oid) else c.reltuples end)::float8 as rows,
        sum(pg_total_relation_size(c.oid))::float8 as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
      where n.nspname = 'public' and c.relkind = 'r'
      group by 1 order by 3 desc, 1`,
  );
  return rows.map((row) => ({ ...row, label: TABLE_LABELS[row.name] ?? row.name.replaceAll("_", " ") }));
}
