import type { ContainerAttributes } from "@/lib/contract/container";
import type { FacilityAttributes } from "@/lib/contract/place";
import type { ShipmentAttributes } from "@/lib/contract/shipment";

/** A terminal or rail terminal as a rule reads it. */
export type Facility = { id: string; attributes: FacilityAttributes };

/** A party that pulls the container, with the role that says so. */
export type DrayCarrier = { roleId: string; partyId: string; name: string };

/** What people wrote at the dashboard that the rules read next to the service's facts. */
export type TeamFacts = {
  /** Follow-ups that are not closed. */
  followUps: OpenFollowUp[];
  /** The terms of the shipment's line; null when nobody set them. */
  lineTerms: LineTerms | null;
  /** What is written next to the planned moves; "" for nothing. */
  note: string;
};

/** Of a container nobody has worked on. */
export const NOTHING_WRITTEN: TeamFacts = { followUps: [], lineTerms: null, note: "" };

/**
 * Everything the rules of the trade read about one container: its own attributes and those of the records it is
 * related to, as the service reported them. Instants are UTC text, zones stand in the attributes next to them.
 */
export type Container = {
  id: string;
  attributes: ContainerAttributes;
  shipment: { id: string; attributes: ShipmentAttributes } | null;
  podTerminal: Facility | null;
  pickupFacility: Facility | null;
  destinationTerminal: Facility | null;
  drayCarriers: DrayCarrier[];
  /** When the service was found to know the container no more; null while it does. */
  vanishedAt: string | null;
  team: TeamFacts;
};

/** Where a hold stands: with the port's terminal, or with the inland facility. */
export type HoldPlace = "port" | "inland";

/** A hold that somebody follow-ups. `owner` null: whoever the rule names; `nextCheckAt`: UTC text, null when not set. */
export type OpenFollowUp = {
  id: string;
  holdName: string;
  place: HoldPlace;
  owner: string | null;
  nextCheckAt: string | null;
};

/** How a line counts its free days: every day, or Monday to Friday. */
export const FREE_DAY_COUNTS = ["calendar", "business"] as const;

export type FreeDayCount = (typeof FREE_DAY_COUNTS)[number];

/** A line's free days with its equipment, from the day after full out. */
export type LineTerms = { freeDays: number; counts: FreeDayCount };
