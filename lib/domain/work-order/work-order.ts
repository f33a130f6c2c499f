import type { Moment } from "@/lib/domain/time/moment";

/**
 * What a dray carrier accepts with a work order: where the container is picked up, delivered and returned, and when. Other
 * facts of the page, such as gate hours, may change without a new response.
 */
export type OrderTerms = {
  number: string;
  equipment: string | null;
  terminal: { name: string | null; address: string | null };
  appointment: Moment | null;
  pickup: Moment | null;
  delivery: Moment | null;
  /** "" for none, as the following texts. */
  deliveryPlace: string;
  emptyReturn: Moment | null;
  emptyReturnPlace: string;
  references: string[];
  instructions: string;
};

export const ORDER_RESPONSES = ["accepted", "declined"] as const;
export type OrderResponse = (typeof ORDER_RESPONSES)[number];

/**
 * A work order that is not withdrawn. `terms` are those of its `version`, as last sent or shown. Instants are UTC text.
 * `response` is the last one, to `responseVersion`; both null without one. `eta` is when the truck is expected at the gate.
 */
export type OpenWorkOrder = {
  id: string;
  partyId: string;
  version: number;
  terms: OrderTerms;
  instructions: string;
  sentAt: string;
  expiresAt: string;
  response: OrderResponse | null;
  responseVersion: number | null;
  respondedAt: string | null;
  driver: string;
  truck: string;
  eta: Moment | null;
};
