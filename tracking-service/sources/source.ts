import type { Logger } from "pino";
import type { FailedReason, RequestType } from "@/lib/contract/enums";
import type { WorldClock } from "@/tracking-service/clock/world-clock";
import type { JourneyFacts, Milestone } from "@/tracking-service/facts/attributes";
import type { Position } from "@/tracking-service/geo/sphere";
import type { Loop } from "@/tracking-service/runtime/loop-runner";
import type { Database, Reader, Transaction } from "@/tracking-service/store/database";
import type { RawEvent } from "@/tracking-service/store/raw-event";
import type { RouteLeg } from "./route";

/** A place, vessel or shipping line a source speaks of, to stand in the catalogue. */
export type CatalogueRecord = {
  type: "port" | "metro_area" | "terminal" | "rail_terminal" | "vessel" | "shipping_line";
  id: string;
  /** UN/LOCODE, FIRMS code, IMO number or SCAC. */
  code: string | null;
  attributes: Record<string, unknown>;
  portId?: string;
  metroAreaId?: string;
};

/** What a tracking request asks a carrier. */
export type Inquiry = {
  requestId: string;
  accountId: string;
  number: string;
  requestType: RequestType;
  scac: string;
  /** How often this number was asked before, and when first. */
  attempts: number;
  firstAskedAt: Date;
};

/** One container a carrier knows, with its history and the carrier's own view of it. */
export type FoundContainer = { id: string; facts: JourneyFacts; history: Milestone[]; rawEvents: RawEvent[] };

/** What a carrier knows of a shipment, whether or not it names the containers yet. */
export type FoundShipment = Pick<JourneyFacts, "shipment" | "shipmentPlaces">;

/** What keeps a carrier from being asked for the moment. */
export type Trouble = Extract<FailedReason, "shipping_line_unreachable" | "unrecognized_response">;

/** A line that may have given out a number, as what kind of number, and how likely that is, from 0 to 1. */
export type LineGuess = { scac: string; name: string; requestType: RequestType; confidence: number };

export type CarrierAnswer =
  | {
      kind: "found";
      shipmentId: string;
      facts: FoundShipment;
      /** None for a booking whose containers are not named yet: they come later, by `recordContainers`. */
      containers: FoundContainer[];
      /** Begins to follow the shipment, in the transaction that records it. */
      follow(tx: Transaction, accountId: string): Promise<void>;
    }
  /** The carrier knows no such number, or not yet. */
  | { kind: "not_found"; askAgainAt?: Date }
  /** The carrier knows the number and has not manifested the shipment. `askAgainAt` where it says when it will. */
  | { kind: "not_manifested"; askAgainAt?: Date }
  /** No usable answer this time; the same is asked again (requests/request-life.ts). */
  | { kind: "trouble"; reason: Trouble }
  | { kind: "failed"; reason: FailedReason };

/** What a source knows of a container it follows, and when it asked. */
export type Known = { source: string; askedAt: Date; facts: JourneyFacts };

/** What a source works with once it runs. */
export type SourceContext = { db: Database; log: Logger; clock: WorldClock };

/**
 * Where facts come from. A source answers what a number stands for, follows what was found, and from then on
 * reports through `applyReport` (facts/apply-report.ts) with origin and time. It never touches states, routes or
 * deliveries.
 */
export type Source = {
  readonly name: string;
  listCatalogue(): CatalogueRecord[];
  /** Whether the source can ask the carrier of this SCAC. */
  supports(scac: string): boolean;
  /** Lines a normalized number may be of, the likeliest first, each once. */
  guessLines(number: string): LineGuess[];
  /** How long the carrier takes to answer this request, in milliseconds. */
  answerDelayMs(requestId: string): number;
  lookUp(inquiry: Inquiry, now: Date): CarrierAnswer | Promise<CarrierAnswer>;
  /**
   * Asks for everything about a container at once and reports it, instead of when it is due (interface.md, PATCH
   * /containers/{id}/refresh). Null when this source does not follow the container or it is not tracked any more.
   */
  ask(db: Database, containerId: string, now: Date): Promise<Known | null>;
  /** The sea legs of a container in their order, as far as they are known; none where nothing is. */
  route(reader: Reader, containerId: string, now: Date): Promise<RouteLeg[]>;
  /** The way ships take between two ports, by UN/LOCODE; null where the source knows none. */
  seaWay(from: string, to: string): readonly Position[] | null;
  /** Reports what becomes known from here on, until it is stopped. */
  start(context: SourceContext): Loop;
};
