import { isDeepStrictEqual } from "node:util";
import type { Database } from "@/lib/platform/database/client";
import {
  containers,
  parties,
  referenceRecords,
  shipments,
  trackingRequests,
  transportEvents,
} from "@/lib/platform/database/schema/schema";
import { presentParties, presentTrackingRequests } from "@/tracking-service/resources/account-records";
import {
  presentContainers,
  presentShipments,
  presentTransportEvents,
} from "@/tracking-service/resources/journey-records";
import type { Resource } from "@/tracking-service/resources/resource";
import type { Store } from "@/tracking-service/store/database";
import * as service from "@/tracking-service/store/schema";

type Fields = Record<string, unknown>;
type Mirrored = { id: string; attributes: Fields; relationships?: Fields };

/** A field of the mirror that differs from the service. */
export type Difference = { type: string; id: string; field: string; service: unknown; mirror: unknown };

/** Normalizes a value: absent, null and an empty list are equal. */
export const plain = (value: unknown): unknown =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? null : value;

/** The mirror does not store lists of records that have their own rows. */
const LISTS = new Set(["transport_events", "raw_events", "containers"]);

function differences(type: string, truth: Resource, mirrored: Mirrored | undefined): Difference[] {
  const { id } = truth;
  if (!mirrored) return [{ type, id, field: "(all)", service: "a record", mirror: null }];
  const pairs: [string, unknown, unknown][] = [];
  const attributes = JSON.parse(JSON.stringify(truth.attributes ?? {}));
  for (const field of new Set([...Object.keys(attributes), ...Object.keys(mirrored.attributes)]))
    pairs.push([field, attributes[field], mirrored.attributes[field]]);
  for (const [name, { data }] of Object.entries(truth.relationships ?? {}))
    if (!LISTS.has(name) && mirrored.relationships) {
      const stored = mirrored.relationships[name];
      const keptData = typeof stored === "object" && stored !== null && "data" in stored ? stored.data : null;
      pairs.push([`relationships.${name}`, data, keptData]);
    }
  return pairs
    .filter(([field, ours, theirs]) => field !== "id" && !isDeepStrictEqual(plain(ours), plain(theirs)))
    .map(([field, ours, theirs]) => ({ type, id, field, service: plain(ours), mirror: plain(theirs) }));
}

function compare(type: string, truth: readonly Resource[], mirror: readonly Mirrored[]): Difference[] {
  const byId = new Map(mirror.map((record) => [record.id, record]));
  const found = truth.flatMap((record) => differences(type, record, byId.get(record.id)));
  const known = new Set(truth.map(({ id }) => id));
  const invented = mirror.filter(({ id }) => !known.has(id));
  return [
    ...found,
    ...invented.map(({ id }) => ({ type, id, field: "(all)", service: null, mirror: "a record" })),
  ];
}

/**
 * Milestones come in lists, so the mirror has them complete. Other events are stored as reported, possibly only the
 * bare record.
 */
function compareEvents(rows: (typeof service.transportEvents.$inferSelect)[], mirror: readonly Mirrored[]) {
  const milestones = rows.filter(({ milestone }) => milestone);
  const listed = new Set(milestones.map(({ id }) => id));
  const reported = new Set(mirror.map(({ id }) => id));
  const others = rows.filter(({ id, milestone }) => !milestone && reported.has(id));
  const type = "transport_event";
  return [
    ...compare(
      type,
      presentTransportEvents(milestones),
      mirror.filter(({ id }) => listed.has(id)),
    ),
    ...compare(
      type,
      presentTransportEvents(others),
      mirror.filter(({ id }) => !listed.has(id)).map(({ id, attributes }) => ({ id, attributes })),
    ),
  ];
}

/** Every field in which the mirror differs from the service's own tables. */
export async function compareWithTruth(db: Database, { db: truth }: Store): Promise<Difference[]> {
  const shipmentRows = await truth.select().from(service.shipments);
  const containerRows = await truth.select().from(service.containers);
  const places = await db.select({ id: referenceRecords.id }).from(referenceRecords);
  const namedPlaces = new Set(places.map(({ id }) => id));
  const shown = await presentContainers(truth, containerRows);
  const unnamed = shown.flatMap(({ id, relationships }): Difference[] => {
    const data = relationships?.pod_terminal?.data;
    const terminal = data && "id" in data ? data.id : null;
    if (terminal === null || namedPlaces.has(terminal)) return [];
    return [{ type: "terminal", id: terminal, field: "(all)", service: `of container ${id}`, mirror: null }];
  });
  return [
    ...compare("shipment", await presentShipments(truth, shipmentRows), await db.select().from(shipments)),
    ...compare("container", shown, await db.select().from(containers)),
    ...compareEvents(
      await truth.select().from(service.transportEvents),
      await db.select().from(transportEvents),
    ),
    ...compare(
      "tracking_request",
      presentTrackingRequests(await truth.select().from(service.trackingRequests)),
      await db.select().from(trackingRequests),
    ),
    ...compare(
      "party",
      presentParties(await truth.select().from(service.parties)),
      await db.select().from(parties),
    ),
    ...unnamed,
  ];
}

/** A readable summary of the first differences, by type and field. */
export function summarise(found: readonly Difference[], max = 12): string[] {
  const counts = new Map<string, { count: number; first: Difference }>();
  for (const difference of found) {
    const key = `${difference.type} ${difference.field}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { count: 1, first: difference });
  }
  return [...counts]
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, max)
    .map(
      ([key, { count, first }]) =>
        `${count} × ${key}, such as ${first.id}: service ${glimpse(first.service)}, mirror ${glimpse(first.mirror)}`,
    );
}

const glimpse = (value: unknown) => (JSON.stringify(value) ?? "nothing").slice(0, 120);
