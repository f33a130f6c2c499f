import { z } from "zod";
import type { JsonApiRecord } from "./json-api";
import { readAttributes } from "./reading/read-attributes";
import { code, flag, instant, text, zone } from "./values";

/** raw_event (supplement.md; supplement-2.md, 7): the carrier's own event of a container, past or estimated. */
const rawEventAttributesSchema = z.looseObject({
  event: code,
  original_event: text,
  timestamp: instant,
  estimated: flag,
  timezone: zone,
  actual_on: text,
  estimated_on: text,
  location_name: text,
  location_locode: text,
  vessel_name: text,
  voyage_number: text,
  created_at: instant,
  invalidated_at: instant,
  data_source: code,
  data_provider_name: text,
});

/** A raw event for display. Instants are UTC text, `day` is a date at the place. What is not reported is null. */
export type RawEvent = {
  id: string;
  /** The service's name of the event, such as "vessel_loaded". */
  event: string | null;
  /** The carrier's own text. */
  original: string | null;
  isEstimate: boolean;
  at: string | null;
  day: string | null;
  zone: string | null;
  place: string | null;
  vessel: string | null;
  voyage: string | null;
  source: string | null;
  reportedAt: string | null;
  invalidatedAt: string | null;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a record of the list of raw events. Attributes that cannot be read count as not reported. */
export function readRawEvent({ id, attributes = {} }: JsonApiRecord): RawEvent {
  const read = rawEventAttributesSchema.parse(
    readAttributes({ schema: rawEventAttributesSchema, neverNull: [] }, attributes).attributes,
  );
  const day = read.actual_on ?? read.estimated_on ?? null;
  return {
    id,
    event: read.event ?? null,
    original: read.original_event ?? null,
    isEstimate: read.estimated ?? (!read.actual_on && Boolean(read.estimated_on)),
    at: read.timestamp ?? null,
    day: day !== null && DAY.test(day) ? day : null,
    zone: read.timezone ?? null,
    place: read.location_name ?? read.location_locode ?? null,
    vessel: read.vessel_name ?? null,
    voyage: read.voyage_number ?? null,
    source: read.data_provider_name ?? read.data_source ?? null,
    reportedAt: read.created_at ?? null,
    invalidatedAt: read.invalidated_at ?? null,
  };
}
