import { sql } from "drizzle-orm";
import { z } from "zod";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import { editContainerSchema, editShipmentSchema } from "@/lib/contract/request-bodies";
import type { Visibility } from "@/lib/domain/visibility";
import {
  type Carrier,
  carrierSchema,
  ROW_INPUTS,
  type RowInput,
  type RowResult,
} from "@/lib/features/bulk-jobs/commands/job-inputs";
import type { JobKind } from "@/lib/features/bulk-jobs/messages";
import { makeDrayRole } from "@/lib/features/parties/commands/assign-role";
import { findStopped, reportTracking } from "@/lib/features/shipments/commands/switch-tracking";
import { trackNumber } from "@/lib/features/tracking-requests/commands/track-number";
import { applyResponse, forgetRole } from "@/lib/mirror/apply/apply-response";
import type { Database } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { requestRefetch } from "@/lib/sync/fetch-queue/enqueue";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import type { Bucket } from "@/lib/tracking-client/request-budget";

/** The context of a verb. `again`: an earlier attempt may have completed without being recorded. */
export type VerbContext = { db: Database; client: TrackingClient; subjectId: string; again: boolean };

/** The operation of a job kind on one row, and the service limit that it counts against. */
export type BulkVerb = {
  bucket: Bucket;
  /** Whether a refusal by the plan applies to every row. */
  ofThePlan: boolean;
  run: (context: VerbContext, input: unknown) => Promise<RowResult>;
};

const LATER: Record<Visibility, string> = {
  now: "",
  soon: " It will appear here shortly.",
  not_yet: " Saved, but not shown here yet.",
};
const unchanged = (words: string): RowResult => ({ words, undo: null });

async function carriersOf(db: Database, containerId: string): Promise<Carrier[]> {
  return queryRows(
    db,
    carrierSchema,
    sql`
      select r.id as "roleId", r.party_id as "partyId", coalesce(p.company_name, '') as name
      from party_roles r left join parties p on p.id = r.party_id
      where r.roleable_id = ${containerId} and r.role = ${PICKUP_DRAY_CARRIER} order by r.created_at, r.id`,
  );
}

const named = (carriers: readonly { name: string }[]): string =>
  carriers.map(({ name }) => name || "an unnamed party").join(", ");

/** Throws an error message when another user assigned or removed a carrier since the job was requested. */
function requireUntouched(now: readonly Carrier[], seen: readonly string[], own: ReadonlySet<string>): void {
  const added = now.filter(({ partyId }) => !seen.includes(partyId) && !own.has(partyId));
  if (added.length > 0)
    throw new AppError(
      "changed_meanwhile",
      `Another user assigned ${named(added)}. No changes made. Check the container, then assign again.`,
    );
  const gone = seen.filter((partyId) => !now.some((carrier) => carrier.partyId === partyId));
  if (gone.length > 0)
    throw new AppError(
      "changed_meanwhile",
      "Another user removed a dray carrier. No changes made. Check the container, then assign again.",
    );
}

async function assign(
  { db, client, subjectId, again }: VerbContext,
  { parties, seen }: RowInput<"assign_carrier">,
): Promise<RowResult> {
  const before = await carriersOf(db, subjectId);
  requireUntouched(before, seen, new Set(parties.map(({ id }) => id)));
  const created: Carrier[] = [];
  let later = "";
  for (const { id: partyId, name } of parties) {
    const isValid = before.find((carrier) => carrier.partyId === partyId);
    // A role that an earlier attempt of this row created belongs to this row, so that undo removes it too.
    if (isValid && again && !seen.includes(partyId)) created.push(isValid);
    if (isValid) continue;
    const { roleId, visibility: shown } = await makeDrayRole(db, client, subjectId, partyId, again);
    created.push({ roleId, partyId, name });
    later ||= LATER[shown];
  }
  if (created.length === 0) return unchanged(`${named(parties)} was already assigned.`);
  return { words: `${named(created)} assigned.${later}`, undo: { roles: created } };
}

async function unassign(
  { db, client, subjectId, again }: VerbContext,
  { roles }: RowInput<"remove_carrier">,
): Promise<RowResult> {
  if (roles.length === 0) return unchanged("No matching dray carrier to remove.");
  const before = await carriersOf(db, subjectId);
  const removed: Carrier[] = [];
  for (const role of roles) {
    const isValid = before.some(({ roleId }) => roleId === role.roleId);
    if (!isValid && !again) continue;
    if (isValid) {
      await client.remove(pathOf("containers", subjectId, "party_roles", role.roleId));
      await showDone(() => forgetRole(db, role.roleId), { type: "party_roles", id: subjectId }, db);
    }
    removed.push(role);
  }
  const left = before.filter((carrier) => !roles.some(({ roleId }) => roleId === carrier.roleId));
  const stays = left.length > 0 ? ` ${named(left)} stays assigned.` : "";
  if (removed.length === 0) return unchanged(`${named(roles)} was already removed.${stays}`);
  return {
    words: `${named(removed)} removed.${stays}`,
    undo: {
      parties: removed.map(({ partyId, name }) => ({ id: partyId, name })),
      seen: left.map(({ partyId }) => partyId),
    },
  };
}

const textsSchema = z.array(z.string()).catch([]);
type ListInput = RowInput<"add_tags">;
type ListKind = {
  noun: string;
  read: (attributes: unknown) => string[];
  write: (context: VerbContext, texts: string[]) => Promise<Visibility>;
};

const TAGS: ListKind & { path: string } = {
  path: "shipments",
  noun: "tag",
  read: (attributes) => textsSchema.parse(z.looseObject({ tags: z.unknown() }).parse(attributes).tags),
  async write({ db, client, subjectId }, tags) {
    const body = editShipmentSchema.parse({
      data: { type: "shipment", id: subjectId, attributes: { tags } },
    });
    const { document, sentAt } = await client.edit(pathOf("shipments", subjectId), body);
    return showDone(() => applyResponse(db, document, sentAt), { type: "shipment", id: subjectId }, db);
  },
};
const REFERENCES: ListKind & { path: string } = {
  path: "containers",
  noun: "reference",
  read: (attributes) =>
    textsSchema.parse(z.looseObject({ ref_numbers: z.unknown() }).parse(attributes).ref_numbers),
  async write({ db, client, subjectId }, ref_numbers) {
    const body = editContainerSchema.parse({
      data: { type: "container", id: subjectId, attributes: { ref_numbers } },
    });
    const { document, sentAt } = await client.edit("containers", body);
    return showDone(() => applyResponse(db, document, sentAt), { type: "container", id: subjectId }, db);
  },
};

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(", ");

/** Adds texts to a list or removes them. The other entries stay as the service has them now. */
async function editList(
  context: VerbContext,
  list: typeof TAGS,
  { texts, seen }: ListInput,
  adds: boolean,
): Promise<RowResult> {
  // The list is refetched, because sending an old list whole would remove entries that were added meanwhile.
  const { document } = await context.client.getItem(pathOf(list.path, context.subjectId));
  const now = list.read(document.data.attributes ?? {});
  const meant = texts.filter((text) => now.includes(text) !== adds);
  // Changes made by an earlier attempt of this row belong to this row, so that undo reverts them too.
  const earlier = context.again
    ? texts.filter((text) => !meant.includes(text) && seen.includes(text) !== adds)
    : [];
  const done = [...meant, ...earlier];
  if (done.length === 0) return unchanged(`${quoted(texts)} ${adds ? "already added" : "not found"}.`);
  const after = adds ? [...now, ...meant] : now.filter((text) => !meant.includes(text));
  const shown = meant.length > 0 ? await list.write(context, after) : "now";
  return {
    words: `${quoted(done)} ${adds ? "added" : "removed"}.${LATER[shown]}`,
    undo: { texts: done, seen: after },
  };
}

const refreshedSchema = z.looseObject({ message: z.string().default("") });

async function refresh({ db, client, subjectId }: VerbContext): Promise<RowResult> {
  const { document } = await client.patchPlain(pathOf("containers", subjectId, "refresh"), refreshedSchema);
  await requestRefetch(db, { type: "container", id: subjectId }, null);
  return unchanged(document.message || "Refresh requested from line and terminal.");
}

async function switchTracking(
  { db, client, subjectId, again }: VerbContext,
  stops: boolean,
): Promise<RowResult> {
  const already = (await findStopped(db, subjectId)) === stops;
  if (already && !again)
    return unchanged(stops ? "Tracking was already stopped." : "Tracking was already active.");
  const shown = await reportTracking(db, client, subjectId, stops);
  const message = stops ? "Shipment tracking stopped." : "Shipment tracking resumed.";
  return { words: `${message}${LATER[shown]}`, undo: {} };
}

function verb<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: VerbContext, input: z.infer<Schema>) => Promise<RowResult>,
  { bucket = "default", ofThePlan = false }: { bucket?: Bucket; ofThePlan?: boolean } = {},
): BulkVerb {
  return { bucket, ofThePlan, run: async (context, input) => run(context, schema.parse(input)) };
}

/** The operation at the service for each job kind. Each verb throws the service's own refusal. */
export const BULK_VERBS: Record<JobKind, BulkVerb> = {
  assign_carrier: verb(ROW_INPUTS.assign_carrier, assign),
  remove_carrier: verb(ROW_INPUTS.remove_carrier, unassign),
  add_tags: verb(ROW_INPUTS.add_tags, (context, input) => editList(context, TAGS, input, true)),
  remove_tags: verb(ROW_INPUTS.remove_tags, (context, input) => editList(context, TAGS, input, false)),
  add_references: verb(ROW_INPUTS.add_references, (context, input) =>
    editList(context, REFERENCES, input, true),
  ),
  remove_references: verb(ROW_INPUTS.remove_references, (context, input) =>
    editList(context, REFERENCES, input, false),
  ),
  refresh: verb(ROW_INPUTS.refresh, refresh, { bucket: "refresh", ofThePlan: true }),
  stop_tracking: verb(ROW_INPUTS.stop_tracking, (context) => switchTracking(context, true)),
  resume_tracking: verb(ROW_INPUTS.resume_tracking, (context) => switchTracking(context, false)),
  track_numbers: verb(ROW_INPUTS.track_numbers, trackNumber, { bucket: "create", ofThePlan: true }),
};
