import type { Place } from "@/tracking-service/facts/attributes";

/** One event as reported by the carrier, without review (supplement.md, raw_event). */
export type RawEvent = {
  /** Identifies the event within its container, independent of later carrier reports. */
  key: string;
  /** Our name of the event, or null when none matches. */
  event: string | null;
  original: string;
  /** The actual or expected time, ISO 8601 in UTC. */
  at: string | null;
  estimated: boolean;
  timezone: string | null;
  place: string | null;
  locode: string | null;
  location: Place;
  /** Absent in events stored before. */
  terminal?: Place;
  vessel: { id: string; name: string; imo: string } | null;
  voyage: string | null;
  /** The line that reported it. Absent in events stored before. */
  provider?: { name: string; scac: string };
  /** When the carrier first reported it. */
  createdAt: string;
};
