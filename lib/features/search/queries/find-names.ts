import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type MatchKind,
  noteExcerpt,
  RANKS,
  type RankedMatch,
  rankByText,
} from "@/lib/features/search/rules";
import { countsOfKinds } from "@/lib/mirror/board-rows/board-counts";
import type { Executor } from "@/lib/platform/database/client";
import { containing, MIN_INDEXED_PART } from "@/lib/platform/database/like-pattern";
import { queryRows } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";

/** The filters of the board that are found by name, with the kind of their results. */
const KINDS = {
  customers: "customer",
  vessels: "vessel",
  terminals: "terminal",
  carriers: "carrier",
  lines: "line",
} as const satisfies Record<string, MatchKind>;

/** Maximum number of names and notes that are ranked. */
const MAX_RANKED = 200;

const containsAll = (text: SQL, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`fold_text(${text}) like ${containing(word)}`),
    sql` and `,
  );

/** Names that start with the first word are ranked before others. */
const startsWith = (text: SQL, [first = ""]: readonly string[]): SQL =>
  sql`fold_text(${text}) like ${containing(first).slice(1)}`;

const nameSchema = z.object({
  kind: z.enum(["customers", "vessels", "terminals", "carriers", "lines"]),
  value: z.string(),
  name: z.string(),
  note: z.string(),
  containers: z.number(),
});

async function findCounted(executor: Executor, words: readonly string[]): Promise<RankedMatch[]> {
  const rows = await queryRows(
    executor,
    nameSchema,
    sql`
      select kind, value, name, note, containers from (
        select kind, value, containers,
          coalesce(nullif(case kind when 'carriers' then p.company_name when 'lines' then label end, ''), value) as name,
          case kind when 'carriers' then coalesce(p.attributes ->> 'nickname', '') when 'lines' then value else '' end as note
        from (${countsOfKinds(Object.keys(KINDS))}) counted left join parties p on kind = 'carriers' and p.id = value
      ) named
      where ${containsAll(sql`(name || ' ' || note)`, words)}
      order by ${startsWith(sql`name`, words)} desc, containers desc, name limit ${MAX_RANKED}`,
  );
  const ranked = rankByText(rows, ({ name, note }) => [`${name} ${note}`, note], words);
  return ranked.map(({ each: { kind, value, name, note, containers }, rank }) => ({
    kind: KINDS[kind],
    id: value,
    name,
    note: note === name ? "" : note,
    address: "",
    containers,
    rank,
  }));
}

const partySchema = z.object({ id: z.string(), name: z.string(), note: z.string() });

async function findParties(executor: Executor, words: readonly string[]): Promise<RankedMatch[]> {
  const rows = await queryRows(
    executor,
    partySchema,
    sql`
      select id, name, note from (
        select id, company_name as name, coalesce(attributes ->> 'nickname', '') as note from parties
      ) named
      where ${containsAll(sql`(name || ' ' || note)`, words)}
      order by ${startsWith(sql`name`, words)} desc, lower(name), id limit ${MAX_RANKED}`,
  );
  const ranked = rankByText(rows, ({ name, note }) => [`${name} ${note}`, note], words);
  return ranked.map(({ each, rank }) => ({ ...each, kind: "party", address: "", containers: 0, rank }));
}

/**
 * Finds customers, vessels, terminals, dray carriers and shipping lines that have containers, and parties without, by parts
 * of their names.
 */
export async function findNames(executor: Executor, words: readonly string[]): Promise<RankedMatch[]> {
  if (words.length === 0) return [];
  const [counted, parties] = await Promise.all([findCounted(executor, words), findParties(executor, words)]);
  const carriers = new Set(counted.flatMap(({ kind, id }) => (kind === "carrier" ? id : [])));
  return [...counted, ...parties.filter(({ id }) => !carriers.has(id))];
}

const noteSchema = z.object({ id: z.string(), number: z.string(), text: z.string() });

/** Finds containers by words of the team's note, the latest first. */
export async function findNotes(executor: Executor, words: readonly string[]): Promise<RankedMatch[]> {
  if (!words.some((word) => word.length >= MIN_INDEXED_PART)) return [];
  const rows = await queryRows(
    executor,
    noteSchema,
    sql`
      select container_id as id, number, note as text from (
        select container_id, note, updated_at from planned_moves
        where note <> '' and ${containsAll(sql`note`, words)} order by updated_at desc limit ${MAX_RANKED}
      ) noted join board_rows using (container_id) order by updated_at desc, number, container_id`,
  );
  return rankByText(rows, ({ text }) => [text], words).map(({ each: { id, number, text }, rank }) => ({
    kind: "note",
    id,
    name: number,
    note: noteExcerpt(text, words),
    address: "",
    containers: null,
    rank: Math.max(rank, RANKS.wordStart),
  }));
}

const viewSchema = z.object({ id: z.string(), name: z.string(), note: z.string(), address: z.string() });

/** Finds the user's views and shared ones by parts of their names. */
export async function findViews(
  executor: Executor,
  words: readonly string[],
  reader: string,
): Promise<RankedMatch[]> {
  if (words.length === 0) return [];
  const rows = await queryRows(
    executor,
    viewSchema,
    sql`
      select v.address, v.id, v.name,
        case when v.owner_id = ${reader}::uuid then '' else ${userName(sql`v.owner_id`)} || '’s view' end as note
      from views v where (v.owner_id = ${reader}::uuid or v.shared) and ${containsAll(sql`v.name`, words)}
      order by v.owner_id <> ${reader}::uuid, lower(v.name), v.id limit ${MAX_RANKED}`,
  );
  return rankByText(rows, ({ name }) => [name], words).map(({ each, rank }) => ({
    ...each,
    kind: "view",
    containers: null,
    rank,
  }));
}
