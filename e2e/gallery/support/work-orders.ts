import type { OrderTerms } from "@/lib/domain/work-order/work-order";
import type { ListedOrder, OrderContact, OrderPage } from "@/lib/features/work-orders/rules";
import { hoursFromNow } from "./data";

export const CONTACT: OrderContact = { name: "Ana Ruiz", phone: "+1 310 555 0142", email: "ana@example.com" };

/** An order that its carrier has not responded to. */
export const ORDER: OrderPage = {
  version: 1,
  state: "sent",
  carrier: "Harbor Dray",
  number: "MSKU 480796 9",
  equipment: "40′ high cube",
  expires: "Fri, Nov 20, 2:00 PM PST",
  changed: [],
  differences: {},
  last: null,
  sections: [
    {
      title: "Pickup",
      facts: [
        { label: "Terminal", value: "APM Pier 400" },
        { label: "Address", value: "2500 Navy Way, San Pedro, CA 90731", place: true },
        { label: "Appointment", value: "Thu, Nov 19, 10:00 AM PST" },
        { label: "Planned pickup", value: "Thu, Nov 19, 9:30 AM PST", term: "pickup" },
        { label: "Gate hours", value: "Thu, Nov 19: 7:00 AM–4:30 PM" },
        { label: "Last free day", value: "Fri, Nov 20" },
      ],
    },
    {
      title: "Delivery",
      facts: [
        {
          label: "Deliver to",
          value: "Northwind Outdoor, 4100 Jurupa St, Ontario, CA 91761",
          place: true,
        },
        { label: "Planned", value: "Thu, Nov 19, 3:00 PM PST" },
      ],
    },
    { title: "Empty return", facts: [{ label: "Return to", value: "Pier T", place: true }] },
    {
      title: "Instructions",
      facts: [],
      text: "Check in at the north gate.\nAsk for Dana at dock 14.",
      term: "instructions",
    },
    {
      title: "Container",
      facts: [
        { label: "Number", value: "MSKU 480796 9" },
        { label: "References", value: "PO-88120" },
      ],
    },
  ],
  contact: CONTACT,
  gateCity: "Los Angeles",
  zone: "America/Los_Angeles",
};

const RESPONSE = {
  respondedAt: hoursFromNow(-1),
  driver: "Sam Ortiz",
  truck: "Unit 12",
  eta: "2026-11-19T09:15",
  reason: "",
};

export const ACCEPTED_ORDER: OrderPage = {
  ...ORDER,
  state: "accepted",
  last: { ...RESPONSE, response: "accepted", text: "Accepted Wed, Nov 18, 10:10 AM PST." },
};

export const DECLINED_ORDER: OrderPage = {
  ...ORDER,
  state: "declined",
  last: {
    ...RESPONSE,
    response: "declined",
    driver: "",
    truck: "",
    eta: "",
    reason: "No chassis until Monday.",
    text: "Declined Wed, Nov 18, 10:10 AM PST: No chassis until Monday.",
  },
};

/** The order after its planned pickup changed before its carrier responded. */
export const NEWER_ORDER: OrderPage = {
  ...ORDER,
  version: 2,
  differences: { 1: ["pickup"] },
  sections: ORDER.sections.map((section) => ({
    ...section,
    facts: section.facts.map((fact) =>
      fact.term === "pickup" ? { ...fact, value: "Thu, Nov 19, 4:45 PM PST" } : fact,
    ),
  })),
};

export const CHANGED_ORDER: OrderPage = {
  ...ACCEPTED_ORDER,
  version: 2,
  state: "changed",
  changed: ["Planned pickup", "Instructions"],
  differences: { 1: ["pickup", "instructions"] },
  sections: ORDER.sections.map((section) => ({
    ...section,
    facts: section.facts.map((fact) =>
      fact.label === "Planned pickup" ? { ...fact, isChanged: true as const } : fact,
    ),
  })),
};

export const TERMS: OrderTerms = {
  number: "MSKU4807969",
  equipment: "40′ high cube",
  terminal: { name: "APM Pier 400", address: null },
  appointment: null,
  pickup: { at: "2026-11-19T17:30:00.000Z", zone: "America/Los_Angeles" },
  delivery: null,
  deliveryPlace: "4100 Jurupa St, Ontario, CA 91761",
  emptyReturn: null,
  emptyReturnPlace: "",
  references: [],
  instructions: "",
};

/** An order as the container's page lists it. */
export const listedOrder = (change: Partial<ListedOrder> = {}): ListedOrder => ({
  id: "00000000-0000-4000-8000-000000000001",
  partyId: "p-1",
  carrier: "Harbor Dray",
  version: 1,
  instructions: "Ask for Dana at dock 14.",
  zone: "America/Los_Angeles",
  sentAt: hoursFromNow(-3),
  sentBy: "Ana Ruiz",
  expiresAt: hoursFromNow(48),
  viewedAt: null,
  respondedAt: null,
  driver: "",
  truck: "",
  eta: null,
  state: "sent",
  changed: [],
  declineReason: "",
  withdrawnAt: null,
  events: [
    {
      id: 1,
      at: hoursFromNow(-3),
      kind: "sent",
      version: 1,
      by: "Ana Ruiz",
      terms: [],
      detail: "",
    },
  ],
  ...change,
});
