import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { isFactId } from "@/lib/domain/board-row/row-facts";
import type { ReportedFact } from "@/lib/features/board/rules/fact-text";
import { shownRow } from "@/lib/mirror/board-rows/shown-row";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows, storedJson } from "@/lib/platform/database/rows";
import { canBeId } from "@/lib/platform/database/storable-id";
import { userName } from "@/lib/platform/database/user-name-sql";
import { chosenKinds, markingChanges } from "./fact-changes-sql";
import { unseenSince } from "./filter-sql";

/** A changed fact, and whether the user has not seen it yet. */
export type ListedFact = ReportedFact & { unseen: boolean };
/** A container with its changes for a user, newest first. */
export type ChangedContainer = { row: BoardRow; changes: ListedFact[] };
/** A page of them. `next` is where the next page begins; null on the last one. */
export type ChangedList = { containers: ChangedContainer[]; next: string | null };

/** A page is searched among so many containers that changed before its beginning, so that it never reads all rows. */
const MAX_COMPARED = 20_000;

const changedSchema = z.object({
  id: z.string(),
  row: storedJson<BoardRow>(),
  changedAt: z.string(),
  changes: z.array(
    z.object({
      fact: z.string(),
      at: z.string(),
      was: z.unknown(),
      is: z.unknown(),
      author: z.string().nullable(),
      unseen: z.boolean(),
    }),
  ),
});

async function readChanged(
  executor: Executor,
  reader: string,
  { since, where, limit }: { since: Date; where: SQL; limit: number },
): Promise<z.infer<typeof changedSchema>[]> {
  const marking = markingChanges(sql`${reader}`, chosenKinds(reader), sql`${since}::timestamptz`);
  return queryRows(
    executor,
    changedSchema,
    sql`
      select container_id as id, ${shownRow()} as row, to_iso(changed_at) as "changedAt", changes from (
        select * from board_rows where changed_at > ${since} and ${where}
        order by changed_at desc, container_id desc limit ${MAX_COMPARED}
      ) board_rows cross join lateral (
        select json_agg(json_build_object('fact', fact, 'at', to_iso(at), 'was', before, 'is', after,
          'author', case when author is not null then ${userName(sql`author::uuid`)} end,
          'unseen', at > ${unseenSince(reader)}) order by at desc, fact) as changes
        from (${marking}) marking
      ) listed
      where changes is not null order by changed_at desc, container_id desc limit ${limit}`,
  );
}

/** The changes of facts that this version knows. */
const factsOf = (changes: z.infer<typeof changedSchema>["changes"]): ListedFact[] =>
  changes.flatMap(({ fact, ...change }) => (isFactId(fact) ? [{ fact, ...change }] : []));

const positionSchema = z.object({
  // PostgreSQL has no year 0.
  at: z.iso.datetime().refine((at) => at >= "1970"),
  id: z.string().min(1).refine(canBeId),
});

/** Reads the position of a page as `next` of the page before has it: "instant~id". Null if it is none. */
export function readPosition(text: string): { at: string; id: string } | null {
  const [at, ...id] = text.split("~");
  return positionSchema.safeParse({ at, id: id.join("~") }).data ?? null;
}

/**
 * Lists the containers with changes of the kinds that a user chose, made by others since an instant, newest first. `after`:
 * the position of the page.
 */
export async function listChangedContainers(
  executor: Executor,
  reader: string,
  { since, after, limit }: { since: Date; after: { at: string; id: string } | null; limit: number },
): Promise<ChangedList> {
  const where = after
    ? sql`(changed_at, container_id) < (${after.at}::timestamptz, ${after.id}::text)`
    : sql`true`;
  const rows = await readChanged(executor, reader, { since, where, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    containers: page.map(({ row, changes }) => ({ row, changes: factsOf(changes) })),
    next: rows.length > limit && last ? `${last.changedAt}~${last.id}` : null,
  };
}

/** The same of one container. Null without changes. */
export async function findChangesOf(
  executor: Executor,
  reader: string,
  { id, since }: { id: string; since: Date },
): Promise<ChangedContainer | null> {
  if (!canBeId(id)) return null;
  const [found] = await readChanged(executor, reader, { since, where: sql`container_id = ${id}`, limit: 1 });
  return found ? { row: found.row, changes: factsOf(found.changes) } : null;
}

/** When a user last signed out; null if that is not recorded. */
export async function findLastSignOut(executor: Executor, userId: string): Promise<Date | null> {
  const [at] = await queryColumn(
    executor,
    z.string(),
    sql`
      select to_iso(a.at) from audit_entries a join users u on u.email = a.actor
      where u.id = ${userId}::uuid and a.user_id = u.id and a.action = 'user.signed_out' order by a.id desc limit 1`,
  );
  return at === undefined ? null : new Date(at);
}
