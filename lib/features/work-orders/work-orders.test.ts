import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { partyRecord, roleRecord } from "@/lib/contract/fixtures";
import { orderState } from "@/lib/domain/work-order/order-state";
import { loadContainerPage } from "@/lib/features/containers/queries/container-page";
import { changePlan, savePlannedMove } from "@/lib/features/moves/commands/planned-moves";
import { NOTHING_PLANNED } from "@/lib/features/moves/rules/planned-move";
import { openTestAccount } from "@/lib/features/test-account";
import { revokeGivenOut } from "@/lib/features/users/commands/revoke-access";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { forgetRole } from "@/lib/mirror/apply/apply-response";
import { noteOrderViewed, noteTermsShown } from "./commands/note-order-shown";
import { acceptOrder, declineOrder } from "./commands/respond-to-order";
import { type SentOrder, sendWorkOrder } from "./commands/send-work-order";
import { withdrawWorkOrder } from "./commands/withdraw-work-order";
import { eventAuthor, eventText } from "./messages";
import { findOrder, type OrderVisit, visitOrder } from "./queries/open-order";
import { loadOrderPage } from "./queries/order-page";
import { type OrderPage, shownSections } from "./rules";

const NOW = new Date("2026-11-20T18:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

const INPUT = {
  containerId: "c-1",
  partyId: "p-1",
  deliveryPlace: "",
  wasDeliveryPlace: "",
  instructions: "Ask for Dana at the dock.",
  contactName: "Ana Ruiz",
  contactPhone: "+1 310 555 0142",
  contactEmail: "ana@example.com",
  days: 3,
};

/** Opens a test account in which Harbor Dray (`p-1`) pulls the container `c-1`. */
async function openOrderAccount() {
  const dashboard = await openTestAccount();

  async function assign(partyId = "p-1", roleId = `role-${partyId}`): Promise<void> {
    const name = partyId === "p-1" ? "Harbor Dray" : "Keystone Dray";
    const records = [partyRecord(partyId, name), roleRecord(roleId, "c-1", partyId)];
    await dashboard.db.transaction((tx) =>
      applyRecords(tx, records, { asOf: new Date(), notificationId: null }),
    );
  }

  const send = (input: Partial<typeof INPUT> = {}, now = NOW): Promise<SentOrder> =>
    sendWorkOrder(testContext(dashboard.db, dashboard.ana, { now }), { ...INPUT, ...input });

  async function open(token: string, now = NOW): Promise<Extract<OrderVisit, { state: "open" }>> {
    const visit = await visitOrder(dashboard.db, token, now);
    if (visit.state !== "open") throw new Error(`the order is ${visit.state}`);
    return visit;
  }

  return { ...dashboard, assign, send, open };
}

const ZONE = "America/Los_Angeles";
const PICKUP = "2026-11-21T17:00:00.000Z";

let dashboard: Awaited<ReturnType<typeof openOrderAccount>>;

beforeAll(async () => {
  dashboard = await openOrderAccount();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.pool.query("delete from access_tokens");
  await dashboard.pool.query("delete from planned_moves");
  await dashboard.tell({ current_status: "available", empty_terminated_at: null });
  await dashboard.assign();
});

const ctx = (now = NOW) => testContext(dashboard.db, dashboard.ana, { now });
async function planPickup(at: string, was: string | null = null): Promise<void> {
  const moment = (instant: string | null) => instant && { at: instant, zone: ZONE };
  await changePlan(ctx(), {
    containerId: "c-1",
    part: "pickup",
    was: moment(was) || null,
    value: moment(at) || null,
  });
}
const ACCEPTED = { version: 1, driver: "Sam Ortiz", truck: "12", eta: "2026-11-20T13:30" };
const accept = async (token: string, response = ACCEPTED, now = later(10)) =>
  acceptOrder(dashboard.db, (await dashboard.open(token, now)).token.id, response, now);
const decline = async (token: string, version = 1, now = later(10)) =>
  declineOrder(
    dashboard.db,
    (await dashboard.open(token, now)).token.id,
    { version, reason: "No chassis" },
    now,
  );
/** Opens the page of an order, as a person or a program does. */
const preview = async (token: string, now = later(5)) =>
  noteTermsShown(dashboard.db, await dashboard.open(token, now), now);
/** Opens the page, and its script says that it is seen. */
const view = async (token: string, now = later(5)) => {
  const shown = await preview(token, now);
  await noteOrderViewed(dashboard.db, await dashboard.open(token, now), now);
  return shown;
};
const stateNow = async (now = later(20)) => {
  const { workOrder } = await dashboard.rowOf();
  return workOrder && orderState(workOrder, now);
};
const listed = async () => (await loadContainerPage(dashboard.db, "c-1"))?.workOrders ?? [];
const history = async () => (await listed()).flatMap(({ events }) => events.map(eventText)).toReversed();
const carriers = async () => (await dashboard.rowOf()).drayCarriers.map(({ name }) => name);
async function audited() {
  const { rows } = await dashboard.pool.query(
    "select action, actor, data from audit_entries where action like 'work_order%' order by id desc limit 1",
  );
  return rows[0];
}

describe("sending", () => {
  it("makes a link that shows the order, and saves the delivery address in the plan", async () => {
    await planPickup(PICKUP);
    const sent = await dashboard.send({ deliveryPlace: "4100 Jurupa St, Ontario" });
    expect(sent).toMatchObject({ carrier: "Harbor Dray", expiresAt: later(3 * 24 * 60), zone: ZONE });
    const page = await loadOrderPage(dashboard.db, await dashboard.open(sent.token), {
      locale: "en-US",
      now: NOW,
    });
    expect(page).toMatchObject({
      version: 1,
      state: "sent",
      carrier: "Harbor Dray",
      changed: [],
      last: null,
    });
    const facts = page.sections.flatMap(({ facts }) => facts.map(({ label, value }) => `${label}: ${value}`));
    expect(facts).toEqual(
      expect.arrayContaining([
        "Terminal: APM Pier 400",
        "Planned pickup: Sat, Nov 21, 9:00 AM PST",
        "Deliver to: 4100 Jurupa St, Ontario",
      ]),
    );
    expect(page.sections).toContainEqual(expect.objectContaining({ text: "Ask for Dana at the dock." }));
    expect(page.contact).toEqual({ name: "Ana Ruiz", phone: "+1 310 555 0142", email: "ana@example.com" });
    const { rows } = await dashboard.pool.query("select delivery_place, version from planned_moves");
    expect(rows).toEqual([{ delivery_place: "4100 Jurupa St, Ontario", version: 2 }]);
    expect(await audited()).toEqual({
      action: "work_order.sent",
      actor: "ana@example.com",
      data: { carrier: "Harbor Dray", version: 1, days: 3 },
    });
    expect(await stateNow()).toBe("sent");
  });

  it("is refused for a carrier that is not assigned, a changed address and bad input, and writes nothing", async () => {
    await expect(dashboard.send({ partyId: "p-9" })).rejects.toMatchObject({ code: "changed_meanwhile" });
    await expect(dashboard.send({ containerId: "c-9" })).rejects.toMatchObject({ code: "not_found" });
    await dashboard.pool.query(
      "insert into planned_moves (container_id, delivery_place) values ('c-1', 'Dock 4')",
    );
    await expect(dashboard.send({ deliveryPlace: "Dock 5" })).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringContaining("Dock 4"),
    });
    for (const bad of [
      { contactPhone: "call me" },
      { contactEmail: "nobody" },
      { days: 0 },
      { instructions: "x".repeat(2_001) },
    ])
      await expect(dashboard.send(bad)).rejects.toThrow();
    await dashboard.tell({ empty_terminated_at: "2026-11-20T09:00:00Z" });
    await expect(
      dashboard.send({ wasDeliveryPlace: "Dock 4", deliveryPlace: "Dock 4" }),
    ).rejects.toMatchObject({
      code: "bad_input",
    });
    expect(await listed()).toEqual([]);
  });

  it("is refused when another user changed the address that the form leaves as it was", async () => {
    const place = (was: string, value: string) => ({ wasDeliveryPlace: was, deliveryPlace: value });
    await dashboard.pool.query(
      "insert into planned_moves (container_id, delivery_place, updated_by) values ('c-1', 'Dock 4', $1)",
      [dashboard.ben.userId],
    );
    const message = "Ben changed the delivery address to “Dock 4”. Check it, then send again.";
    const conflict = {
      code: "changed_meanwhile",
      message,
      details: [{ pointer: "/deliveryPlace", message }],
    };
    await expect(dashboard.send(place("Dock 3", "Dock 3"))).rejects.toMatchObject(conflict);
    await expect(dashboard.send(place("", ""))).rejects.toMatchObject(conflict);
    await expect(dashboard.send(place("", "Dock 5"))).rejects.toMatchObject(conflict);
    expect(await listed()).toEqual([]);
    await dashboard.send(place("Dock 3", "Dock 4"));
    await dashboard.send(place("Dock 4", "Dock 5"));
    const { rows } = await dashboard.pool.query("select delivery_place from planned_moves");
    expect(rows).toEqual([{ delivery_place: "Dock 5" }]);
  });

  it("saves no address when the order is refused", async () => {
    await dashboard.pool.query(
      "alter table work_orders add constraint refused check (instructions <> 'bad')",
    );
    await expect(dashboard.send({ deliveryPlace: "Dock 5", instructions: "bad" })).rejects.toThrow();
    await dashboard.pool.query("alter table work_orders drop constraint refused");
    const { rows } = await dashboard.pool.query("select delivery_place from planned_moves");
    expect(rows).toEqual([]);
  });

  it("again with other terms keeps the acceptance and says what changed since", async () => {
    const first = await dashboard.send();
    await accept(first.token);
    const again = await dashboard.send({ instructions: "Dock 9." }, later(30));
    expect(await stateNow(later(31))).toBe("changed");
    const page = await loadOrderPage(dashboard.db, await dashboard.open(again.token, later(31)), {
      locale: "en-US",
      now: later(31),
    });
    expect(page).toMatchObject({ version: 2, state: "changed", changed: ["Instructions"] });
    expect(page.last).toMatchObject({ response: "accepted", driver: "Sam Ortiz" });
  });

  it("again after a refusal shows nothing of it, except in the history", async () => {
    await decline((await dashboard.send()).token);
    await dashboard.send({}, later(30));
    expect(await listed()).toMatchObject([{ state: "sent", declineReason: "", respondedAt: null }]);
    expect(await history()).toContain("Version 1 declined: No chassis");
  });

  it("again ends the former link, keeps a current acceptance and asks again after a refusal", async () => {
    const first = await dashboard.send();
    await accept(first.token);
    const second = await dashboard.send({}, later(30));
    expect(second.id).toBe(first.id);
    expect(await visitOrder(dashboard.db, first.token, later(31))).toEqual({
      state: "replaced",
      contact: { name: "Ana Ruiz", phone: "+1 310 555 0142", email: "ana@example.com" },
    });
    expect(await stateNow(later(31))).toBe("accepted");
    await decline(second.token, 1, later(40));
    expect(await stateNow(later(41))).toBe("declined");
    await dashboard.send({}, later(50));
    expect(await stateNow(later(51))).toBe("sent");
  });
});

it("has the author of each entry of the history, of several users and the carrier", async () => {
  const first = await dashboard.send();
  await view(first.token);
  await accept(first.token);
  await planPickup(PICKUP);
  await view(first.token, later(12));
  const ben = testContext(dashboard.db, dashboard.ben, { now: later(20) });
  const again = await sendWorkOrder(ben, { ...INPUT, instructions: "Dock 9." });
  await decline(again.token, 3, later(25));
  await withdrawWorkOrder(ctx(later(30)), { id: first.id });
  const authors = async () =>
    (await listed())
      .flatMap(({ events, carrier }) =>
        events.map((event) => `${event.kind}: ${eventAuthor(event, carrier)}`),
      )
      .toReversed();
  const entries = (ana: string) => [
    `sent: ${ana}`,
    "viewed: Harbor Dray",
    "accepted: Harbor Dray",
    "changed: ",
    "changed: Ben",
    "sent: Ben",
    "declined: Harbor Dray",
    `withdrawn: ${ana}`,
  ];
  expect(await authors()).toEqual(entries("Ana"));
  expect((await listed()).map(({ sentBy }) => sentBy)).toEqual(["Ben"]);
});

describe("an order that changes before a response", () => {
  const pageOf = async (token: string, now: Date) =>
    loadOrderPage(dashboard.db, await dashboard.open(token, now), { locale: "en-US", now });
  const pickupOf = ({ sections }: Pick<OrderPage, "sections">) =>
    sections.flatMap(({ facts }) => facts).find(({ term }) => term === "pickup");

  it("has the terms by which its earlier versions differ", async () => {
    await planPickup(PICKUP);
    const { token } = await dashboard.send();
    await view(token);
    expect(await pageOf(token, later(6))).toMatchObject({ version: 1, differences: {} });
    await planPickup("2026-11-21T18:00:00.000Z", PICKUP);
    const changed = { version: 2, state: "sent", changed: [], differences: { 1: ["pickup"] } };
    const before = await pageOf(token, later(7));
    await view(token, later(8));
    const after = await pageOf(token, later(8));
    expect(before).toMatchObject(changed);
    expect(after).toEqual(before);
    await planPickup(PICKUP, "2026-11-21T18:00:00.000Z");
    expect(await pageOf(token, later(9))).toMatchObject({
      version: 3,
      differences: { 1: [], 2: ["pickup"] },
    });
  });

  it("has a fact without a value for a term that was removed, which is shown when it is marked", async () => {
    await planPickup(PICKUP);
    const { token } = await dashboard.send();
    await view(token);
    await planPickup("", PICKUP);
    const { sections, differences } = await pageOf(token, later(6));
    expect(pickupOf({ sections })).toMatchObject({ value: "none", isAbsent: true });
    expect(pickupOf({ sections: shownSections(sections) })).toBeUndefined();
    expect(pickupOf({ sections: shownSections(sections, differences[1]) })).toMatchObject({
      value: "none",
      isChanged: true,
    });
  });
});

describe("a response", () => {
  it("accepts with driver, truck and ETA in the terminal's zone, counts once, and can be changed", async () => {
    const { token } = await dashboard.send();
    await view(token);
    await Promise.all([accept(token), accept(token)]);
    expect(await dashboard.rowOf()).toMatchObject({
      workOrder: {
        state: "accepted",
        carrier: "Harbor Dray",
        driver: "Sam Ortiz",
        truck: "12",
        eta: { at: "2026-11-20T21:30:00.000Z", zone: ZONE, local: "2026-11-20T13:30" },
      },
    });
    expect(await audited()).toEqual({
      action: "work_order.accepted",
      actor: "user of the link",
      data: {
        carrier: "Harbor Dray",
        version: 1,
        driver: "Sam Ortiz",
        truck: "12",
        eta: "2026-11-20T21:30:00.000Z",
      },
    });
    await accept(token, { ...ACCEPTED, driver: "Lee Park" }, later(20));
    expect(await history()).toEqual([
      "Version 1 sent",
      "Version 1 opened by the carrier",
      "Version 1 accepted: Sam Ortiz, 12",
      "Version 1 accepted: Lee Park, 12",
    ]);
    // The driver of the plan is the team's.
    expect((await dashboard.rowOf()).driver).toBeNull();
  });

  it("of two different ones at once, keeps both in the history and the last one as the state", async () => {
    const { token } = await dashboard.send();
    await Promise.all([accept(token), decline(token)]);
    const [order] = await listed();
    expect(order?.events).toHaveLength(3);
    expect(order?.state).toBe(order?.events[0]?.kind);
  });

  it("declines with a reason, and the carrier stays assigned", async () => {
    const { token } = await dashboard.send();
    await decline(token);
    expect(await stateNow()).toBe("declined");
    expect(await carriers()).toEqual(["Harbor Dray"]);
    expect(await listed()).toMatchObject([{ state: "declined", declineReason: "No chassis" }]);
    await accept(token, ACCEPTED, later(15));
    expect(await listed()).toMatchObject([{ state: "accepted", declineReason: "" }]);
  });

  it.each([
    ["has passed", "2026-11-20T09:00", "passed"],
    ["is in another century", "0206-11-20T13:30", "date and time"],
    ["has passed by two minutes", "2026-11-20T10:08", "passed"],
    ["is far ahead", "2027-11-20T13:30", "60 days ahead"],
    ["has a long year", "12026-11-20T13:30", "date and time"],
    ["is no date", "2026-02-30T13:30", "date and time"],
    ["is no time", "tomorrow", "date and time"],
  ])("with an ETA that %s is refused", async (_, eta, message) => {
    const { token } = await dashboard.send();
    await expect(accept(token, { ...ACCEPTED, eta })).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringContaining(message),
      details: [{ pointer: "/eta", message: expect.stringContaining(message) }],
    });
    expect(await stateNow()).toBe("sent");
  });
});

it("takes an ETA of the current minute, and another driver after the ETA has passed", async () => {
  const { token } = await dashboard.send();
  await accept(token, { ...ACCEPTED, eta: "2026-11-20T10:10" }, later(10.5));
  await accept(token, { ...ACCEPTED, eta: "2026-11-20T10:10", driver: "Lee Park" }, later(60));
  expect(await listed()).toMatchObject([{ driver: "Lee Park" }]);
});

it("takes an ETA in local time at a terminal whose zone is unknown", async () => {
  await dashboard.tell({ pod_timezone: null });
  const { token } = await dashboard.send();
  await accept(token, { ...ACCEPTED, eta: "2026-11-20T10:30" });
  await expect(accept(token, { ...ACCEPTED, eta: "2026-11-19T10:30" })).rejects.toThrow("passed");
  expect(await stateNow()).toBe("accepted");
});

describe("a changed order", () => {
  it("refuses a response to the version before and says what changed, then asks again", async () => {
    const { token } = await dashboard.send();
    await accept(token);
    await planPickup(PICKUP);
    expect(await stateNow()).toBe("changed");
    // Nothing was shown yet, so the version is still the first one.
    await expect(accept(token, { ...ACCEPTED, driver: "Lee Park" })).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: "This order changed: planned pickup. Check it, then respond again.",
    });
    const shown = await view(token, later(30));
    if (shown.state !== "open") throw new Error(shown.state);
    const page = await loadOrderPage(dashboard.db, shown, { locale: "en-US", now: later(30) });
    expect(page).toMatchObject({ version: 2, state: "changed", changed: ["Planned pickup"] });
    expect(page.sections[0]?.facts).toContainEqual(
      expect.objectContaining({ label: "Planned pickup", isChanged: true }),
    );
    await expect(decline(token, 1, later(31))).rejects.toMatchObject({ code: "changed_meanwhile" });
    await accept(token, { ...ACCEPTED, version: 2 }, later(32));
    expect(await stateNow(later(33))).toBe("accepted");
    expect(await history()).toContain("Version 2 changed: planned pickup");
  });

  it("is accepted again without a response when the change is undone before it was shown", async () => {
    const { token } = await dashboard.send();
    await accept(token);
    await planPickup(PICKUP);
    await changePlan(ctx(), {
      containerId: "c-1",
      part: "pickup",
      was: { at: PICKUP, zone: ZONE },
      value: null,
    });
    expect(await stateNow()).toBe("accepted");
  });

  it("is one with another appointment or terminal, but not with other holds", async () => {
    const { token } = await dashboard.send();
    await accept(token);
    await dashboard.tell({ holds_at_pod_terminal: [] });
    expect(await stateNow()).toBe("accepted");
    await dashboard.tell({ pickup_appointment_at: "2026-11-21T18:00:00Z" });
    expect(await stateNow()).toBe("changed");
    expect((await listed())[0]?.changed).toEqual(["appointment"]);
  });
});

describe("an order that ended", () => {
  const refused = async (token: string, now: Date) => {
    const visit = await visitOrder(dashboard.db, token, now);
    const { rows } = await dashboard.pool.query("select token_id as id from work_orders");
    const response = acceptOrder(dashboard.db, rows[0].id, ACCEPTED, now);
    await expect(response).rejects.toMatchObject({ code: "not_found" });
    return visit;
  };

  it("by its expiry has the contact and takes no response; the carrier stays assigned", async () => {
    const { token } = await dashboard.send({ days: 1 });
    const after = later(24 * 60);
    expect(await refused(token, after)).toEqual({
      state: "expired",
      contact: { name: "Ana Ruiz", phone: "+1 310 555 0142", email: "ana@example.com" },
    });
    expect(await stateNow(after)).toBe("expired");
    expect(await carriers()).toEqual(["Harbor Dray"]);
  });

  it("does not expire before the day after its planned pickup", async () => {
    await planPickup("2026-11-25T17:00:00.000Z");
    const { token, expiresAt } = await dashboard.send({ days: 1 });
    expect(expiresAt.toISOString()).toBe("2026-11-26T17:00:00.000Z");
    expect((await dashboard.open(token, new Date("2026-11-25T18:00:00Z"))).expiresAt).toEqual(expiresAt);
    expect((await dashboard.send({ days: 7 })).expiresAt).toEqual(later(7 * 24 * 60));
  });

  it("follows a pickup that is planned later, also once it has expired", async () => {
    const { token } = await dashboard.send({ days: 1 });
    const after = later(24 * 60);
    expect(await stateNow(after)).toBe("expired");
    await planPickup("2026-11-25T17:00:00.000Z");
    const end = new Date("2026-11-26T17:00:00.000Z");
    expect((await dashboard.open(token, after)).expiresAt).toEqual(end);
    expect(await stateNow(after)).toBe("sent");
    const whole = { ...NOTHING_PLANNED, containerId: "c-1", version: 1 };
    const pickup = { at: "2026-11-27T17:00:00.000Z", zone: ZONE };
    await savePlannedMove(ctx(), { ...whole, pickup });
    expect(await listed()).toMatchObject([{ expiresAt: "2026-11-28T17:00:00.000Z" }]);
    // An earlier plan takes no days from the carrier.
    await savePlannedMove(ctx(), { ...whole, version: 2, pickup: null });
    expect(await listed()).toMatchObject([{ expiresAt: "2026-11-28T17:00:00.000Z" }]);
  });

  it("is not extended for a carrier whose order was withdrawn", async () => {
    const { id, token } = await dashboard.send({ days: 1 });
    await withdrawWorkOrder(ctx(later(1)), { id });
    await planPickup("2026-11-25T17:00:00.000Z");
    expect((await refused(token, later(2))).state).toBe("withdrawn");
  });

  it("by its expiry keeps an acceptance", async () => {
    const { token } = await dashboard.send({ days: 1 });
    await accept(token);
    expect(await stateNow(later(48 * 60))).toBe("accepted");
  });

  it("by its withdrawal takes no response, has no row on the board, and is withdrawn once", async () => {
    const { id, token } = await dashboard.send();
    expect(await withdrawWorkOrder(ctx(later(1)), { id })).toBe(true);
    expect(await withdrawWorkOrder(ctx(later(2)), { id })).toBe(false);
    expect((await refused(token, later(3))).state).toBe("withdrawn");
    expect(await stateNow()).toBeNull();
    expect(await carriers()).toEqual(["Harbor Dray"]);
    expect(await findOrder(dashboard.db, id)).toBeNull();
    expect(await history()).toEqual(["Version 1 sent", "Version 1 withdrawn"]);
    await dashboard.send({}, later(5));
    expect(await listed()).toMatchObject([{ state: "sent" }, { state: null }]);
  });

  it("by the removal of its carrier takes no response, also after the carrier is assigned again", async () => {
    const { token } = await dashboard.send();
    await accept(token);
    await forgetRole(dashboard.db, "role-p-1");
    expect((await refused(token, later(15))).state).toBe("withdrawn");
    expect(await stateNow()).toBeNull();
    await dashboard.assign("p-1", "role-again");
    expect((await refused(token, later(16))).state).toBe("withdrawn");
    expect(await stateNow()).toBeNull();
    expect(await history()).toContain("Version 1 withdrawn: dray carrier removed");
    await forgetRole(dashboard.db, "role-again");
  });

  it("with the links of its sender waits for a new one", async () => {
    const { token } = await dashboard.send();
    const admin = testContext(dashboard.db, dashboard.ben, { now: later(5) });
    await revokeGivenOut(admin, { id: dashboard.ana.userId });
    expect((await refused(token, later(6))).state).toBe("withdrawn");
    expect(await stateNow()).toBe("expired");
    await dashboard.send({}, later(10));
    expect(await stateNow()).toBe("sent");
  });

  it("with the empty return keeps its last response and takes none", async () => {
    const { token } = await dashboard.send();
    await accept(token);
    await dashboard.tell({ empty_terminated_at: "2026-11-20T17:00:00Z" });
    await expect(decline(token, 1, later(30))).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await stateNow()).toBe("accepted");
  });

  it("never existed for an unknown token and one of another kind", async () => {
    expect(await visitOrder(dashboard.db, "A".repeat(43), NOW)).toEqual({ state: "unknown" });
    const { token } = await dashboard.send();
    await dashboard.pool.query("update access_tokens set kind = 'share'");
    expect(await visitOrder(dashboard.db, token, NOW)).toEqual({ state: "unknown" });
  });
});

it("writes nothing when an order is shown again unchanged", async () => {
  const { token } = await dashboard.send();
  await view(token);
  const before = await history();
  await view(token, later(9));
  expect(await history()).toEqual(before);
});
