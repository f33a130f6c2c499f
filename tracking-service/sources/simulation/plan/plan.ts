import type { Hold } from "@/lib/contract/container";
import type { RequestType } from "@/lib/contract/enums";
import type { Line } from "@/tracking-service/sources/simulation/world/lines";
import type { Port } from "@/tracking-service/sources/simulation/world/ports";
import type { MetroArea, Ramp } from "@/tracking-service/sources/simulation/world/ramps";
import type { Reporting, Terminal } from "@/tracking-service/sources/simulation/world/terminals";
import type { Vessel } from "@/tracking-service/sources/simulation/world/vessels";
import type { Stage } from "./stages";

/** All instants of a plan are milliseconds since 1970, UTC. Days are local days as counted by `localDay`. */
export type JourneyInput = {
  seed: string;
  /** The index of the container in its account. Its shipment is derived from it. */
  index: number;
  /** The reference time of the plan: the account's start, or the time when a later shipment was first tracked. */
  start: number;
  /** Seeded in mid-journey, newly tracked on the way, or created by a tracking request. */
  entry: "seeded" | "fresh" | "requested";
  /** The interval of terminal checks. */
  checkEveryMs: number;
  /** True for a journey stored before ships had rotations: it keeps the ship and the times it had. */
  former?: boolean;
  asked?: { requestId: string; number: string; requestType: RequestType; scac: string };
};

/** From `at` on, the arrival or departure is expected at `eta`. */
export type Estimate = { at: number; eta: number };

/**
 * A milestone that a line first reports wrongly, with the time `at` and at that time. At `setRightAt` it is corrected
 * to the planned time, or withdrawn when that is still in the future.
 */
export type Misreport = { event: string; at: number; setRightAt: number };

export type VoyagePlan = {
  shipmentId: string;
  size: number;
  stage: Stage;
  billOfLading: string;
  normalizedNumber: string;
  refNumbers: string[];
  tags: string[];
  customer: string | null;
  line: Line;
  pol: Port;
  pod: Port;
  terminal: Terminal;
  /** From `at` on, the line names another terminal of the same port. */
  terminalChange: { at: number; terminal: Terminal } | null;
  inland: { metro: MetroArea; ramp: Ramp } | null;
  /** True when the line names the port of discharge as the destination too, otherwise none unless it goes inland. */
  endsAtPort: boolean;
  vessel: Vessel;
  voyageNumber: string;
  /** A transshipment on the way, from a feeder or between two main vessels. */
  hub: {
    port: Port;
    firstVessel: Vessel;
    firstVoyage: string;
    feeder: boolean;
    /** True when the feeder's loading and departure, and the main vessel's in the hub, are reported as such. */
    feederReported: boolean;
    arriveAt: number;
    departAt: number;
  } | null;
  trackedAt: number;
  /** Before this instant the carrier reports little more than the number. */
  manifestedAt: number;
  /** When the line cancels the booking. No further events follow. */
  cancelledAt: number | null;
  /** When the containers of a booking are named. 0 when they are known from the start. */
  containersKnownAt: number;
  /** From this instant on, the line no longer responds. */
  silentSince: number | null;
  misreport: Misreport | null;
  plannedDepartureAt: number;
  departureEstimates: Estimate[];
  departedAt: number;
  originalEta: number;
  estimates: Estimate[];
  arrivedAt: number;
  /** When the first container is discharged from the vessel. */
  dischargeFrom: number;
};

/** The terminal where a voyage's containers are finally discharged. */
export const dischargeTerminal = ({ terminal, terminalChange }: VoyagePlan): Terminal =>
  terminalChange?.terminal ?? terminal;

export type HoldSpell = { hold: Hold; from: number; until: number };

/** A container's stay at one place, with the data of that place for any check. */
export type Stay = {
  place: "port" | "ramp";
  from: number;
  to: number;
  zone: string;
  reporting: Reporting;
  currency: "USD" | "CAD";
  checkEveryMs: number;
  /** A period in which the place could not be checked. */
  gap: { from: number; to: number } | null;
  holds: HoldSpell[];
  /** From this instant on, a hold is reported at every second check. Only for a test number. */
  flappingFrom: number | null;
  /**
   * From when on the place reports whether the container can be picked up. Null at a port from which it goes by rail: the
   * terminal does not pass it to a truck.
   */
  availableFrom: number | null;
  /** True when an announced hold already prevents the pickup. */
  pendingStops: boolean;
  /** Places in the yard in order, the first from the arrival on. Empty when none is reported. */
  yardSpots: { from: number; spot: string }[];
  /** A service of the place: reported without an amount, then with its only one. */
  service: { reportedFrom: number; postedFrom: number; amount: number } | null;
  /** The appointments of the pickup as they are reported, in order. The last one is kept. */
  appointments: { from: number; slot: number }[];
  /** While demurrage is due, the place holds the container until this instant. Null when it does not. */
  demurrageHeldUntil: number | null;
  /** The place's own last free day. Null when it reports none. */
  lastFreeDay: number | null;
  /** When the place extends the last free day by one day. */
  extendedAt: number | null;
  /** The line's own last free day, only at the port. */
  lineDay: number | null;
  /** True when deadlines are at 23:59 instead of midnight. */
  endOfDay: boolean;
  dailyRate: number;
};

export type RailPlan = {
  loadedAt: number;
  departedAt: number;
  estimates: Estimate[];
  arrivedAt: number;
  unloadedAt: number;
  stay: Stay;
};

export type ContainerPlan = {
  number: string;
  refNumbers: string[];
  equipmentType: string;
  equipmentLength: number;
  equipmentHeight: string;
  weightLbs: number | null;
  seal: string | null;
  chassis: string | null;
  emptyOutAt: number;
  fullInAt: number;
  loadedAt: number;
  berthedAt: number | null;
  dischargedAt: number;
  stay: Stay;
  rail: RailPlan | null;
  offDock: { at: number; yard: Terminal } | null;
  outAt: number;
  deliveredAt: number | null;
  returnedAt: number;
  misreport: Misreport | null;
};

/** The whole journey of one container. Pure data: the same input gives the same plan. */
export type JourneyPlan = {
  input: JourneyInput;
  containerId: string;
  position: number;
  noiseSeed: number;
  voyage: VoyagePlan;
  container: ContainerPlan;
  /** When another shipment replaces this one. Set only on the first container. */
  succeededAt: number | null;
};
