import { z } from "zod";
import type { Position, Voyage } from "./voyage";

/** A vessel on its way from one port to the next, by the service's ids. */
export type VesselLeg = { vesselId: string; previousPortId: string; portId: string };

/** A position of a vessel at an instant (UTC text). */
export type TimedPosition = { position: Position; at: string };

/** Where a vessel was seen last, in knots at `speed`, and where it is expected, at most once a day. */
export type VesselPositions = {
  last: (TimedPosition & { speed: number | null }) | null;
  coming: TimedPosition[];
};

const idSchema = z.string().min(1).max(200);
const legSchema = z.looseObject({
  feature_type: z.literal("current_vessel"),
  vessel_id: idSchema,
  departure_port_id: idSchema,
  arrival_port_id: idSchema,
});
const mapSchema = z.looseObject({
  features: z.array(z.looseObject({ properties: z.unknown().optional() }).catch({})),
});

/** Returns the leg of the vessel that a map of the service shows. Null if it names none by its ids. */
export function vesselLegOf(map: unknown): VesselLeg | null {
  const read = mapSchema.safeParse(map);
  for (const { properties } of read.data?.features ?? []) {
    const leg = legSchema.safeParse(properties);
    if (!leg.success) continue;
    const { vessel_id: vesselId, departure_port_id: previousPortId, arrival_port_id: portId } = leg.data;
    return { vesselId, previousPortId, portId };
  }
  return null;
}

const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit);
const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)));
const positionSchema = z
  .looseObject({ latitude: degrees(90), longitude: degrees(180), timestamp: instant })
  .transform(
    ({ latitude, longitude, timestamp }): TimedPosition => ({
      position: [longitude, latitude],
      at: timestamp,
    }),
  );
const lastSchema = z.looseObject({
  latitude: z.number(),
  longitude: z.number(),
  position_timestamp: instant,
  nautical_speed_knots: z.number().nullish().catch(null),
});

/** Reads where a vessel was seen last from its attributes. Null if they do not say so. */
export function readLastPosition(attributes: unknown): VesselPositions["last"] {
  const read = lastSchema.safeParse(attributes);
  if (!read.success) return null;
  const { latitude, longitude, position_timestamp: timestamp, nautical_speed_knots: speed } = read.data;
  const at = positionSchema.safeParse({ latitude, longitude, timestamp });
  return at.success ? { ...at.data, speed: speed ?? null } : null;
}

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS = 30;

/**
 * Reads where a vessel is expected from its positions a minute apart: one position for each day after `now`, and the
 * last one. Invalid positions are skipped.
 */
export function readComingPositions(positions: unknown, now: Date): TimedPosition[] {
  const coming: TimedPosition[] = [];
  let next = now.getTime() + DAY_MS;
  let end: TimedPosition | null = null;
  for (const each of Array.isArray(positions) ? positions : []) {
    const read = positionSchema.safeParse(each);
    if (!read.success || Date.parse(read.data.at) <= now.getTime()) continue;
    end = read.data;
    if (Date.parse(end.at) < next) continue;
    coming.push(end);
    if (coming.length === MAX_DAYS) return coming;
    next = Date.parse(end.at) + DAY_MS;
  }
  return end && end !== coming.at(-1) ? [...coming, end] : coming;
}

/** The voyage with the vessel where it was seen last, if that is newer than the map. */
export function withNewerPosition(voyage: Voyage | null, positions: VesselPositions | null): Voyage | null {
  const last = positions?.last;
  if (!voyage?.vessel || !last) return voyage;
  const { seenAt } = voyage.vessel;
  if (seenAt !== null && Date.parse(seenAt) >= Date.parse(last.at)) return voyage;
  const { position, speed, at } = last;
  return { ...voyage, vessel: { ...voyage.vessel, position, speed, seenAt: at } };
}
