import { formatContainerNumber } from "@/lib/contract/container-number";
import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, zoneAbbreviation } from "@/lib/domain/time/time-format";
import { TERM_LABELS } from "@/lib/domain/work-order/order-terms";
import type { OrderTerms } from "@/lib/domain/work-order/work-order";
import type { Locale } from "@/lib/platform/text/locale";
import type { OrderEvent, OrderEventKind, OrderPage } from "./rules";

/** ": planned pickup, delivery address". "" without any. */
export const changedTexts = (labels: readonly string[]): string =>
  labels.length > 0 ? `: ${labels.join(", ").toLowerCase()}` : "";

/** A time with its zone: "Fri, Nov 20, 2:00 PM PST". */
export const timeText = (locale: Locale, moment: Moment, now: Date): string =>
  `${formatMoment(locale, moment, now)} ${zoneAbbreviation(moment.zone, new Date(moment.at))}`;

/** Why a link opens no order, by the state of its visit. */
export const ENDED_TITLES = {
  unknown: "Link not found",
  replaced: "This link was replaced",
  expired: "This work order has expired",
  withdrawn: "This work order was withdrawn",
} as const;
type Ended = keyof typeof ENDED_TITLES;

export const ENDED_TEXTS: Record<Ended, string> = {
  unknown: "Check that you copied the whole link.",
  replaced: "A newer link was sent to you. Ask dispatch for it if you don’t have it.",
  expired: "It can’t be answered any more. Contact dispatch for a new link.",
  withdrawn: "The container is no longer assigned to you by this order. Contact dispatch with questions.",
};

export const endedText = ({ state }: { state: Ended }): string =>
  `${ENDED_TITLES[state]}. ${ENDED_TEXTS[state]}`;

/** What a carrier reads above its order. */
export function pageStateText({ state, expires, changed, last }: OrderPage): string {
  if (state === "moved") return "The container was returned. No response is needed.";
  if (state === "changed")
    return `The order changed since your response${changedTexts(changed)}. Accept or decline it again by ${expires}.`;
  if (state === "expired") return `Expired ${expires}.`;
  if (last) return last.text;
  return `Accept or decline by ${expires}.`;
}

const EVENT_TEXTS: Record<OrderEventKind, string> = {
  sent: "sent",
  viewed: "opened by the carrier",
  changed: "changed",
  accepted: "accepted",
  declined: "declined",
  withdrawn: "withdrawn",
  carrier_removed: "withdrawn: dray carrier removed",
};

/** An entry of the history: "Version 2 accepted: Sam Ortiz, truck 12". */
export function eventText({ kind, version, terms, detail }: OrderEvent): string {
  const more =
    kind === "changed" ? changedTexts(terms.map((id) => TERM_LABELS[id])) : detail && `: ${detail}`;
  return `Version ${version} ${EVENT_TEXTS[kind]}${more}`;
}

const CARRIER_EVENTS: readonly OrderEventKind[] = ["viewed", "accepted", "declined"];

/** The author of an entry of the history: a user, the carrier, or "" for a change of the plan or of reported facts. */
export const eventAuthor = ({ kind, by }: Pick<OrderEvent, "kind" | "by">, carrier: string): string =>
  CARRIER_EVENTS.includes(kind) ? carrier || "Dray carrier" : (by ?? "");

type Mail = {
  to: string;
  carrier: string;
  terms: OrderTerms;
  address: string;
  expires: string;
  sender: string;
};

/** The address that opens a mail with the link of an order. Without a known email it has no recipient yet. */
export function orderMail(
  locale: Locale,
  { to, carrier, terms, address, expires, sender }: Mail,
  now: Date,
): string {
  const number = formatContainerNumber(terms.number);
  const lines = [
    carrier && `${carrier},`,
    "",
    `Work order for container ${number}:`,
    terms.terminal.name && `Terminal: ${terms.terminal.name}`,
    terms.appointment && `Appointment: ${timeText(locale, terms.appointment, now)}`,
    terms.pickup && `Planned pickup: ${timeText(locale, terms.pickup, now)}`,
    terms.deliveryPlace && `Deliver to: ${terms.deliveryPlace}`,
    "",
    `Accept or decline by ${expires}:`,
    address,
    "",
    sender,
  ];
  const members = {
    subject: `Work order: container ${number}`,
    body: lines.filter((line) => line !== null).join("\r\n"),
  };
  // Not URLSearchParams, which writes spaces as "+": mail programs show them.
  const query = Object.entries(members).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(to).replace("%40", "@")}?${query.join("&")}`;
}
