import type { Place } from "@/tracking-service/facts/attributes";

/** One thing as the carrier itself tells it, vetted by nobody (supplement.md, raw_event). */
export type RawEvent = {
  /** Names the event among those of its container, whatever else the carrier comes to say of it. */
  key: string;
  /** Our name for it, or null when none fits. */
  event: string | null;
  original: string;
  /** When it happened or is expected, ISO 8601 in UTC. */
  at: string | null;
  estimated: boolean;
  timezone: string | null;
  place: string | null;
  locode: string | null;
  location: Place;
  vessel: { id: string; name: string; imo: string } | null;
  voyage: string | null;
  /** When the carrier first said so. */
  createdAt: string;
};
