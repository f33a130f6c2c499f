import type { Container } from "@/lib/domain/container/container-facts";
import { isEmptyReturned } from "@/lib/domain/container/pickup";
import { withPlaceClock } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { changedTerms, orderTerms } from "./order-terms";
import type { OpenWorkOrder } from "./work-order";

/** The states that do not depend on the time. `changed`: the terms differ from those of the last response. */
export type StoredOrderState = "sent" | "accepted" | "declined" | "changed";
export type OrderState = StoredOrderState | "expired";

export const ORDER_STATE_LABELS: Record<OrderState, string> = {
  sent: "Sent",
  accepted: "Accepted",
  declined: "Declined",
  changed: "Changed, needs a new response",
  expired: "Expired",
};

type RespondedOrder = Pick<
  OpenWorkOrder,
  "response" | "responseVersion" | "version" | "terms" | "instructions"
>;

/** The state of an order of a container, apart from its expiry. After the empty return the last response stays. */
export function storedOrderState(container: Container, order: RespondedOrder): StoredOrderState {
  const { response, responseVersion, version, terms, instructions } = order;
  if (response === null) return "sent";
  if (isEmptyReturned(container)) return response;
  const isCurrent =
    responseVersion === version && changedTerms(terms, orderTerms(container, instructions)).length === 0;
  return isCurrent ? response : "changed";
}

/** The state at `now`: an order that waits for a response after it expired is expired. */
export const orderState = (
  { state, expiresAt }: { state: StoredOrderState; expiresAt: string },
  now: Date,
): OrderState =>
  (state === "sent" || state === "changed") && Date.parse(expiresAt) <= now.getTime() ? "expired" : state;

/** The work order of a container as its board row has it. Instants are UTC text. `driver` and `truck` are "" for none. */
export type BoardWorkOrder = {
  state: StoredOrderState;
  expiresAt: string;
  carrier: string;
  driver: string;
  truck: string;
  eta: Moment | null;
};

/** The order that was sent last to a dray carrier of the container. Null without one. */
export function boardWorkOrder(container: Container): BoardWorkOrder | null {
  const names = new Map(container.drayCarriers.map(({ partyId, name }) => [partyId, name]));
  const [order] = container.team.workOrders
    .filter(({ partyId }) => names.has(partyId))
    .toSorted((a, b) => Date.parse(b.sentAt) - Date.parse(a.sentAt));
  if (!order) return null;
  const { expiresAt, partyId, driver, truck, eta } = order;
  const state = storedOrderState(container, order);
  return { state, expiresAt, carrier: names.get(partyId) ?? "", driver, truck, eta: withPlaceClock(eta) };
}
