import { type SQL, sql } from "drizzle-orm";
import { FACT_IDS, rowFact } from "@/lib/domain/board-row/row-facts";

/** The columns that show each fact, as jsonb. */
const FACT_COLUMNS = JSON.stringify(Object.fromEntries(FACT_IDS.map((id) => [id, rowFact(id).columns])));

/**
 * The last changes of the facts of a row of `board_rows` that mark it for a user: of the kinds that the user chose, except the
 * user's own, since an instant. Rows of `fact`, `at`, `before`, `after` and `author` (a user's id or null). All three are SQL, as
 * a query for many users needs; `since` is read once for each row.
 */
export const markingChanges = (userId: SQL, kinds: SQL, since: SQL): SQL => sql`
  select split_part(split_part(key, ':', 1), '.', 2) as fact, changed.at, value -> 'was' as before, value -> 'is' as after,
    nullif(split_part(key, ':', 2), '') as author
  from (select ${since} as at offset 0) since, jsonb_each(fact_changes),
    lateral (select (value ->> 'at')::timestamptz as at) changed
  where changed.at > since.at and split_part(key, '.', 1) = any(${kinds}) and split_part(key, ':', 2) <> ${userId}::text`;

/** The kinds that a user chose. */
export const chosenKinds = (reader: string): SQL =>
  sql`coalesce((select change_kinds from preferences where user_id = ${reader}::uuid), '{}')`;

/**
 * The marks of a row by `markingChanges`, as JSON: `{"at", "since", "columns"}`, or null if there are none. `at` is the row's last
 * change of any kind: a user who sees the row has seen it too.
 */
export const marksJson = (userId: SQL, kinds: SQL, since: SQL): SQL => sql`
  (select jsonb_build_object('at', to_iso(changed_at), 'since', to_iso(${since}), 'columns', jsonb_agg(distinct shown))
    from (${markingChanges(userId, kinds, since)}) marking,
      jsonb_array_elements_text(${FACT_COLUMNS}::jsonb -> marking.fact) shown
    having count(*) > 0)`;
