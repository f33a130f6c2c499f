import type { ContainerAttributes } from "@/lib/contract/container";
import type { FacilityAttributes } from "@/lib/contract/place";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { OpenChase } from "./chase";
import type { LineTerms } from "./per-diem";

/** A terminal or rail terminal as a rule reads it. */
export type Facility = { id: string; attributes: FacilityAttributes };

/** A party that pulls the box, with the role that says so. */
export type DrayCarrier = { roleId: string; partyId: string; name: string };

/** What people wrote at the desk that the rules read beside the service's facts. */
export type DeskFacts = {
  /** Chases that are not closed. */
  chases: OpenChase[];
  /** The terms of the shipment's line; null when nobody set them. */
  lineTerms: LineTerms | null;
  /** What is written beside the planned moves; "" for nothing. */
  note: string;
};

/** Of a box nobody has worked on. */
export const NOTHING_WRITTEN: DeskFacts = { chases: [], lineTerms: null, note: "" };

/**
 * Everything the rules of the trade read about one container: its own attributes and those of the records it is
 * related to, as the service reported them. Instants are UTC text, zones stand in the attributes beside them.
 */
export type Box = {
  id: string;
  container: ContainerAttributes;
  shipment: { id: string; attributes: ShipmentAttributes } | null;
  podTerminal: Facility | null;
  pickupFacility: Facility | null;
  destinationTerminal: Facility | null;
  drayCarriers: DrayCarrier[];
  /** When the service was found to know the container no more; null while it does. */
  vanishedAt: string | null;
  desk: DeskFacts;
};
