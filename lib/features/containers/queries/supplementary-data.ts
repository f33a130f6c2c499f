import { sql } from "drizzle-orm";
import { z } from "zod";
import { type VesselPositions, vesselLegOf } from "@/lib/domain/voyage/vessel-positions";
import type { RelatedState } from "@/lib/features/containers/rules";
import { listHeldFields } from "@/lib/features/custom-fields/queries/record-fields";
import type { HeldField } from "@/lib/features/custom-fields/rules/custom-field";
import { listDocumentRecords } from "@/lib/features/documents/queries/documents";
import type { DocumentRecord } from "@/lib/features/documents/rules/document";
import { RELATED_WHATS, type RelatedRecord, type RelatedWhat } from "@/lib/mirror/read-status";
import { findPositions } from "@/lib/mirror/vessel-positions";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { canBeId } from "@/lib/platform/database/storable-id";

/** The custom fields of a record and its documents. */
export type RecordRelated = {
  customFields: RelatedState & { entries: HeldField[] };
  documents: RelatedState & { entries: DocumentRecord[] };
};
/** Data related to a container: the service's map of its voyage as sent, its custom fields and its documents. */
export type Related = RecordRelated & {
  map: RelatedState & { map: unknown };
  /** Where the vessel is that the map shows. Null if it shows none, or its positions are not known. */
  positions: VesselPositions | null;
};

const NEVER: RelatedState = { asOf: null, code: null, problem: null };

const readingSchema = z.object({
  what: z.enum(RELATED_WHATS),
  asOf: z.string().nullable(),
  code: z.string().nullable(),
  problem: z.string().nullable(),
});

/**
 * Returns the newer state of the account-wide read and the read of the single record. A refusal of either is reported.
 */
async function readStates(executor: Executor, recordId: string): Promise<Map<RelatedWhat, RelatedState>> {
  const rows = await queryRows(
    executor,
    readingSchema,
    sql`
      select what, to_iso(max(as_of)) as "asOf",
        (array_agg(code order by attempted_at desc))[1] as code, (array_agg(problem order by attempted_at desc))[1] as problem
      from related_fetches where container_id in ('', ${recordId}) group by what`,
  );
  return new Map(rows.map(({ what, ...state }) => [what, state]));
}

async function findMap(executor: Executor, containerId: string): Promise<unknown> {
  const [map = null] = await queryColumn(
    executor,
    z.unknown(),
    sql`select map from container_maps where container_id = ${containerId}`,
  );
  return map;
}

const nothing = (): RecordRelated => ({
  customFields: { ...NEVER, entries: [] },
  documents: { ...NEVER, entries: [] },
});

/** Loads the related data of a record from the mirror only. */
export async function loadRecordRelated(executor: Executor, record: RelatedRecord): Promise<RecordRelated> {
  if (!canBeId(record.id)) return nothing();
  const [states, fields, documents] = await Promise.all([
    readStates(executor, record.id),
    listHeldFields(executor, record),
    listDocumentRecords(executor, record),
  ]);
  return {
    customFields: { ...(states.get("custom_fields") ?? NEVER), entries: fields },
    documents: { ...(states.get("documents") ?? NEVER), entries: documents },
  };
}

/** Loads all related data of a container from the mirror only. */
export async function loadRelated(executor: Executor, containerId: string): Promise<Related> {
  if (!canBeId(containerId)) return { map: { ...NEVER, map: null }, positions: null, ...nothing() };
  const [states, map, record] = await Promise.all([
    readStates(executor, containerId),
    findMap(executor, containerId),
    loadRecordRelated(executor, { type: "container", id: containerId }),
  ]);
  const leg = vesselLegOf(map);
  const positions = leg && (await findPositions(executor, leg));
  return { map: { ...(states.get("map") ?? NEVER), map }, positions, ...record };
}

/** Returns when one kind of a record's related data was last read, and the reason why there is nothing newer. */
export async function loadRelatedState(
  executor: Executor,
  what: RelatedWhat,
  recordId: string,
): Promise<RelatedState> {
  return (await readStates(executor, recordId)).get(what) ?? NEVER;
}

/** Returns when the account's custom fields were last read, and the reason why there is nothing newer. */
export async function readDefinitionsState(executor: Executor): Promise<RelatedState> {
  return loadRelatedState(executor, "custom_field_definitions", "");
}
