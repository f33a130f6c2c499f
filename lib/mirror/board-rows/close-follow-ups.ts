import { sql } from "drizzle-orm";
import type { Box, HoldPlace, OpenChase } from "@/lib/domain/container/container-facts";
import { holdStands } from "@/lib/domain/readiness/hold-follow-up";
import { currentHolds } from "@/lib/domain/readiness/holds";
import type { Transaction } from "@/lib/platform/database/client";

/** The last chase of one hold of a box, whether or not it is closed. */
type LastChase = {
  id: string;
  container_id: string;
  hold_name: string;
  place: HoldPlace;
  owner: string | null;
  closed_because: "cleared" | "dropped" | null;
};

async function listLast(tx: Transaction, ids: readonly string[]): Promise<LastChase[]> {
  const { rows } = await tx.execute<LastChase>(sql`
    select distinct on (container_id, place, lower(hold_name))
      id, container_id, hold_name, place, owner, closed_because
    from chases where container_id = any(${sql.param([...ids])}::text[])
    order by container_id, place, lower(hold_name), closed_at desc nulls first, created_at desc, id`);
  return rows;
}

async function close(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await tx.execute(sql`
    update chases set closed_at = clock_timestamp(), closed_because = 'cleared', next_check_at = null,
      version = version + 1
    where id = any(${sql.param([...ids])}::uuid[]) and closed_at is null`);
}

/** Begins a chase anew that ended when its hold cleared: the hold is back, and to be asked about now. */
async function reopen(tx: Transaction, last: LastChase): Promise<OpenChase> {
  const { rows } = await tx.execute<{ id: string; at: string }>(sql`
    insert into chases (container_id, hold_name, place, owner, next_check_at)
    values (${last.container_id}, ${last.hold_name}, ${last.place}, ${last.owner}, clock_timestamp())
    returning id, to_iso(next_check_at) as at`);
  const [made] = rows;
  if (!made) throw new Error("opening a chase answered no row");
  return {
    id: made.id,
    holdName: last.hold_name,
    place: last.place,
    owner: last.owner,
    nextCheckAt: made.at,
  };
}

/**
 * Lets chases follow the holds: one whose hold is gone is closed as cleared and stays in the history; one that was
 * closed so is begun anew, and due at once, when its hold is back. Answers the boxes with the chases open then. What
 * somebody dropped is not taken up again.
 */
export async function followHolds(tx: Transaction, boxes: readonly Box[]): Promise<Box[]> {
  const held = boxes.filter((box) => currentHolds(box).length > 0).map(({ id }) => id);
  const ended = boxes.flatMap((box) => box.desk.chases.filter((chase) => !holdStands(box, chase)));
  await close(
    tx,
    ended.map(({ id }) => id),
  );
  const cleared = held.length
    ? (await listLast(tx, held)).filter(({ closed_because }) => closed_because === "cleared")
    : [];
  const gone = new Set(ended.map(({ id }) => id));
  const followed: Box[] = [];
  for (const box of boxes) {
    const chases = box.desk.chases.filter(({ id }) => !gone.has(id));
    for (const last of cleared) {
      const back =
        last.container_id === box.id && holdStands(box, { holdName: last.hold_name, place: last.place });
      if (back) chases.push(await reopen(tx, last));
    }
    followed.push({ ...box, desk: { ...box.desk, chases } });
  }
  return followed;
}
