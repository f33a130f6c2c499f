import { sql } from "drizzle-orm";
import { RAW_EVENTS } from "@/lib/contract/enums";
import { dateText, localDay, millis } from "@/tracking-service/clock/instant";
import { ownersOf, rawEventIds } from "@/tracking-service/facts/raw-events";
import type { Reader } from "@/tracking-service/store/database";
import type { RawEvent } from "@/tracking-service/store/raw-event";
import { containerRawEvents } from "@/tracking-service/store/sources-schema";
import { one, type Resource, toPlace } from "./resource";

type Row = Pick<typeof containerRawEvents.$inferSelect, "containerId" | "events">;

const dayOf = (at: string, timezone: string | null) => dateText(localDay(timezone ?? "UTC", millis(at)));

/** Our names of milestones that have another raw name, or none (supplement-2.md, 7. Raw names). */
const RAW_NAMES: Readonly<Record<string, string>> = {
  arrived_at_inland_destination: "arrived_at_destination",
};

function rawName(event: string | null): string | null {
  const name = event === null ? null : (RAW_NAMES[event] ?? event);
  return RAW_EVENTS.find((known) => known === name) ?? null;
}

/** Days (`…_on`) use the zone of the place. With an unknown zone, they use the timestamp as written. */
function attributesOf(event: RawEvent, index: number): Resource["attributes"] {
  const { at, estimated, timezone, vessel } = event;
  const day = at === null ? null : dayOf(at, timezone);
  return {
    event: rawName(event.event),
    original_event: event.original,
    timestamp: at,
    estimated,
    actual_on: estimated ? null : day,
    actual_at: estimated ? null : at,
    estimated_at: estimated ? at : null,
    timezone,
    created_at: event.createdAt,
    location_name: event.place,
    location_locode: event.locode,
    vessel_name: vessel?.name ?? null,
    vessel_imo: vessel?.imo ?? null,
    index,
    voyage_number: event.voyage,
    will_occur_at: estimated ? at : null,
    invalidated_at: null,
    data_source: "shipping_line",
    data_provider_name: event.provider?.name ?? null,
    data_provider_code: event.provider?.scac ?? null,
  };
}

/** A container's raw events in the carrier's order (supplement.md, raw_event). */
export function presentRawEvents({ containerId, events }: Row): Resource[] {
  const ids = rawEventIds(containerId, events);
  return events.map((event, index) => ({
    type: "raw_event",
    id: ids[index] ?? "",
    attributes: attributesOf(event, index),
    relationships: {
      container: one("container", containerId),
      location: toPlace(event.location),
      terminal: toPlace(event.terminal),
      vessel: one("vessel", event.vessel?.id),
    },
  }));
}

export async function loadRawEvents(reader: Reader, ids: string[]): Promise<Resource[]> {
  const owners = new Map(ids.map(ownersOf).map((range) => [range.join(), range]));
  if (owners.size === 0) return [];
  const ranges = sql.join(
    [...owners.values()].map(([min, max]) => sql`(${min}::uuid, ${max}::uuid)`),
    sql`, `,
  );
  const rows = await reader
    .select({ containerId: containerRawEvents.containerId, events: containerRawEvents.events })
    .from(containerRawEvents)
    .innerJoin(
      sql`(values ${ranges}) as owner (least, most)`,
      sql`${containerRawEvents.containerId} between owner.least and owner.most`,
    );
  const wanted = new Set(ids);
  return rows.flatMap(presentRawEvents).filter(({ id }) => wanted.has(id));
}
