import type { TrackPoint } from "@/tracking-service/geo/track";

/** A departure or an arrival, ISO 8601 in UTC. */
export type Passing = { expectedAt: string | null; actualAt: string | null };

/** A container's route from one port to the next on one vessel. */
export type RouteLeg = {
  /** UN/LOCODEs. */
  from: string;
  to: string;
  vessel: { id: string; name: string; imo: string };
  voyage: string | null;
  departure: Passing;
  arrival: Passing;
  /** The speed under way. Null when unknown. */
  speedKnots: number | null;
  /** Vessel positions since departure. The last one is the current or the arrival position. Empty before departure. */
  behind: TrackPoint[];
  /** Expected positions from now on, or from departure when it is still in port. Empty after arrival. */
  ahead: TrackPoint[];
};
