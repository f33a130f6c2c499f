import { hasRelationship, type JsonApiRecord, relatedMany } from "@/lib/contract/json-api";
import { applyRecords, finalize } from "@/lib/mirror/apply/apply";
import { markRelatedChanged } from "@/lib/mirror/apply/apply-supplementary-records";
import { keepListedRoles } from "@/lib/mirror/apply/party-role-lists";
import { ChangeSet } from "@/lib/mirror/changed-records";
import { changesBetween } from "@/lib/mirror/merge/merge";
import type { Transaction } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import type { Read } from "@/lib/tracking-client/service-clock";
import { type DriftRepair, logDriftRepairs } from "./drift-repair-log";
import { type KeptMilestone, keyOf, type MirrorFacts, readMilestones, readMirror } from "./mirror-facts";
import { noteProgress, type SyncRun } from "./run-store";
import { markRecordChanged, noteSightings } from "./seen-records";

const log = logger("reconcile");

/** The service's own timestamp of its last write; not relevant to dispatchers. */
const NOT_REPAIRED = new Set(["updated_at"]);

/** Returns what differs in the mirror now from before; `record` means that a whole record was missing. */
function differences(before: ReadonlyMap<string, MirrorFacts>, after: ReadonlyMap<string, MirrorFacts>) {
  const found: DriftRepair[] = [];
  for (const [key, facts] of after) {
    const subject = { subjectType: facts.type, subjectId: facts.id };
    const known = before.get(key);
    if (known === undefined) {
      found.push({
        ...subject,
        field: "record",
        oldValue: "missing",
        newValue: "present",
        lastCorrectAt: facts.createdAt,
      });
      continue;
    }
    for (const { field, before: oldValue, after: newValue } of changesBetween(known.fields, facts.fields))
      if (!NOT_REPAIRED.has(field))
        found.push({ ...subject, field, oldValue, newValue, lastCorrectAt: known.lastCorrectAt(field) });
  }
  return found;
}

const milestonesOf = (containerId: string) => ({
  subjectType: "container",
  subjectId: containerId,
  field: "transport_events",
});

const sameInstant = (one: string | null, other: string | null) =>
  one === other || Date.parse(one ?? "") === Date.parse(other ?? "");

const timedEvent = ({ event, at }: Pick<KeptMilestone, "event" | "at">) =>
  `${event} ${at ?? "without a time"}`;

/**
 * Returns milestone differences of previously known containers: the missing milestones, by container, and each
 * milestone with another time.
 */
function milestoneDifferences(
  known: ReadonlyMap<string, MirrorFacts>,
  before: ReadonlyMap<string, KeptMilestone>,
  after: ReadonlyMap<string, KeptMilestone>,
): DriftRepair[] {
  const lacked = new Map<string, string[]>();
  const corrected: DriftRepair[] = [];
  for (const { id, containerId, event, at } of after.values()) {
    if (containerId === null || !known.has(keyOf("container", containerId))) continue;
    const held = before.get(id);
    if (held === undefined) lacked.set(containerId, [...(lacked.get(containerId) ?? []), event]);
    else if (!sameInstant(held.at, at))
      corrected.push({
        ...milestonesOf(containerId),
        oldValue: [timedEvent(held)],
        newValue: [timedEvent({ event, at })],
        lastCorrectAt: held.receivedAt,
      });
  }
  const missing = [...lacked].map(([containerId, events]) => ({
    ...milestonesOf(containerId),
    oldValue: [],
    newValue: events,
    lastCorrectAt: null,
  }));
  return [...missing, ...corrected];
}

/** Returns the full role lists of shipments, where the response has them. */
function listedRoles(records: readonly JsonApiRecord[]): Map<string, string[]> {
  const shipments = records.filter((record) => record.type === "shipment");
  const telling = shipments.filter((record) => hasRelationship(record, "party_roles"));
  return new Map(
    telling.map((record) => [record.id, relatedMany(record, "party_roles").map(({ id }) => id)]),
  );
}

/** Records of one response: the requested ones and the included ones. */
export type Part = { type: string; data: readonly JsonApiRecord[]; included: readonly JsonApiRecord[] };

/**
 * Applies a part of a response to the mirror, in the caller's transaction, and logs every field that differed. In a
 * first load new records are not logged as missing. Returns how many records are new to the sync run.
 */
export async function takeInDriftRepair(
  tx: Transaction,
  syncRun: SyncRun,
  { type, data, included }: Part,
  { sentAt: asOf, readUntil }: Read,
): Promise<number> {
  const records = [...data, ...included];
  const before = await readMirror(tx, records);
  const milestones = await readMilestones(tx, records);
  const { unreadable } = await applyRecords(tx, records, { asOf, readUntil, notificationId: null });
  if (unreadable.length) log.warn({ unreadable: unreadable.slice(0, 5) }, "attributes could not be read");
  const { fresh, returned } = await noteSightings(tx, syncRun, type, data);
  const changeSet = new ChangeSet();
  for (const { subjectType, subjectId } of returned) markRecordChanged(changeSet, subjectType, subjectId);
  await markRelatedChanged(
    tx,
    changeSet,
    type,
    returned.map(({ subjectId }) => subjectId),
  );
  await keepListedRoles(tx, listedRoles(data), asOf, changeSet);
  await finalize(tx, changeSet);
  const found = [
    ...differences(before, await readMirror(tx, records)),
    ...milestoneDifferences(before, milestones, await readMilestones(tx, records)),
  ];
  const logged = syncRun.kind === "first_load" ? found.filter(({ field }) => field !== "record") : found;
  await logDriftRepairs(tx, syncRun, [...logged, ...returned]);
  await noteProgress(tx, syncRun, { records: fresh, repaired: logged.length + returned.length });
  return fresh;
}

/** The number of records per transaction. The board lock is held at its end, and notifications wait for it. */
const RECORDS_A_PART = 100;

/**
 * Splits a response into parts of one transaction each. Included records go with the records that reference them,
 * unreferenced ones with the first part.
 */
export function* inParts(
  type: string,
  data: readonly JsonApiRecord[],
  included: readonly JsonApiRecord[],
  size = RECORDS_A_PART,
): Generator<Part> {
  const left = new Map(included.map((record) => [keyOf(record.type, record.id), record]));
  const parts: Part[] = [];
  for (let at = 0; at < data.length; at += size) {
    const own = data.slice(at, at + size);
    const led: JsonApiRecord[] = [];
    for (let from = [...own]; from.length; ) {
      const next: JsonApiRecord[] = [];
      for (const record of from)
        for (const { data: named } of Object.values(record.relationships ?? {}))
          for (const one of [named ?? []].flat()) {
            const key = keyOf(one.type, one.id);
            const record = left.get(key);
            if (record && left.delete(key)) next.push(record);
          }
      led.push(...next);
      from = next;
    }
    parts.push({ type, data: own, included: led });
  }
  const [first = { type, data: [], included: [] }, ...others] = parts;
  yield { ...first, included: [...first.included, ...left.values()] };
  yield* others;
}
