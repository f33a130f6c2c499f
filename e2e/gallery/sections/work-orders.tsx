import { SharedFrame } from "@/components/sharing/pages/page-frame";
import { EndedOrder } from "@/components/work-orders/ended-order";
import { OrderView } from "@/components/work-orders/order-view";
import { SendOrderPanel } from "@/components/work-orders/send-panel";
import { WorkOrders } from "@/components/work-orders/work-orders";
import { hoursFromNow, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { PHONE, type Section } from "@/e2e/gallery/support/section";
import { appears, userEvent } from "@/e2e/gallery/support/user";
import {
  ACCEPTED_ORDER,
  CHANGED_ORDER,
  CONTACT,
  DECLINED_ORDER,
  listedOrder,
  ORDER,
  TERMS,
} from "@/e2e/gallery/support/work-orders";
import type { ListedOrder, OrderPage } from "@/lib/features/work-orders/rules";

const page = (id: string, order: OrderPage, width?: number): Section => ({
  id: `work-orders/${id}`,
  width,
  address: "/order/token",
  render: () => (
    <SharedFrame
      title="Work order MSKU 480796 9"
      company={{ name: "Harbor Freight Services", logoVersion: null }}
    >
      <OrderView order={order} address={`/api/order/${id}`} />
    </SharedFrame>
  ),
});

const CARRIERS = [
  { roleId: "r-1", partyId: "p-1", name: "Harbor Dray" },
  { roleId: "r-2", partyId: "p-2", name: "Keystone Dray" },
];

const listed = (id: string, orders: readonly ListedOrder[], play?: Section["play"]): Section => ({
  id: `work-orders/${id}`,
  width: 380,
  render: () => (
    <WorkOrders
      containerId="c-1"
      drayCarriers={CARRIERS}
      orders={orders}
      deliveryPlace={TERMS.deliveryPlace}
      emails={{ "p-1": "dispatch@harbor.example.com" }}
      contact={CONTACT}
      now={NOW}
      actions={{ send: async () => ({ problem: null, fields: {} }), withdraw: saved }}
    />
  ),
  play,
});

const draft = {
  containerId: "c-1",
  carrier: { partyId: "p-1", name: "Harbor Dray" },
  email: "dispatch@harbor.example.com",
  deliveryPlace: TERMS.deliveryPlace,
  instructions: "Ask for Dana at dock 14.",
  contact: CONTACT,
};
type Send = Parameters<typeof SendOrderPanel>[0]["send"];

const panel = (id: string, send: Send, isSentAgain = false, play?: Section["play"]): Section => ({
  id: `work-orders/${id}`,
  width: 760,
  height: 760,
  render: () => <SendOrderPanel draft={{ ...draft, isSentAgain }} send={send} onClose={() => undefined} />,
  play,
});

const createUntil = (shown: string) => async () => {
  await userEvent.click("Create link");
  await appears(shown);
};

export const sections: Section[] = [
  page("sent", ORDER),
  page("sent-phone", ORDER, PHONE),
  page("accepted-phone", ACCEPTED_ORDER, PHONE),
  page("changed-phone", CHANGED_ORDER, PHONE),
  page("declined", DECLINED_ORDER),
  page("returned-phone", { ...ACCEPTED_ORDER, state: "returned" }, PHONE),
  {
    id: "work-orders/expired-phone",
    width: PHONE,
    height: 667,
    render: () => <EndedOrder state="expired" contact={CONTACT} />,
  },
  {
    id: "work-orders/withdrawn",
    height: 500,
    render: () => <EndedOrder state="withdrawn" contact={CONTACT} />,
  },
  listed("none", []),
  listed("responses", [
    listedOrder({
      state: "accepted",
      viewedAt: hoursFromNow(-2),
      respondedAt: hoursFromNow(-1),
      driver: "Sam Ortiz",
      truck: "Unit 12",
      eta: { at: "2026-11-19T17:15:00.000Z", zone: "America/Los_Angeles" },
    }),
    listedOrder({
      id: "00000000-0000-4000-8000-000000000002",
      partyId: "p-2",
      carrier: "Keystone Dray",
      state: "changed",
      changed: ["pickup", "deliveryPlace"],
      viewedAt: hoursFromNow(-2),
      respondedAt: hoursFromNow(-1),
      events: [],
    }),
  ]),
  panel("send", async () => ({ problem: null, fields: {} }), true),
  panel(
    "send-refused",
    async () => ({ problem: null, fields: { contactPhone: "Enter a phone number." } }),
    false,
    createUntil("[role=alert]"),
  ),
  panel(
    "link",
    async () => ({
      sent: {
        id: "00000000-0000-4000-8000-000000000001",
        address: "http://127.0.0.1:3000/order/jKb0Yz0y6b9iQq8m8j1l5wTz3cX2vB4nM6aS8dF0gHk",
        carrier: "Harbor Dray",
        terms: TERMS,
        expiresAt: hoursFromNow(72),
        zone: "America/Los_Angeles",
      },
    }),
    false,
    createUntil("[aria-label=Link]"),
  ),
];
