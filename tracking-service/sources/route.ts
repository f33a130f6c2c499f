import type { TrackPoint } from "@/tracking-service/geo/track";

/** A departure or an arrival, ISO 8601 in UTC. */
export type Passing = { expectedAt: string | null; actualAt: string | null };

/** A container's way from one port to the next on one vessel. */
export type RouteLeg = {
  /** UN/LOCODEs. */
  from: string;
  to: string;
  vessel: { id: string; name: string; imo: string };
  voyage: string | null;
  departure: Passing;
  arrival: Passing;
  /** The speed under way; null when it is not known. */
  speedKnots: number | null;
  /** Where the vessel was since it left, the last being where it is or arrived; none before it left. */
  behind: TrackPoint[];
  /** Where it is expected to go from here, or from port when it has yet to leave; none once it has arrived. */
  ahead: TrackPoint[];
};
