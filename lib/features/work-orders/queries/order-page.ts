import { formatContainerNumber } from "@/lib/contract/container-number";
import { boardRow } from "@/lib/domain/board-row/board-row";
import type { Container } from "@/lib/domain/container/container-facts";
import { isEmptyReturned, isPickedUp, pickupCity, pickupPlace } from "@/lib/domain/container/pickup";
import { gateDay } from "@/lib/domain/deadlines/gate-day";
import { asTyped } from "@/lib/domain/time/local-time-input";
import type { Moment } from "@/lib/domain/time/moment";
import { formatWeekday } from "@/lib/domain/time/time-format";
import { localDate } from "@/lib/domain/time/zoned-time";
import { orderState, storedOrderState } from "@/lib/domain/work-order/order-state";
import { changedTerms, orderTerms, TERM_LABELS, type TermId } from "@/lib/domain/work-order/order-terms";
import type { OrderTerms } from "@/lib/domain/work-order/work-order";
import { rangesText } from "@/lib/features/moves/rules/terminal-hours";
import { timeText } from "@/lib/features/work-orders/messages";
import type { OrderFact, OrderPage, OrderSection } from "@/lib/features/work-orders/rules";
import type { Executor } from "@/lib/platform/database/client";
import type { Locale } from "@/lib/platform/text/locale";
import { contactOf, findTerms, listDifferences, type OpenOrder, type StoredOrder } from "./open-order";

type At = { locale: Locale; now: Date };

/** The gate hours on the day of the pickup, and the last free day: what the carrier must know, but does not accept. */
function pickupFacts(container: Container, terms: OrderTerms, { locale, now }: At): OrderFact[] {
  const { facility, zone } = pickupPlace(container);
  if (isPickedUp(container)) return [];
  const { deadline, yardSpot } = boardRow(container);
  const schedule = container.team.gates.find(({ facilityId }) => facilityId === facility?.id) ?? null;
  const gates = gateDay(schedule, zone, [terms.pickup, terms.appointment], now);
  const facts: OrderFact[] = [];
  if (yardSpot?.trim()) facts.push({ label: "Yard location", value: yardSpot.trim() });
  if (gates) {
    const holiday = gates.name && ` (${gates.name})`;
    const value = `${formatWeekday(locale, gates.on)}: ${rangesText(locale, gates.open)}${holiday}`;
    facts.push({ label: "Gate hours", value });
  }
  if (deadline.state === "applies" && deadline.governing) {
    const today = localDate(now, deadline.governing.zone);
    facts.push({ label: "Last free day", value: formatWeekday(locale, deadline.governing.on, today) });
  }
  return facts;
}

/** The order as its page and its PDF show it. `changed`: the terms to mark. `differing`: those that a page may mark. */
function orderSections(
  container: Container,
  terms: OrderTerms,
  { changed, differing }: { changed: readonly TermId[]; differing: readonly TermId[] },
  at: At,
): OrderSection[] {
  const { locale, now } = at;
  const fact = (id: TermId, label: string, value: string | null, place = false): OrderFact[] => {
    const isChanged = changed.includes(id);
    if (!value && !isChanged && !differing.includes(id)) return [];
    const made: OrderFact = { label, value: value || "none", term: id };
    if (!value) made.isAbsent = true;
    if (place && value) made.place = true;
    if (isChanged) made.isChanged = true;
    return [made];
  };
  const time = (moment: Moment | null) => moment && timeText(locale, moment, now);
  const row = boardRow(container);
  const instructions: OrderSection = {
    title: "Instructions",
    facts: [],
    text: terms.instructions,
    term: "instructions",
  };
  if (changed.includes("instructions")) instructions.isChanged = true;
  const sections: OrderSection[] = [
    {
      title: "Pickup",
      facts: [
        ...fact("terminal", "Terminal", terms.terminal.name ?? "not reported"),
        ...fact("terminal", "Address", terms.terminal.address, true),
        ...fact("appointment", "Appointment", time(terms.appointment) ?? "none reported"),
        ...fact("pickup", "Planned pickup", time(terms.pickup)),
        ...pickupFacts(container, terms, at),
      ],
    },
    {
      title: "Delivery",
      facts: [
        ...fact("deliveryPlace", "Deliver to", terms.deliveryPlace, true),
        ...fact("delivery", "Planned", time(terms.delivery)),
      ],
    },
    {
      title: "Empty return",
      facts: [
        ...fact("emptyReturnPlace", "Return to", terms.emptyReturnPlace, true),
        ...fact("emptyReturn", "Planned", time(terms.emptyReturn)),
      ],
    },
    instructions,
    {
      title: "Container",
      facts: [
        ...fact("number", "Number", formatContainerNumber(terms.number)),
        ...fact("equipment", "Size and type", terms.equipment),
        ...fact("references", "References", terms.references.join(", ")),
        ...(row.billOfLading ? [{ label: "Bill of lading", value: row.billOfLading }] : []),
        ...(row.line.name ? [{ label: "Shipping line", value: row.line.name }] : []),
      ],
    },
  ];
  return sections.filter(
    ({ facts, text, isChanged, term }) =>
      facts.length > 0 || text || isChanged || (term !== undefined && differing.includes(term)),
  );
}

function lastResponse(order: StoredOrder, container: Container, { locale, now }: At): OrderPage["last"] {
  const { response, respondedAt, driver, truck, etaAt, declineReason: reason } = order;
  if (response === null || respondedAt === null) return null;
  const { zone } = pickupPlace(container);
  const when = timeText(locale, { at: respondedAt.toISOString(), zone }, now);
  const eta = etaAt ? asTyped(etaAt.toISOString(), zone) : "";
  const text = response === "accepted" ? `Accepted ${when}.` : `Declined ${when}: ${reason}`;
  return { response, respondedAt: respondedAt.toISOString(), driver, truck, eta, reason, text };
}

/** The page of an open order for its carrier, in the installation's locale. */
export async function loadOrderPage(
  executor: Executor,
  { order, container, carrier, expiresAt }: OpenOrder,
  at: At,
): Promise<OrderPage> {
  const { locale, now } = at;
  const terms = orderTerms(container, order.instructions);
  const respondedTerms =
    order.responseVersion === null ? null : await findTerms(executor, order.id, order.responseVersion);
  const changed = respondedTerms ? changedTerms(respondedTerms, terms) : [];
  const { zone } = pickupPlace(container);
  // Changed terms become a version of their own when they are shown.
  const version = changedTerms(order.terms, terms).length > 0 ? order.version + 1 : order.version;
  const differences = await listDifferences(executor, order.id, { version, terms });
  const differing = Object.values(differences).flat();
  const stored = storedOrderState(container, order);
  return {
    version,
    state: isEmptyReturned(container)
      ? "returned"
      : orderState({ state: stored, expiresAt: expiresAt.toISOString() }, now),
    carrier,
    number: formatContainerNumber(terms.number),
    equipment: terms.equipment ?? "size not reported",
    expires: timeText(locale, { at: expiresAt.toISOString(), zone }, now),
    changed: changed.map((id) => TERM_LABELS[id]),
    last: lastResponse(order, container, at),
    differences,
    sections: orderSections(container, terms, { changed, differing }, at),
    contact: contactOf(order),
    gateCity: pickupCity(container),
    zone,
  };
}
