import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Container, OpenFollowUp } from "@/lib/domain/container/container-facts";
import { isHoldActive, isHoldBack, sameHold } from "@/lib/domain/readiness/hold-follow-up";
import { areHoldsUnreadable, currentHolds } from "@/lib/domain/readiness/holds";
import type { Transaction } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

/** The last follow-up of a hold of a container, open or closed. */
const lastFollowUpSchema = z.object({
  id: z.string(),
  container_id: z.string(),
  hold_name: z.string(),
  place: z.enum(["port", "inland"]),
  owner: z.string().nullable(),
  closed_because: z.enum(["cleared", "dropped"]).nullable(),
});
type LastFollowUp = z.infer<typeof lastFollowUpSchema>;

async function listLast(tx: Transaction, ids: readonly string[]): Promise<LastFollowUp[]> {
  return queryRows(
    tx,
    lastFollowUpSchema,
    sql`
      select distinct on (container_id, place, lower(hold_name))
        id, container_id, hold_name, place, owner, closed_because
      from follow_ups where container_id = any(${sql.param([...ids])}::text[])
      order by container_id, place, lower(hold_name), closed_at desc nulls first, created_at desc, id`,
  );
}

async function close(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await tx.execute(sql`
    update follow_ups set closed_at = clock_timestamp(), closed_because = 'cleared', next_check_at = null,
      version = version + 1
    where id = any(${sql.param([...ids])}::uuid[]) and closed_at is null`);
}

const reopenRowSchema = z.object({ id: z.string(), at: z.string() });

/**
 * Reopens a follow-up, with its contact, that was closed when its hold cleared. The hold has returned and the follow-up
 * is due now.
 */
async function reopen(tx: Transaction, last: LastFollowUp): Promise<OpenFollowUp> {
  const rows = await queryRows(
    tx,
    reopenRowSchema,
    sql`
      insert into follow_ups (container_id, hold_name, place, owner, next_check_at, contact_email, contact_phone)
      select container_id, hold_name, place, owner, clock_timestamp(), contact_email, contact_phone
      from follow_ups where id = ${last.id}::uuid
      returning id, to_iso(next_check_at) as at`,
  );
  const [created] = rows;
  if (!created) throw new Error("opening a follow-up answered no row");
  return {
    id: created.id,
    holdName: last.hold_name,
    place: last.place,
    owner: last.owner,
    nextCheckAt: created.at,
    contacted: null,
    promise: null,
  };
}

/**
 * Updates follow-ups from the holds. A follow-up whose hold is released is closed as cleared and stays in the history,
 * but not while the holds could not be read.
 * A follow-up closed this way is reopened, due immediately, when its hold returns at its place. Follow-ups that a user dropped are
 * not reopened. Returns the containers with the follow-ups that are open afterwards.
 */
export async function followHolds(tx: Transaction, containers: readonly Container[]): Promise<Container[]> {
  const held = containers.filter((container) => currentHolds(container).length > 0).map(({ id }) => id);
  const ended = containers.flatMap((container) =>
    areHoldsUnreadable(container)
      ? []
      : container.team.followUps.filter((followUp) => !isHoldActive(container, followUp)),
  );
  await close(
    tx,
    ended.map(({ id }) => id),
  );
  const cleared = held.length
    ? (await listLast(tx, held)).filter(({ closed_because }) => closed_because === "cleared")
    : [];
  const gone = new Set(ended.map(({ id }) => id));
  const followed: Container[] = [];
  for (const container of containers) {
    const followUps = container.team.followUps.filter(({ id }) => !gone.has(id));
    for (const last of cleared) {
      const back =
        last.container_id === container.id &&
        isHoldBack(container, { holdName: last.hold_name, place: last.place }) &&
        !followUps.some(({ holdName }) => sameHold(holdName, last.hold_name));
      if (back) followUps.push(await reopen(tx, last));
    }
    followed.push({ ...container, team: { ...container.team, followUps } });
  }
  return followed;
}
