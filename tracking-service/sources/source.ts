import type { Logger } from "pino";
import type { FailedReason, RequestType } from "@/lib/contract/enums";
import type { Loop } from "@/lib/platform/queue/loop";
import type { WorldClock } from "@/tracking-service/clock/world-clock";
import type { JourneyFacts, Milestone } from "@/tracking-service/facts/attributes";
import type { Position } from "@/tracking-service/geo/sphere";
import type { Database, Reader, Transaction } from "@/tracking-service/store/database";
import type { RawEvent } from "@/tracking-service/store/raw-event";
import type { RouteLeg } from "./route";

/** A place, vessel or shipping line of a source, for the catalog. */
export type CatalogueRecord = {
  type: "port" | "metro_area" | "terminal" | "rail_terminal" | "vessel" | "shipping_line";
  id: string;
  /** UN/LOCODE, FIRMS code, IMO number or SCAC. */
  code: string | null;
  attributes: Record<string, unknown>;
  portId?: string;
  metroAreaId?: string;
};

/** The request to a carrier for a tracking request. */
export type Inquiry = {
  requestId: string;
  accountId: string;
  number: string;
  requestType: RequestType;
  scac: string;
  /** How often this number was requested before, and when first. */
  attempts: number;
  firstRequestedAt: Date;
};

/** One container known to a carrier, with its history and the carrier's raw events. */
export type FoundContainer = { id: string; facts: JourneyFacts; history: Milestone[]; rawEvents: RawEvent[] };

/** A carrier's data on a shipment, with or without named containers. */
export type FoundShipment = Pick<JourneyFacts, "shipment" | "shipmentPlaces">;

/** A temporary failure of requests to a carrier. */
export type Trouble = Extract<FailedReason, "shipping_line_unreachable" | "unrecognized_response">;

/** A line that may have issued a number, with the number's type and the probability from 0 to 1. */
export type LineGuess = { scac: string; name: string; requestType: RequestType; confidence: number };

export type CarrierResponse =
  | {
      kind: "found";
      shipmentId: string;
      facts: FoundShipment;
      /** Empty for a booking without named containers. They are added later by `recordContainers`. */
      containers: FoundContainer[];
      /** Starts to follow the shipment, in the transaction that records it. */
      follow(tx: Transaction, accountId: string): Promise<void>;
    }
  /** The carrier does not have the number, or not yet. */
  | { kind: "not_found"; retryAt?: Date }
  /**
   * The carrier has the number but has not manifested the shipment. `askAgainAt` is set when the carrier names a time.
   */
  | { kind: "not_manifested"; retryAt?: Date }
  /** No usable response this time. The request is repeated (requests/request-lifetime.ts). */
  | { kind: "trouble"; reason: Trouble }
  | { kind: "failed"; reason: FailedReason };

/** A source's facts about a container it follows, and the time of the check. */
export type Known = { source: string; requestedAt: Date; facts: JourneyFacts };

/** The dependencies of a running source. */
export type SourceContext = { db: Database; log: Logger; clock: WorldClock };

/**
 * A source of facts. It resolves numbers and follows the shipments it found. Then it reports through `applyReport`
 * (facts/apply-report.ts) with origin and time. It never changes states, routes or deliveries.
 */
export type Source = {
  readonly name: string;
  listCatalogue(): CatalogueRecord[];
  /** Whether the source supports the carrier of this SCAC. */
  supports(scac: string): boolean;
  /** Lines that may have issued a normalized number, most likely first, each once. */
  guessLines(number: string): LineGuess[];
  /** The carrier's response time for this request, in milliseconds. */
  responseDelayMs(requestId: string): number;
  lookUp(inquiry: Inquiry, now: Date): CarrierResponse | Promise<CarrierResponse>;
  /**
   * Checks all data of a container at once and reports it, without waiting until it is due (interface.md, PATCH
   * /containers/{id}/refresh). Null when this source does not follow the container or it is no longer tracked.
   */
  ask(db: Database, containerId: string, now: Date): Promise<Known | null>;
  /** The known sea legs of a container in order. Empty when none is known. */
  route(reader: Reader, containerId: string, now: Date): Promise<RouteLeg[]>;
  /** The usual sea route between two ports, by UN/LOCODE. Null when the source knows none. */
  seaWay(from: string, to: string): readonly Position[] | null;
  /** Reports new facts from now on until stopped. */
  start(context: SourceContext): Loop;
};
