import { sql } from "drizzle-orm";
import { z } from "zod";
import { boardRow } from "@/lib/domain/board-row/board-row";
import type { Container } from "@/lib/domain/container/container-facts";
import { type FollowUpRecord, holdZone, isHoldActive, sameHold } from "@/lib/domain/readiness/hold-follow-up";
import { currentHolds } from "@/lib/domain/readiness/holds";
import { loadContainers } from "@/lib/mirror/load-containers";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";
import type { FollowUpList, ListedFollowUp } from "./rules";

const followUpSchema = z.object({
  id: z.string(),
  holdName: z.string(),
  place: z.enum(["port", "inland"]),
  owner: z.string().nullable(),
  nextCheckAt: z.string().nullable(),
  version: z.number(),
  contactEmail: z.string(),
  contactPhone: z.string(),
});
const entrySchema = z.object({
  id: z.number(),
  writtenAt: z.string(),
  by: z.string(),
  contacted: z.string(),
  promise: z.string(),
  nextCheckAt: z.string().nullable(),
});

/** SQL for an entry `e` of a follow-up's log, as JSON. */
const ENTRY = sql`
  json_build_object('id', e.id, 'writtenAt', to_iso(e.written_at), 'by', ${userName(sql`e.written_by`)},
    'contacted', e.contacted, 'promise', e.promise, 'nextCheckAt', to_iso(e.next_check_at))`;

const recordSchema = followUpSchema.extend({
  openedAt: z.string(),
  openedBy: z.string().nullable(),
  closedAt: z.string().nullable(),
  closedBecause: z.enum(["cleared", "dropped"]).nullable(),
  lines: z.array(entrySchema),
});

/** Lists the follow-ups of a container with their logs, the newest first. */
export async function listFollowUps(executor: Executor, containerId: string): Promise<FollowUpRecord[]> {
  return queryRows(
    executor,
    recordSchema,
    sql`
      select h.id, h.hold_name as "holdName", h.place, h.owner, to_iso(h.next_check_at) as "nextCheckAt", h.version,
        h.contact_email as "contactEmail", h.contact_phone as "contactPhone",
        to_iso(h.created_at) as "openedAt", case when h.created_by is not null then ${userName(sql`h.created_by`)} end as "openedBy",
        to_iso(h.closed_at) as "closedAt", h.closed_because as "closedBecause", coalesce(log.lines, '[]') as lines
      from follow_ups h left join lateral (
        select json_agg(${ENTRY} order by e.id) as lines
        from follow_up_entries e where e.follow_up_id = h.id) log on true
      where h.container_id = ${containerId} order by h.created_at desc, h.id`,
  );
}

const openSchema = followUpSchema.extend({
  containerId: z.string(),
  last: entrySchema.nullable(),
  total: z.number(),
});
type FollowUpRow = z.infer<typeof openSchema>;

function listed(
  { containerId: _, total: __, ...followUp }: FollowUpRow,
  container: Container,
): ListedFollowUp {
  const hold = isHoldActive(container, followUp)
    ? currentHolds(container).find(({ name }) => sameHold(name, followUp.holdName))
    : undefined;
  const row = boardRow(container);
  return {
    ...followUp,
    container: {
      id: row.id,
      number: row.number,
      billOfLading: row.billOfLading,
      line: row.line,
      terminal: row.terminal,
      port: row.port,
      deadline: row.deadline,
      checkedAt: row.checkedAt,
      onTerminalGround: row.onTerminalGround,
      deletedUpstreamAt: row.deletedUpstreamAt,
    },
    hold: hold ?? null,
    zone: holdZone(container, followUp.place),
  };
}

/** Lists a page of the open follow-ups, the earliest next check first and those without one last. */
export async function listOpenFollowUps(
  executor: Executor,
  { limit, offset }: { limit: number; offset: number },
): Promise<FollowUpList> {
  const rows = await queryRows(
    executor,
    openSchema,
    sql`
      select h.id, h.container_id as "containerId", h.hold_name as "holdName", h.place, h.owner,
        to_iso(h.next_check_at) as "nextCheckAt", h.version,
        coalesce(nullif(h.contact_email, ''), known.email, '') as "contactEmail",
        coalesce(nullif(h.contact_phone, ''), known.phone, '') as "contactPhone", log.last, h.total
      from (
        select *, count(*) over ()::int as total from follow_ups f
        where f.closed_at is null and exists (select from containers c where c.id = f.container_id)
        order by f.next_check_at nulls last, f.created_at, f.id limit ${limit} offset ${offset}) h
      left join lateral (
        select ${ENTRY} as last
        from follow_up_entries e where e.follow_up_id = h.id order by e.id desc limit 1) log on true
      left join lateral (
        select k.contact_email as email, k.contact_phone as phone from follow_ups k
        where fold_text(k.owner) = fold_text(h.owner) and (k.contact_email <> '' or k.contact_phone <> '')
        order by k.created_at desc limit 1) known on true
      order by h.next_check_at nulls last, h.created_at, h.id`,
  );
  const containers = await loadContainers(executor, [...new Set(rows.map(({ containerId }) => containerId))]);
  const byId = new Map(containers.map((container) => [container.id, container]));
  const followUps = rows.flatMap((row) => {
    const container = byId.get(row.containerId);
    return container ? [listed(row, container)] : [];
  });
  return { followUps, total: rows[0]?.total ?? 0 };
}
