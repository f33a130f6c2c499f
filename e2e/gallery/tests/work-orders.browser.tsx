import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { testRow } from "@/components/board/test-row";
import { Parties } from "@/components/parties/container-parties";
import { currentUser } from "@/components/preferences/signed-in-user";
import { SharedLive } from "@/components/sharing/pages/live-refresh";
import { findFormDraft } from "@/components/ui/forms/drafts";
import { EndedOrder } from "@/components/work-orders/ended-order";
import { OrderView } from "@/components/work-orders/order-view";
import type { SendOrder } from "@/components/work-orders/send-data";
import { WorkOrders } from "@/components/work-orders/work-orders";
import { routerCalls } from "@/e2e/gallery/stand-ins/navigation";
import { api, type Reply, type Routes } from "@/e2e/gallery/support/api";
import { answering, hoursFromNow, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { rendered } from "@/e2e/gallery/support/rendered";
import {
  ACCEPTED_ORDER,
  CHANGED_ORDER,
  CONTACT,
  listedOrder,
  NEWER_ORDER,
  ORDER,
  TERMS,
} from "@/e2e/gallery/support/work-orders";
import { DEFAULT_PREFERENCES } from "@/lib/features/preferences/rules";
import type { ListedOrder, OrderPage } from "@/lib/features/work-orders/rules";

beforeEach(() => sessionStorage.clear());

const ADDRESS = "/api/order/token";
const DONE: Reply = { json: { saved: true } };
const show = (order: OrderPage, routes: Routes = {}) =>
  rendered(<OrderView order={order} address={ADDRESS} />, { width: 360, routes });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const sent = () => api.requests().map(({ path, body }) => ({ path, body: JSON.parse(body) }));

test("an order is accepted once by a double tap, with its version, driver, truck and ETA", async () => {
  let answer: (reply: Reply) => void = () => undefined;
  await show(ORDER, { [`${ADDRESS}/accept`]: () => new Promise<Reply>((resolve) => (answer = resolve)) });
  await page.getByLabelText(/^Driver name/).fill("Sam Ortiz");
  await page.getByLabelText(/^Truck/).fill("Unit 12");
  await page.getByLabelText(/^ETA to gate/).fill("2026-11-19T09:15");
  await expect.element(page.getByText("Local time in Los Angeles.")).toBeVisible();
  const size = (await button("Accept").findElement()).getBoundingClientRect();
  expect(size.height).toBeGreaterThanOrEqual(44);
  await button("Accept").click();
  await expect.element(button("Accept")).toBeDisabled();
  await expect.element(button("Decline")).toBeDisabled();
  answer(DONE);
  await expect.element(button("Accept")).toBeEnabled();
  expect(sent()).toEqual([
    {
      path: `${ADDRESS}/accept`,
      body: { version: 1, driver: "Sam Ortiz", truck: "Unit 12", eta: "2026-11-19T09:15" },
    },
  ]);
  expect(routerCalls.all()).toContainEqual({ call: "refresh", href: null });
});

test("declining needs a reason, which has the focus and is sent with the version", async () => {
  await show(CHANGED_ORDER, { [`${ADDRESS}/decline`]: DONE });
  await button("Decline").click();
  const reason = page.getByLabelText("Reason");
  await expect.element(reason).toHaveFocus();
  await button("Decline order").click();
  expect(api.requests()).toEqual([]);
  await reason.fill("No chassis until Monday.");
  await button("Decline order").click();
  await expect
    .poll(sent)
    .toEqual([{ path: `${ADDRESS}/decline`, body: { version: 2, reason: "No chassis until Monday." } }]);
});

test("a refused response says why, reads the page again, and keeps what was typed", async () => {
  const message = "This order changed: planned pickup. Check it, then respond again.";
  await show(ORDER, {
    [`${ADDRESS}/accept`]: { status: 409, json: { error: { code: "changed_meanwhile", message } } },
  });
  const driver = page.getByLabelText(/^Driver name/);
  await driver.fill("Sam Ortiz");
  await button("Accept").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(message);
  await expect.element(driver).toHaveValue("Sam Ortiz");
  expect(routerCalls.all()).toContainEqual({ call: "refresh", href: null });
});

test("an impossible ETA is refused at its field, which has the focus, and nothing typed is lost", async () => {
  const message = "The ETA has passed. Enter a later time.";
  await show(ORDER, {
    [`${ADDRESS}/accept`]: {
      status: 400,
      json: { error: { code: "bad_input", message, fields: { eta: message } } },
    },
  });
  const [driver, eta] = [page.getByLabelText(/^Driver name/), page.getByLabelText(/^ETA to gate/)];
  await driver.fill("Sam Ortiz");
  await eta.fill("2001-11-19T09:15");
  await button("Accept").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(message);
  await expect.element(eta).toHaveFocus();
  await expect.element(eta).toHaveAccessibleDescription(new RegExp(message));
  await expect.element(eta).toHaveValue("2001-11-19T09:15");
  await expect.element(driver).toHaveValue("Sam Ortiz");
});

test("a response by a link that ended says so, and what was typed stays", async () => {
  const message = "This link has ended. Contact dispatch.";
  await show(ORDER, {
    [`${ADDRESS}/accept`]: { status: 404, json: { error: { code: "not_found", message } } },
  });
  const driver = page.getByLabelText(/^Driver name/);
  await driver.fill("Sam Ortiz");
  await button("Accept").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(message);
  await expect.element(driver).toHaveValue("Sam Ortiz");
  expect(routerCalls.all()).not.toContainEqual({ call: "refresh", href: null });
});

test("what was typed stays when the carrier cancels to decline", async () => {
  await show(ORDER);
  const driver = page.getByLabelText(/^Driver name/);
  await driver.fill("Sam Ortiz");
  await button("Decline").click();
  await expect.element(page.getByLabelText("Reason")).toHaveFocus();
  await expect.element(driver).not.toBeVisible();
  await button("Cancel").click();
  await expect.element(driver).toHaveValue("Sam Ortiz");
});

test("a changed order names what changed and asks again; an accepted one offers to change the driver", async () => {
  const shown = await show(CHANGED_ORDER);
  const state = page.getByRole("status").first();
  await expect.element(state).toHaveTextContent("changed since your response: planned pickup, instructions");
  await expect.element(page.getByText("changed", { exact: true })).toBeVisible();
  await expect.element(button("Accept")).toBeVisible();
  shown.again(<OrderView order={ACCEPTED_ORDER} address={ADDRESS} />);
  await expect.element(state).toHaveTextContent("Accepted Wed, Nov 18, 10:10 AM PST.");
  await expect.element(button("Save driver and ETA")).toBeVisible();
  await expect.element(page.getByLabelText(/^Driver name/)).toHaveValue("Sam Ortiz");
});

const pickup = (order: OrderPage) =>
  order.sections[0]?.facts.find(({ term }) => term === "pickup")?.value ?? "";
const factOf = (label: string) =>
  [...document.querySelectorAll("dt")].find((term) => term.textContent === label)?.nextElementSibling
    ?.textContent;
const NEWER = "This order changed since you opened it: planned pickup. You now see version 2.";

test("an order without a response that changes on the open page says so, marks what changed, and accepts what is shown", async () => {
  const shown = await show(ORDER, { [`${ADDRESS}/accept`]: DONE });
  await expect.poll(() => factOf("Planned pickup")).toBe(pickup(ORDER));
  expect(document.body.textContent).not.toContain("since you opened it");
  await page.getByLabelText(/^Driver name/).fill("Sam Ortiz");
  shown.again(<OrderView order={NEWER_ORDER} address={ADDRESS} />);
  await expect.element(page.getByRole("status").first()).toHaveTextContent(NEWER);
  await expect.poll(() => factOf("Planned pickup")).toBe(`${pickup(NEWER_ORDER)}changed`);
  expect(page.getByText("changed", { exact: true }).elements()).toHaveLength(1);
  await expect.element(page.getByText(`${NEWER} Check it before you respond.`)).toBeVisible();
  await expect.element(button("Accept")).toHaveAccessibleDescription(`${NEWER} Check it before you respond.`);
  await button("Accept").click();
  await expect.poll(sent).toMatchObject([{ body: { version: 2, driver: "Sam Ortiz" } }]);
  shown.again(
    <OrderView order={{ ...NEWER_ORDER, state: "accepted", last: ACCEPTED_ORDER.last }} address={ADDRESS} />,
  );
  await expect.element(button("Save driver and ETA")).toBeVisible();
  expect(document.body.textContent).not.toContain("since you opened it");
  expect(page.getByText("changed", { exact: true }).elements()).toHaveLength(0);
});

test("a change after a response is named once above, and at the form", async () => {
  const shown = await show(ACCEPTED_ORDER);
  await expect.element(button("Save driver and ETA")).toBeVisible();
  shown.again(<OrderView order={CHANGED_ORDER} address={ADDRESS} />);
  await expect
    .element(page.getByRole("status").first())
    .toHaveTextContent(
      `The order changed since your response: planned pickup, instructions. Accept or decline it again by ${ORDER.expires}.`,
    );
  expect(page.getByText(/since you opened it/).elements()).toHaveLength(1);
  await expect.element(page.getByText(/Check it before you respond/)).toBeVisible();
});

test("a reload of the tab still says that the order changed, also when a term was removed or restored", async () => {
  const shown = await show(ORDER);
  await expect.poll(() => sessionStorage.length).toBe(1);
  shown.leave();
  const removed: OrderPage = {
    ...ORDER,
    version: 2,
    differences: { 1: ["deliveryPlace"] },
    sections: [
      {
        title: "Delivery",
        facts: [{ label: "Deliver to", value: "none", term: "deliveryPlace", isAbsent: true }],
      },
    ],
  };
  const again = await show(removed);
  await expect.element(page.getByRole("status").first()).toHaveTextContent("delivery address");
  await expect.poll(() => factOf("Deliver to")).toBe("nonechanged");
  again.again(<OrderView order={{ ...ORDER, version: 3, differences: { 1: [] } }} address={ADDRESS} />);
  await expect
    .element(page.getByRole("status").first())
    .toHaveTextContent("changed and changed back since you opened it. You now see version 3.");
});

test("an order that ended, and one whose container was returned, have no buttons", async () => {
  const shown = await rendered(<EndedOrder state="expired" contact={CONTACT} />, { width: 360 });
  await expect.element(page.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  await expect.element(page.getByText(/your company was removed from the container/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Call dispatch" })).toBeVisible();
  expect(document.querySelectorAll("button, form")).toHaveLength(0);
  shown.again(<EndedOrder state="withdrawn" contact={CONTACT} />);
  await expect.element(page.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  expect(document.querySelectorAll("button, form")).toHaveLength(0);
  shown.again(<OrderView order={{ ...ACCEPTED_ORDER, state: "returned" }} address={ADDRESS} />);
  await expect.element(page.getByText("No response is needed.")).toBeVisible();
  expect(document.querySelectorAll("button, form")).toHaveLength(0);
});

const LINK = "http://127.0.0.1:3000/order/token";
const CARRIER = { roleId: "r-1", partyId: "p-1", name: "Harbor Dray" };

async function openContainer(orders: readonly ListedOrder[], role: "dispatcher" | "viewer" = "dispatcher") {
  const send = vi.fn<SendOrder>(async () => ({
    sent: {
      id: "order-1",
      address: LINK,
      carrier: "Harbor Dray",
      terms: TERMS,
      expiresAt: hoursFromNow(72),
      zone: "America/Los_Angeles",
    },
  }));
  await rendered(
    <WorkOrders
      containerId="c-1"
      drayCarriers={[CARRIER]}
      orders={orders}
      deliveryPlace="4100 Jurupa St, Ontario, CA 91761"
      emails={{ "p-1": "dispatch@harbor.example.com" }}
      contact={CONTACT}
      now={NOW}
      actions={{ send, withdraw: saved }}
    />,
    { role },
  );
  return send;
}

test("a work order is sent with the stored address and contact, and its link can be copied, mailed and printed", async () => {
  const send = await openContainer([]);
  await page.getByRole("button", { name: "Send work order to Harbor Dray" }).click();
  const dialog = page.getByRole("dialog", { name: "Work order for Harbor Dray" });
  await expect.element(dialog.getByLabelText(/^Delivery address/)).toHaveFocus();
  await dialog.getByLabelText(/^Instructions/).fill("Ask for Dana.");
  await userEvent.selectOptions(dialog.getByLabelText("Expires after"), "7 days");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const created = page.getByRole("dialog", { name: "Work order link" });
  await expect.element(created.getByLabelText("Link", { exact: true })).toHaveValue(LINK);
  expect(send).toHaveBeenCalledExactlyOnceWith({
    containerId: "c-1",
    partyId: "p-1",
    deliveryPlace: "4100 Jurupa St, Ontario, CA 91761",
    wasDeliveryPlace: "4100 Jurupa St, Ontario, CA 91761",
    instructions: "Ask for Dana.",
    contactName: "Ana Ruiz",
    contactPhone: "+1 310 555 0142",
    contactEmail: "ana@example.com",
    days: 7,
  });
  const mail =
    (await created.getByRole("link", { name: "Open email" }).findElement()).getAttribute("href") ?? "";
  expect(mail).toMatch(/^mailto:dispatch@harbor\.example\.com\?subject=Work%20order/);
  expect(decodeURIComponent(mail)).toContain(LINK);
  await expect
    .element(created.getByRole("link", { name: "Download PDF" }))
    .toHaveAttribute("href", "/api/work-orders/order-1/pdf");
});

test("a refused field is named, and what was typed stays", async () => {
  const send = await openContainer([]);
  send.mockResolvedValueOnce({ problem: null, fields: { contactPhone: "Enter a phone number." } });
  await page.getByRole("button", { name: "Send work order to Harbor Dray" }).click();
  const phone = page.getByLabelText(/^Phone/);
  await phone.fill("call me");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Enter a phone number.");
  await expect.element(phone).toHaveValue("call me");
  await expect.element(phone).toHaveFocus();
});

test("the text of an order that was refused survives a reload, and is removed once the order is sent", async () => {
  currentUser.begin({ userId: "ana", preferences: DEFAULT_PREFERENCES, keep: async () => null });
  const draft = () => findFormDraft("ana", "work-order c-1 p-1");
  const send = await openContainer([]);
  send.mockResolvedValueOnce({ problem: "The database is not responding.", fields: {} });
  await page.getByRole("button", { name: "Send work order to Harbor Dray" }).click();
  await page.getByLabelText(/^Instructions/).fill("Ask for Dana.");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  expect(draft()?.typed).toEqual({ instructions: "Ask for Dana." });
  await page.getByRole("button", { name: "Send work order to Harbor Dray" }).click();
  await expect.element(page.getByLabelText(/^Instructions/)).toHaveValue("Ask for Dana.");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect.element(page.getByRole("dialog", { name: "Work order link" })).toBeVisible();
  expect(draft()).toBeNull();
  currentUser.end();
});

test("a page whose link has ended keeps a form with typed text, and says that it ended", async () => {
  let version = "1";
  const view = (live: boolean) => (
    <>
      {live && <SharedLive address={ADDRESS} version="1" readAt={0} />}
      <OrderView order={ORDER} address={ADDRESS} />
    </>
  );
  const shown = await rendered(view(false), {
    width: 360,
    routes: { [ADDRESS]: () => ({ json: { version } }) },
  });
  await page.getByLabelText(/^Driver name/).fill("Sam Ortiz");
  shown.again(view(true));
  await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
  version = "ended";
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByText("This link has ended.")).toBeVisible();
  await expect.element(page.getByLabelText(/^Driver name/)).toHaveValue("Sam Ortiz");
  expect(routerCalls.all()).not.toContainEqual({ call: "refresh", href: null });
});

test("a change of the address by another user while the form is open is a conflict, also when the page is refreshed", async () => {
  const message = "Ben changed the delivery address to “Dock 9”. Check it, then send again.";
  const send = vi.fn<SendOrder>(async () => ({ problem: null, fields: { deliveryPlace: message } }));
  const container = (deliveryPlace: string) => (
    <WorkOrders
      containerId="c-1"
      drayCarriers={[CARRIER]}
      orders={[]}
      deliveryPlace={deliveryPlace}
      emails={{}}
      contact={CONTACT}
      now={NOW}
      actions={{ send, withdraw: saved }}
    />
  );
  const shown = await rendered(container("Dock 4"), { role: "dispatcher" });
  await page.getByRole("button", { name: "Send work order to Harbor Dray" }).click();
  const place = page.getByLabelText(/^Delivery address/);
  await place.fill("Dock 5");
  shown.again(container("Dock 9"));
  const create = page.getByRole("button", { name: "Create link" });
  await create.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(message);
  await expect.element(place).toHaveValue("Dock 5");
  await expect.element(place).toHaveFocus();
  await create.click();
  await expect.poll(() => send.mock.calls.length).toBe(2);
  expect(
    send.mock.calls.map(([{ wasDeliveryPlace, deliveryPlace }]) => [wasDeliveryPlace, deliveryPlace]),
  ).toEqual([
    ["Dock 4", "Dock 5"],
    ["Dock 9", "Dock 5"],
  ]);
});

test("the container shows the response and its history; a viewer can only read", async () => {
  const declined = listedOrder({
    state: "declined",
    declineReason: "No chassis until Monday.",
    respondedAt: hoursFromNow(-1),
    viewedAt: hoursFromNow(-2),
    events: [
      {
        id: 2,
        at: hoursFromNow(-1),
        kind: "declined",
        version: 1,
        by: null,
        terms: [],
        detail: "No chassis until Monday.",
      },
    ],
  });
  await openContainer([declined], "viewer");
  await expect.element(page.getByText("Declined", { exact: true })).toBeVisible();
  await expect.element(page.getByText("No chassis until Monday.", { exact: true })).toBeVisible();
  await page.getByText("Work order history").click();
  await expect.element(page.getByText("Version 1 declined: No chassis until Monday.")).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

test("a dray carrier that is assigned twice is listed once", async () => {
  await rendered(
    <WorkOrders
      containerId="c-1"
      drayCarriers={[CARRIER, { ...CARRIER, roleId: "r-2" }]}
      orders={[]}
      deliveryPlace=""
      emails={{}}
      contact={CONTACT}
      now={NOW}
      actions={{ send: vi.fn<SendOrder>(), withdraw: saved }}
    />,
    { role: "dispatcher" },
  );
  await expect.element(page.getByRole("button", { name: "Send work order to Harbor Dray" })).toBeVisible();
  expect(document.querySelectorAll("[data-work-order]")).toHaveLength(1);
});

test("an order that waits for its response expires while the page is open", async () => {
  await openContainer([listedOrder({ expiresAt: hoursFromNow(-0.1) })]);
  await expect.element(page.getByText("Expired", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send again to Harbor Dray" })).toBeVisible();
});

async function openParties(orders: readonly ListedOrder[], drayCarriers = [CARRIER]) {
  const remove = vi.fn(answering({ done: "Dray carrier removed." }));
  await rendered(
    <Parties
      row={testRow("c-1", { drayCarriers })}
      rolesAsOf={hoursFromNow(-1)}
      parties={[]}
      contacts={{}}
      orders={orders}
      assignAction={saved}
      removeAction={remove}
    />,
    {
      role: "dispatcher",
      routes: { "/api/containers/c-1/carrier": { json: { assigned: [{ ...CARRIER, roleId: "r-9" }] } } },
    },
  );
  return remove;
}

test("a dray carrier whose order is accepted is removed after a question, and can be assigned again", async () => {
  const remove = await openParties([listedOrder({ state: "accepted" })]);
  const cross = page.getByRole("button", { name: "Remove Harbor Dray" });
  await cross.click();
  const question = page.getByRole("alert");
  await expect
    .element(question)
    .toHaveTextContent("Remove Harbor Dray? The accepted work order ends. Its link can’t be restored.");
  await expect.element(button("Cancel")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(cross).toHaveFocus();
  expect(remove).not.toHaveBeenCalled();
  await cross.click();
  await button("Remove").click();
  await expect.poll(() => remove.mock.calls[0]?.[1].get("roleId")).toBe("r-1");
  await expect.element(page.getByText("Dray carrier removed.")).toBeVisible();
  await button("Undo").click();
  await expect
    .element(page.getByText("Undone: Harbor Dray is assigned again. Send a new work order."))
    .toBeVisible();
  expect(sent()).toEqual([
    {
      path: "/api/containers/c-1/carrier",
      body: { party: { id: "p-1", name: "Harbor Dray" }, replaced: [], seen: [] },
    },
  ]);
});

test.each([
  { name: "sent", orders: [listedOrder()], asks: true },
  { name: "declined", orders: [listedOrder({ state: "declined" })], asks: false },
  { name: "expired", orders: [listedOrder({ expiresAt: hoursFromNow(-1) })], asks: false },
  { name: "withdrawn", orders: [listedOrder({ state: null })], asks: false },
])("a dray carrier whose order is $name: the removal asks first: $asks", async ({ orders, asks }) => {
  const remove = await openParties(orders);
  await page.getByRole("button", { name: "Remove Harbor Dray" }).click();
  if (asks) await expect.element(page.getByRole("alert")).toHaveTextContent(/The sent work order ends/);
  else await expect.element(page.getByText("Dray carrier removed.")).toBeVisible();
  expect(remove).toHaveBeenCalledTimes(asks ? 0 : 1);
});

test("the form to assign a carrier says which work order ends when it replaces one", async () => {
  await openParties([listedOrder({ state: "accepted" })]);
  const text = page.getByText(
    "If you replace Harbor Dray: The accepted work order ends. Its link can’t be restored.",
  );
  await page.getByRole("radio", { name: "Replace Harbor Dray" }).click();
  await expect.element(text).toBeVisible();
  await page.getByRole("radio", { name: "Add" }).click();
  await expect.element(text).not.toBeInTheDocument();
});
