import type { OrderState, StoredOrderState } from "@/lib/domain/work-order/order-state";
import type { TermId } from "@/lib/domain/work-order/order-terms";
import type { OpenWorkOrder, OrderResponse } from "@/lib/domain/work-order/work-order";

export const MAX_INSTRUCTIONS = 2_000;
export const MAX_REASON = 500;
export const MAX_NAME = 100;
export const MAX_PLACE = 200;

/** The lifetimes that a sender can choose, in days. */
export const ORDER_DAYS = [1, 2, 3, 7, 14] as const;
export const USUAL_DAYS = 3;

/** The dispatcher whom a carrier can ask. "" for what is not known. */
export type OrderContact = { name: string; phone: string; email: string };

export const ORDER_EVENTS = [
  "sent",
  "viewed",
  "changed",
  "accepted",
  "declined",
  "withdrawn",
  "carrier_removed",
] as const;
export type OrderEventKind = (typeof ORDER_EVENTS)[number];

/**
 * An entry of the history of an order. `by` is the user of Drayboard; null for the carrier and the service. `terms`: what
 * changed. `detail`: the driver and truck, or the reason.
 */
export type OrderEvent = {
  id: number;
  at: string;
  kind: OrderEventKind;
  version: number;
  by: string | null;
  terms: TermId[];
  detail: string;
};

/**
 * A work order as the container's page shows it. `state` is null once it is withdrawn. `changed` are the terms that
 * differ from those of the last response. Instants are UTC text.
 */
export type ListedOrder = Pick<
  OpenWorkOrder,
  | "id"
  | "partyId"
  | "version"
  | "instructions"
  | "sentAt"
  | "expiresAt"
  | "respondedAt"
  | "driver"
  | "truck"
  | "eta"
> & {
  carrier: string;
  /** The zone of the pickup place. */
  zone: string | null;
  sentBy: string;
  viewedAt: string | null;
  state: StoredOrderState | null;
  changed: TermId[];
  declineReason: string;
  withdrawnAt: string | null;
  events: OrderEvent[];
};

/**
 * A fact of an order. `place`: an address that a map can show. `isChanged`: since the last response. `term`: the term that
 * it shows. `isAbsent`: it has no value, and is shown only when it is marked as changed.
 */
export type OrderFact = {
  label: string;
  value: string;
  place?: true;
  isChanged?: true;
  term?: TermId;
  isAbsent?: true;
};
/** A group of facts. `text`: an unformatted text below them, of the term `term`. */
export type OrderSection = {
  title: string;
  facts: OrderFact[];
  text?: string;
  isChanged?: true;
  term?: TermId;
};

/** The sections as they are shown: with the marks of further changed terms, and without absent facts that did not change. */
export function shownSections(
  sections: readonly OrderSection[],
  changed: readonly TermId[] = [],
): OrderSection[] {
  const marked = <T extends { term?: TermId; isChanged?: true }>(of: T): T =>
    of.term && changed.includes(of.term) ? { ...of, isChanged: true } : of;
  return sections
    .map((section) => ({
      ...marked(section),
      facts: section.facts.map(marked).filter(({ isAbsent, isChanged }) => !isAbsent || isChanged),
    }))
    .filter(({ facts, text, isChanged }) => facts.length > 0 || text || isChanged);
}

/** The response of a carrier as its page shows it. `eta` is the local time at the gate as a field has it, "" for none. */
type ShownResponse = {
  response: OrderResponse;
  respondedAt: string;
  driver: string;
  truck: string;
  eta: string;
  reason: string;
};

/**
 * The page of an order for the carrier with its link. `state` `returned`: the container was returned, so that no response
 * is possible any more. `gateCity` names the place whose local time the ETA is in, `zone` is its zone.
 */
export type OrderPage = {
  version: number;
  state: OrderState | "returned";
  carrier: string;
  number: string;
  equipment: string;
  expires: string;
  changed: string[];
  /** The terms by which earlier versions differ from the shown one, by version. */
  differences: Record<string, TermId[]>;
  last: (ShownResponse & { text: string }) | null;
  sections: OrderSection[];
  contact: OrderContact;
  gateCity: string | null;
  zone: string | null;
};
