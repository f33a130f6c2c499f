import type { FailedReason, RequestType } from "@/lib/contract/enumerations";
import type { BoxFacts, Milestone } from "@/tracking-service/facts/facts";
import type { Transaction } from "@/tracking-service/store/database";

/** A place or vessel a source speaks of, to stand in the catalogue. */
export type CatalogueRecord = {
  type: "port" | "metro_area" | "terminal" | "rail_terminal" | "vessel";
  id: string;
  /** UN/LOCODE, FIRMS code or IMO number. */
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

/** One box a carrier knows, with its history. */
export type FoundBox = { id: string; facts: BoxFacts; history: Milestone[] };

export type CarrierAnswer =
  | {
      kind: "found";
      shipmentId: string;
      boxes: FoundBox[];
      /** Begins to follow the boxes, in the transaction that records them. */
      follow(tx: Transaction, accountId: string): Promise<void>;
    }
  | { kind: "not_manifested"; askAgainAt: Date }
  | { kind: "failed"; reason: FailedReason };

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
  /** The SCAC a normalized number's own prefix names, or null. */
  detectScac(number: string): string | null;
  /** How long the carrier takes to answer this request, in milliseconds. */
  answerDelayMs(requestId: string): number;
  lookUp(inquiry: Inquiry, now: Date): CarrierAnswer;
};
