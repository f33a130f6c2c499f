import { formatContainerNumber } from "@/lib/contract/container-number";
import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, zoneAbbreviation } from "@/lib/domain/time/time-format";
import { type OrderState, orderState } from "@/lib/domain/work-order/order-state";
import { TERM_LABELS, type TermId } from "@/lib/domain/work-order/order-terms";
import type { OrderTerms } from "@/lib/domain/work-order/work-order";
import { withoutBidiControls } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";
import type { ListedOrder, OrderEvent, OrderEventKind, OrderPage } from "./rules";

/** ": planned pickup, delivery address". "" without any. */
export const changedTexts = (labels: readonly string[]): string =>
  labels.length > 0 ? `: ${labels.join(", ").toLowerCase()}` : "";

/** A time with its zone: "Fri, Nov 20, 2:00 PM PST". */
export const timeText = (locale: Locale, moment: Moment, now: Date): string =>
  `${formatMoment(locale, moment, now)} ${zoneAbbreviation(moment.zone, new Date(moment.at))}`;

const UNKNOWN = { title: "Link not found", text: "Check that you copied the whole link." };
const ENDED = {
  title: "This link has ended",
  text: "The work order expired, was withdrawn or was sent again with a newer link, or your company was removed from the container. Contact dispatch before you go to the terminal.",
};

/** The page of a link that opens no order. It is the same for each reason why a link ended. */
export const endedPage = (state: "unknown" | "replaced" | "expired" | "withdrawn"): typeof ENDED =>
  state === "unknown" ? UNKNOWN : ENDED;

export function endedText({ state }: { state: Parameters<typeof endedPage>[0] }): string {
  const { title, text } = endedPage(state);
  return `${title}. ${text}`;
}

/** What a carrier reads above its order. */
export function pageStateText({ state, expires, changed, last }: OrderPage): string {
  if (state === "returned") return "The container was returned. No response is needed.";
  if (state === "changed")
    return `The order changed since your response${changedTexts(changed)}. Accept or decline it again by ${expires}.`;
  if (state === "expired") return `Expired ${expires}.`;
  if (last) return last.text;
  return `Accept or decline by ${expires}.`;
}

/** What changed since the version that a page showed before. `changed` undefined: not known. */
export function newerVersionText(version: number, changed: readonly TermId[] | undefined): string {
  if (changed?.length === 0)
    return `This order was changed and changed back since you opened it. You now see version ${version}.`;
  const labels = changedTexts((changed ?? []).map((id) => TERM_LABELS[id]));
  return `This order changed since you opened it${labels}. You now see version ${version}.`;
}

const ENDING: Partial<Record<OrderState, string>> = {
  sent: "The sent work order ends.",
  accepted: "The accepted work order ends.",
  changed: "The work order that waits for a new response ends.",
};

/** What forms about a carrier know of a container's work orders. */
export type CarrierOrder = Pick<ListedOrder, "partyId" | "state" | "expiresAt">;

/** The work order of a carrier whose link has not ended. */
export const openOrderOf = (orders: readonly CarrierOrder[], partyId: string): CarrierOrder | undefined =>
  orders.find((order) => order.partyId === partyId && order.state !== null);

/** What happens to a work order when its carrier is removed from the container. Null if it has ended before. */
export function orderEndsText({ state, expiresAt }: CarrierOrder, now: Date): string | null {
  const text = state && ENDING[orderState({ state, expiresAt }, now)];
  return text ? `${text} Its link can’t be restored.` : null;
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
  const query = Object.entries(members).map(
    ([name, text]) => `${name}=${encodeURIComponent(withoutBidiControls(text))}`,
  );
  return `mailto:${encodeURIComponent(to).replace("%40", "@")}?${query.join("&")}`;
}
