import { sql } from "drizzle-orm";
import { type CustomFieldEntry, customFieldEntry } from "@/lib/contract/custom-field";
import { type DocumentEntry, documentEntry } from "@/lib/contract/document";
import type { Executor } from "@/lib/db/client";
import { canBeId } from "./address";
import type { BesideWhat } from "./beside-readings";

/**
 * Until when the mirror knows something of the service's (UTC text; null: never read), and why there is nothing newer:
 * `problem` in the service's words, `code` its kind.
 */
export type BesideState = { asOf: string | null; code: string | null; problem: string | null };

/** What stands beside a box: the service's map of its voyage as it came, its custom fields, its documents. */
export type Beside = {
  map: BesideState & { map: unknown };
  customFields: BesideState & { entries: CustomFieldEntry[] };
  documents: BesideState & { entries: DocumentEntry[] };
};

const NEVER: BesideState = { asOf: null, code: null, problem: null };

type Reading = BesideState & { what: BesideWhat };

/** The newer of what was read of the whole account and of the box alone; a refusal of either is told. */
async function readStates(executor: Executor, containerId: string): Promise<Map<BesideWhat, BesideState>> {
  const { rows } = await executor.execute<Reading>(sql`
    select what, to_iso(max(as_of)) as "asOf",
      (array_agg(code order by tried_at desc))[1] as code, (array_agg(problem order by tried_at desc))[1] as problem
    from beside_readings where container_id in ('', ${containerId}) group by what`);
  return new Map(rows.map(({ what, ...state }) => [what, state]));
}

/** Records of a table as `t`, of which `s` may say that it vanished: those there are, and not struck off since. */
const standing = (what: BesideWhat, type: string, containerId: string) => sql`
  not exists (select from sightings s where s.type = ${type} and s.id = t.id and s.vanished_at is not null)
  and not exists (select from beside_readings own where own.what = ${what} and own.container_id = ${containerId}
    and own.listed is not null and t.id <> all(own.listed) and own.as_of > t.as_of
    and own.as_of > coalesce((select w.as_of from beside_readings w where w.what = ${what} and w.container_id = ''),
      '-infinity'))`;

async function listFields(executor: Executor, containerId: string): Promise<CustomFieldEntry[]> {
  const { rows } = await executor.execute<{ attributes: unknown; name: string | null }>(sql`
    select t.attributes, d.attributes ->> 'display_name' as name from custom_fields t
    left join custom_field_definitions d on d.id = t.relationships #>> '{definition,data,id}'
    where t.relationships #>> '{entity,data,id}' = ${containerId}
      and t.relationships #>> '{entity,data,type}' = 'container'
      and ${standing("custom_fields", "custom_field", containerId)}
    order by coalesce(d.attributes ->> 'display_name', t.attributes ->> 'api_slug'), t.id`);
  return rows.flatMap(({ attributes, name }) => customFieldEntry(attributes, name) ?? []);
}

async function listDocuments(executor: Executor, containerId: string): Promise<DocumentEntry[]> {
  const linked = JSON.stringify({ cargos: { data: [{ id: containerId }] } });
  const { rows } = await executor.execute<{ id: string; attributes: unknown }>(sql`
    select t.id, t.attributes from documents t where t.relationships @> ${linked}::jsonb
      and ${standing("documents", "document", containerId)}
    order by t.attributes ->> 'created_at' desc nulls last, t.id`);
  return rows.flatMap(({ id, attributes }) => documentEntry(id, attributes) ?? []);
}

async function findMap(executor: Executor, containerId: string): Promise<unknown> {
  const { rows } = await executor.execute<{ map: unknown }>(
    sql`select map from container_maps where container_id = ${containerId}`,
  );
  return rows[0]?.map ?? null;
}

/** All that stands beside a box, out of the mirror alone. */
export async function loadBeside(executor: Executor, containerId: string): Promise<Beside> {
  if (!canBeId(containerId))
    return {
      map: { ...NEVER, map: null },
      customFields: { ...NEVER, entries: [] },
      documents: { ...NEVER, entries: [] },
    };
  const [states, map, fields, papers] = await Promise.all([
    readStates(executor, containerId),
    findMap(executor, containerId),
    listFields(executor, containerId),
    listDocuments(executor, containerId),
  ]);
  const stateOf = (what: BesideWhat) => states.get(what) ?? NEVER;
  return {
    map: { ...stateOf("map"), map },
    customFields: { ...stateOf("custom_fields"), entries: fields },
    documents: { ...stateOf("documents"), entries: papers },
  };
}
