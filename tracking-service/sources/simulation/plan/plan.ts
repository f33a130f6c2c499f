import type { Hold } from "@/lib/contract/container";
import type { RequestType } from "@/lib/contract/enums";
import type { Line } from "@/tracking-service/sources/simulation/world/lines";
import type { Port } from "@/tracking-service/sources/simulation/world/ports";
import type { MetroArea, Ramp } from "@/tracking-service/sources/simulation/world/ramps";
import type { Reporting, Terminal } from "@/tracking-service/sources/simulation/world/terminals";
import type { Vessel } from "@/tracking-service/sources/simulation/world/vessels";
import type { Stage } from "./stages";

/** All instants of a plan are milliseconds since 1970, UTC; days are local days as `localDay` counts them. */
export type JourneyInput = {
  seed: string;
  /** The container's number in its account; its shipment follows from it. */
  index: number;
  /** Where the plan is anchored: the account's start, or when a later shipment came to be tracked. */
  start: number;
  /** Met in the middle of its life, newly tracked on the way, or asked for by a tracking request. */
  entry: "seeded" | "fresh" | "requested";
  /** How often terminals are asked. */
  checkEveryMs: number;
  asked?: { requestId: string; number: string; requestType: RequestType; scac: string };
};

/** From `at` on, the arrival or departure is expected at `eta`. */
export type Estimate = { at: number; eta: number };

/**
 * A milestone a line tells wrongly at first: as of `at`, and reported then. At `setRightAt` it is corrected to the
 * plan's time, or taken back where that is still to come.
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
  vessel: Vessel;
  voyageNumber: string;
  /** A change of vessel on the way; by a feeder or between two main vessels. */
  hub: {
    port: Port;
    firstVessel: Vessel;
    firstVoyage: string;
    feeder: boolean;
    /** The feeder's loading and departure are reported as such, and the main vessel's in the hub. */
    feederReported: boolean;
    arriveAt: number;
    departAt: number;
  } | null;
  trackedAt: number;
  /** Before this the carrier tells little more than the number. */
  manifestedAt: number;
  /** When the line cancels the booking; nothing comes after it. */
  cancelledAt: number | null;
  /** When a booking's containers are named; 0 where they are from the start. */
  containersKnownAt: number;
  /** Since when the line answers nothing any more. */
  silentSince: number | null;
  misreport: Misreport | null;
  plannedDepartureAt: number;
  departureEstimates: Estimate[];
  departedAt: number;
  originalEta: number;
  estimates: Estimate[];
  arrivedAt: number;
  /** The first container leaves the vessel. */
  dischargeFrom: number;
};

/** The terminal at which a voyage's containers come off the ship in the end. */
export const dischargeTerminal = ({ terminal, terminalChange }: VoyagePlan): Terminal =>
  terminalChange?.terminal ?? terminal;

export type HoldSpell = { hold: Hold; from: number; until: number };

/** A container's time on one ground: what that place will say of it whenever it is asked. */
export type Stay = {
  place: "port" | "ramp";
  from: number;
  to: number;
  zone: string;
  reporting: Reporting;
  currency: "USD" | "CAD";
  checkEveryMs: number;
  /** Time in which the place could not be asked. */
  gap: { from: number; to: number } | null;
  holds: HoldSpell[];
  /** A hold that comes and goes with every few checks, from an instant on. */
  flapping: { from: number; every: number } | null;
  availableFrom: number;
  /** The place's own last free day; null when it reports none. */
  lastFreeDay: number | null;
  /** The place gives one more day at this instant. */
  extendedAt: number | null;
  /** The line's own day, for the port alone. */
  lineDay: number | null;
  /** Deadlines written as 23:59 rather than as midnight. */
  endOfDay: boolean;
  appointmentMadeAt: number | null;
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

/** The whole life of one container. Pure data: the same input gives the same plan. */
export type JourneyPlan = {
  input: JourneyInput;
  containerId: string;
  position: number;
  noiseSeed: number;
  voyage: VoyagePlan;
  container: ContainerPlan;
  /** When another shipment takes this one's place; on the first container alone. */
  succeededAt: number | null;
};
