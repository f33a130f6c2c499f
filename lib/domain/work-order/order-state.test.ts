import { describe, expect, it } from "vitest";
import { NOTHING_WRITTEN } from "@/lib/domain/container/container-facts";
import { testContainer } from "@/lib/domain/container/test-container";
import { boardWorkOrder, orderState, storedOrderState } from "./order-state";
import { changedTerms, orderTerms } from "./order-terms";
import type { OpenWorkOrder } from "./work-order";

const ZONE = "America/Los_Angeles";
const pickup = { at: "2026-11-20T17:00:00Z", zone: ZONE };
const planned = (plan: object) =>
  testContainer({}, {}, { team: { ...NOTHING_WRITTEN, plan: { ...NOTHING_WRITTEN.plan, ...plan } } });

const order = (change: Partial<OpenWorkOrder> = {}): OpenWorkOrder => ({
  id: "o-1",
  partyId: "p-1",
  version: 1,
  terms: orderTerms(planned({ pickup }), ""),
  instructions: "",
  sentAt: "2026-11-19T17:00:00Z",
  expiresAt: "2026-11-21T17:00:00Z",
  response: "accepted",
  responseVersion: 1,
  respondedAt: "2026-11-19T18:00:00Z",
  driver: "Sam Ortiz",
  truck: "12",
  eta: null,
  ...change,
});

describe("the state of an order", () => {
  it.each<[string, Partial<OpenWorkOrder>, object, string]>([
    ["without a response", { response: null, responseVersion: null }, {}, "sent"],
    ["with a response", {}, { pickup }, "accepted"],
    ["with a refusal", { response: "declined" }, { pickup }, "declined"],
    ["with another plan", {}, {}, "changed"],
    ["with another plan after a refusal", { response: "declined" }, {}, "changed"],
    ["with a newer version", { version: 2 }, { pickup }, "changed"],
    ["with other instructions", { instructions: "Dock 4" }, { pickup }, "changed"],
  ])("%s", (_, change, plan, state) => {
    expect(storedOrderState(planned(plan), order(change))).toBe(state);
  });

  it("is the last response after the empty return", () => {
    const returned = testContainer({ empty_terminated_at: "2026-11-24T18:00:00Z" });
    expect(storedOrderState(returned, order())).toBe("accepted");
  });

  it.each([
    ["sent", "2026-11-21T16:59:59Z", "sent"],
    ["sent", "2026-11-21T17:00:00Z", "expired"],
    ["changed", "2026-11-21T17:00:00Z", "expired"],
    ["accepted", "2026-12-21T17:00:00Z", "accepted"],
    ["declined", "2026-12-21T17:00:00Z", "declined"],
  ] as const)("%s at %s is %s", (state, now, shown) => {
    expect(orderState({ state, expiresAt: order().expiresAt }, new Date(now))).toBe(shown);
  });
});

describe("the terms of an order", () => {
  it("are the same for one instant in different notations, and name what differs", () => {
    const before = orderTerms(planned({ pickup }), "");
    const same = { pickup: { at: "2026-11-20T17:00:00.000Z", zone: ZONE, local: "2026-11-20T09:00" } };
    expect(changedTerms(before, orderTerms(planned(same), ""))).toEqual([]);
    const after = orderTerms(planned({ deliveryPlace: "Dock 9" }), "Ask for Dana.");
    expect(changedTerms(before, after)).toEqual(["pickup", "deliveryPlace", "instructions"]);
  });

  it("have the references in one order, and compare those that were stored in another", () => {
    const terms = (refs: string[]) => orderTerms(testContainer({ ref_numbers: refs }), "");
    expect(terms(["PO-2", "PO-10", "PO-1"]).references).toEqual(["PO-1", "PO-10", "PO-2"]);
    expect(changedTerms({ ...terms([]), references: ["PO-2", "PO-1"] }, terms(["PO-1", "PO-2"]))).toEqual([]);
    expect(changedTerms(terms(["PO-1"]), terms(["PO-1", "PO-2"]))).toEqual(["references"]);
  });

  it("are not those of an unreadable time", () => {
    const container = testContainer({ pickup_appointment_at: "soon" });
    expect(orderTerms(container, "").appointment).toBeNull();
  });
});

describe("the order on the board", () => {
  const drayCarriers = [
    { roleId: "r-1", partyId: "p-1", name: "Harbor Dray" },
    { roleId: "r-2", partyId: "p-2", name: "Keystone Dray" },
  ];
  const onBoard = (workOrders: OpenWorkOrder[]) =>
    boardWorkOrder(testContainer({}, {}, { drayCarriers, team: { ...NOTHING_WRITTEN, workOrders } }));

  it("is the one that was sent last to an assigned carrier", () => {
    const last = order({ id: "o-2", partyId: "p-2", sentAt: "2026-11-20T01:00:00Z", response: null });
    const removed = order({ id: "o-3", partyId: "p-3", sentAt: "2026-11-20T02:00:00Z" });
    expect(onBoard([order(), last, removed])).toMatchObject({ carrier: "Keystone Dray", state: "sent" });
    expect(onBoard([removed])).toBeNull();
  });
});
