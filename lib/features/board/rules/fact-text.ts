import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { type FactId, rowFact } from "@/lib/domain/board-row/row-facts";
import { formatCharges } from "@/lib/domain/charges/charges";
import { DEADLINE_SOURCE_LABELS } from "@/lib/domain/deadlines/deadline";
import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, formatWeekday } from "@/lib/domain/time/time-format";
import { localDate, zoneKnown } from "@/lib/domain/time/zoned-time";
import { type BoardWorkOrder, ORDER_STATE_LABELS } from "@/lib/domain/work-order/order-state";
import type { Locale } from "@/lib/platform/text/locale";

/** The change of a fact as it is stored, with the name of its author; null for a change that the service reported. */
export type ReportedFact = { fact: FactId; at: string; was: unknown; is: unknown; author: string | null };

/** A change as text: "Last free day", "Tue, Nov 24", "Thu, Nov 26", when (UTC text) and "Terminal". */
export type FactText = { label: string; was: string; is: string; at: string; source: string };

const NONE = "none";
const MAX_TEXT = 120;

/** The values of facts are those that `of` of `row-facts` made, so their types are known. */
type Deadline = Pick<BoardRow["deadline"], "governing" | "serviceNames"> & {
  sources: Pick<BoardRow["deadline"]["sources"][number], "source" | "on">[];
};

type TextOf = (value: never, locale: Locale, now: Date) => string;

const plain = (value: string | null): string => value || NONE;
const listed = (values: readonly string[] | null): string => values?.join(", ") || NONE;
const momentText = (moment: Moment | null, locale: Locale, now: Date): string => {
  if (!moment) return NONE;
  return `${formatMoment(locale, moment, now)}${zoneKnown(moment.zone) ? "" : " (zone unknown)"}`;
};

function deadlineText({ governing }: Deadline, locale: Locale, now: Date): string {
  return governing ? formatWeekday(locale, governing.on, localDate(now, governing.zone)) : NONE;
}

/** Every reported day, where the earliest one did not change. */
function sourcesText({ sources, serviceNames, governing }: Deadline, locale: Locale, now: Date): string {
  const day = (on: string) => formatWeekday(locale, on, localDate(now, governing?.zone ?? null));
  const days = sources.map(({ source, on }) => `${DEADLINE_SOURCE_LABELS[source]} ${day(on)}`);
  const service = serviceNames ? [`service ${day(serviceNames.on)}`] : [];
  const gate = governing?.lastGate ? [`last gate ${day(governing.lastGate.on)}`] : [];
  return listed([...days, ...service, ...gate]);
}

const holdsText = (holds: BoardRow["holds"]): string =>
  listed(holds.map(({ name, status }) => (status === "hold" ? name : `${name} ${status}`)));

const TEXTS: Record<FactId, { label: string; text: TextOf }> = {
  deadline: { label: "Last free day", text: deadlineText },
  returnDue: {
    label: "Return due",
    text: (due: { on: string | null } | null, locale, now) =>
      due?.on ? formatWeekday(locale, due.on, localDate(now, null)) : NONE,
  },
  holds: { label: "Holds", text: holdsText },
  availability: { label: "Availability", text: plain },
  appointment: { label: "Appointment", text: momentText },
  eta: { label: "ETA", text: momentText },
  charges: { label: "Charges", text: (charges: BoardRow["charges"]) => formatCharges(charges) },
  status: { label: "Status", text: plain },
  arrived: { label: "Arrived", text: momentText },
  gateOut: { label: "Gate out", text: momentText },
  emptyReturned: { label: "Empty returned", text: momentText },
  deletedUpstream: {
    label: "Record",
    text: (at: string | null) => (at ? "deleted by tracking service" : "at the tracking service"),
  },
  plannedPickup: { label: "Planned pickup", text: momentText },
  plannedDelivery: { label: "Planned delivery", text: momentText },
  plannedReturn: { label: "Planned empty return", text: momentText },
  driver: { label: "Driver", text: plain },
  carriers: { label: "Dray carrier", text: listed },
  workOrder: {
    label: "Work order",
    text: (order: Pick<BoardWorkOrder, "state" | "carrier"> | null) =>
      order ? [ORDER_STATE_LABELS[order.state], order.carrier].filter(Boolean).join(", ") : NONE,
  },
  followUp: {
    label: "Follow-up",
    text: (followUp: BoardRow["followUp"], locale, now) => {
      if (!followUp) return NONE;
      const { holdName, owner, nextCheckAt, zone } = followUp;
      const next = nextCheckAt ? [momentText({ at: nextCheckAt, zone }, locale, now)] : [];
      return listed([`${holdName}: ${owner}`, ...next]);
    },
  },
  note: { label: "Note", text: plain },
  number: { label: "Container number", text: plain },
  equipment: { label: "Size and type", text: plain },
  terminal: { label: "Terminal", text: plain },
  yardSpot: { label: "Yard spot", text: plain },
  line: { label: "Line", text: plain },
  vessel: {
    label: "Vessel",
    text: ({ name, voyage }: BoardRow["vessel"]) => listed([name, voyage].filter((part) => part !== null)),
  },
  port: { label: "Port", text: plain },
  destination: { label: "Inland destination", text: plain },
  references: { label: "References", text: listed },
  customer: { label: "Customer", text: plain },
  tags: { label: "Tags", text: listed },
};

const short = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1).trimEnd()}…` : text;

/** Where the facts of these kinds come from. A container past the port has them from its inland place. */
function sourceOf({ fact, author, was, is }: ReportedFact, isInland: boolean): string {
  const { kind, team } = rowFact(fact);
  if (author !== null) return author;
  if (fact === "deadline") {
    const source =
      (is as Deadline).governing?.source ?? (was as Deadline).governing?.source ?? "not_reported";
    return DEADLINE_SOURCE_LABELS[source];
  }
  if (fact === "returnDue") return "Per diem terms";
  if (fact === "workOrder") return "Work order";
  if (["hold", "availability", "fee", "appointment"].includes(kind) || fact === "yardSpot")
    return isInland ? "Rail ramp" : "Terminal";
  if (kind === "eta") return isInland ? "Rail carrier or line" : "Line";
  return team && kind !== "details" ? "Drayboard" : "Tracking service";
}

/** The text of a change. Times are in the zone of their place. `row`: the present row of the container. */
export function factText(
  locale: Locale,
  change: ReportedFact,
  row: Pick<BoardRow, "arrival">,
  now: Date,
): FactText {
  const { fact, at } = change;
  const { label, text } = TEXTS[fact];
  const of = (value: unknown) => text(value as never, locale, now);
  let [was, is] = [of(change.was), of(change.is)];
  if (was === is && fact === "deadline")
    [was, is] = [
      sourcesText(change.was as Deadline, locale, now),
      sourcesText(change.is as Deadline, locale, now),
    ];
  if (was === is) is = `${is}, details changed`;
  return {
    label,
    was: short(was),
    is: short(is),
    at,
    source: sourceOf(change, row.arrival.place === "inland"),
  };
}
