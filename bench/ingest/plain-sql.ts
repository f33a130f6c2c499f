import { performance } from "node:perf_hooks";
import type { Pool } from "pg";

const BATCH = 50;

/**
 * Copies of the tables that contain the rows of one notification, and empty tables of the same definition to write to.
 */
const TABLES = [
  "inbox",
  "containers",
  "board_rows",
  "changes",
  "source_updates",
  "transport_events",
] as const;

async function prepare(pool: Pool): Promise<string[]> {
  await pool.query("create schema plain");
  for (const table of TABLES) await pool.query(`create table plain.${table} (like ${table} including all)`);
  await pool.query(`insert into plain.containers select * from containers`);
  await pool.query(`insert into plain.board_rows select * from board_rows`);
  // The bodies may have been moved already, so they are read from their current table.
  await pool.query(`create table plain.delivered as
    select i.notification_id, i.event, i.created_at, i.subject, coalesce(i.body, e.body) as body,
      substr(i.subject, 11) as container_id, i.received_at
    from inbox i left join webhook_archive e using (notification_id) where i.processed_at is not null`);
  await pool.query("create index on plain.delivered (notification_id)");
  await pool.query("create index if not exists changes_by_notification on changes (notification_id)");
  await pool.query("create index if not exists reports_by_notification on source_updates (notification_id)");
  await pool.query("analyze");
  const { rows } = await pool.query<{ id: string }>(
    "select notification_id as id from plain.delivered order by received_at",
  );
  return rows.map(({ id }) => id);
}

const COLUMNS: Record<"changes" | "source_updates", string> = {
  changes: "subject_type, subject_id, field, before, after, zone, as_of, recorded_at, notification_id",
  source_updates: "subject_type, subject_id, as_of, received_at, notification_id, facts",
};

const copyOf = (table: "changes" | "source_updates") => `
  insert into plain.${table} (${COLUMNS[table]}) select ${COLUMNS[table]} from ${table} where notification_id = any($1)`;

const WRITES = [
  `update plain.containers c set attributes = s.attributes, carrier_as_of = s.carrier_as_of, terminal_as_of = s.terminal_as_of,
    rail_as_of = s.rail_as_of from containers s join plain.delivered d on d.container_id = s.id
    where d.notification_id = any($1) and c.id = s.id`,
  `update plain.board_rows b set row = s.row, search = s.search, checked_at = s.checked_at, appointment_at = s.appointment_at
    from board_rows s join plain.delivered d on d.container_id = s.container_id
    where d.notification_id = any($1) and b.container_id = s.container_id`,
  copyOf("changes"),
  copyOf("source_updates"),
  `insert into plain.transport_events select e.* from transport_events e
    where e.id = any(array(select replace(id, 'notification', 'event') from unnest($1::text[]) as id))
    on conflict do nothing`,
  "update plain.inbox set processed_at = clock_timestamp() where notification_id = any($1)",
];

/**
 * Writes the rows of the inbox notifications again, by plain SQL from the existing rows, with the worker's batch size
 * per transaction. This is the database's minimum work. Returns notifications per second.
 */
export async function measurePlainSql(pool: Pool): Promise<number> {
  const ids = await prepare(pool);
  const client = await pool.connect();
  const begun = performance.now();
  try {
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = [ids.slice(at, at + BATCH)];
      await client.query(
        `insert into plain.inbox (notification_id, event, created_at, subject, body)
          select notification_id, event, created_at, subject, body from plain.delivered where notification_id = any($1)`,
        batch,
      );
      await client.query("begin");
      for (const text of WRITES) await client.query(text, batch);
      await client.query("commit");
    }
  } finally {
    client.release();
  }
  return (ids.length * 1_000) / (performance.now() - begun);
}
