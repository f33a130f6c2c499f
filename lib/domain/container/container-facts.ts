import type { ContainerAttributes } from "@/lib/contract/container";
import type { FacilityAttributes } from "@/lib/contract/place";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { FieldValue } from "@/lib/domain/board-row/column-field";
import type { GateSchedule } from "@/lib/domain/deadlines/gate-schedule";
import type { Moment } from "@/lib/domain/time/moment";
import type { OpenWorkOrder } from "@/lib/domain/work-order/work-order";

/** A terminal or rail terminal as the rules read it. */
export type Facility = { id: string; attributes: FacilityAttributes };

/** A party that pulls the container, with the id of its role. */
export type DrayCarrier = { roleId: string; partyId: string; name: string };

/** The moves that the team planned for a container, each in the zone of its place, and who drives. */
export type ContainerPlan = {
  pickup: Moment | null;
  delivery: Moment | null;
  /** "" for none, as the place of the return and the note. */
  deliveryPlace: string;
  emptyReturn: Moment | null;
  emptyReturnPlace: string;
  driver: string | null;
  note: string;
};

/** The facts entered by the team that the rules read together with the service's facts. */
export type TeamFacts = {
  /** Open follow-ups. */
  followUps: OpenFollowUp[];
  /** The terms of the shipment's line; null if not set. */
  perDiemTerms: PerDiemTerms | null;
  plan: ContainerPlan;
  /** The gate hours that are set for the terminals of the container. */
  gates: GateSchedule[];
  /** The work orders that are not withdrawn. */
  workOrders: OpenWorkOrder[];
};

/** The team facts of a container without any entries. */
export const NOTHING_WRITTEN: TeamFacts = {
  followUps: [],
  perDiemTerms: null,
  plan: {
    pickup: null,
    delivery: null,
    deliveryPlace: "",
    emptyReturn: null,
    emptyReturnPlace: "",
    driver: null,
    note: "",
  },
  gates: [],
  workOrders: [],
};

/**
 * Everything the domain rules read about one container: its own attributes and those of its related records, as
 * reported by the service. Instants are UTC text; their zones are in the related attributes.
 */
export type Container = {
  id: string;
  attributes: ContainerAttributes;
  /**
   * The attributes whose value is the last known one, because a later report could not be read: since when, UTC text.
   * Members of import_deadlines are named with a dot.
   */
  unconfirmed: Readonly<Record<string, string>>;
  shipment: { id: string; attributes: ShipmentAttributes } | null;
  podTerminal: Facility | null;
  pickupFacility: Facility | null;
  destinationTerminal: Facility | null;
  drayCarriers: DrayCarrier[];
  /** When the container was found deleted at the service; null while it exists. */
  deletedUpstreamAt: string | null;
  /** The values of its custom fields and of its shipment's, by api_slug. Its own come first. */
  customFields: Readonly<Record<string, FieldValue>>;
  team: TeamFacts;
};

/** The place of a hold: the port's terminal, or the inland facility. */
export type HoldPlace = "port" | "inland";

/**
 * An open follow-up of a hold. `owner` null: the owner is set by the rule. `nextCheckAt`: UTC text, null if not set.
 */
export type OpenFollowUp = {
  id: string;
  holdName: string;
  place: HoldPlace;
  owner: string | null;
  nextCheckAt: string | null;
  /** Who was contacted and what they responded by the latest entry, "" for what it leaves out. Null without an entry. */
  contacted: string | null;
  promise: string | null;
};

/** How a line counts its free days: every day, or Monday to Friday. */
export const FREE_DAY_COUNTS = ["calendar", "business"] as const;

export type FreeDayCount = (typeof FREE_DAY_COUNTS)[number];

/** A line's free days for its equipment, from the day after gate out. */
export type PerDiemTerms = { freeDays: number; counts: FreeDayCount };
