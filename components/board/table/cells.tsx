import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Tag } from "@/components/ui/tag";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { whyToday } from "@/lib/domain/board-row/why-today";
import { formatCharges } from "@/lib/domain/charges/charges";
import { shortTerminalName } from "@/lib/domain/container/terminal-name";
import { type ReturnTone, returnText } from "@/lib/domain/deadlines/per-diem";
import type { Moment } from "@/lib/domain/time/moment";
import { formatWeekday } from "@/lib/domain/time/time-format";
import { isDay } from "@/lib/domain/time/zoned-time";
import { type BoardColumnId, fieldOf, fieldSlug, isColumnId } from "@/lib/features/board/rules/columns";
import { containerHref } from "@/lib/features/containers/urls";
import { joined } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";
import {
  appointmentText,
  chargeKinds,
  chargesText,
  checkedText,
  DELETED_UPSTREAM,
  DELETED_UPSTREAM_SHORT,
  deadlineText,
  etaChangeText,
  etaText,
  followUpText,
  gateOutText,
  inlandText,
  plannedText,
  referencesText,
  releaseText,
  type TwoLines,
  vesselText,
  workOrderText,
} from "./cell-text";
import { daysLeftAt, leftTooltip } from "./days-left";
import { isReasonBelow, Release } from "./readiness-cell";

/**
 * What a cell shows. Cells are made by plain functions, without components and hooks, because scrolling renders hundreds
 * of them in a frame (docs/decisions/0046).
 */
export type Cell = {
  content: ReactNode;
  title?: string;
  /** A time of the cell. The tooltip shows it in the other zone as well. */
  moment?: Moment | null;
  /** A tooltip that is made when the pointer enters the cell, because making it for each row takes long. */
  hint?: () => string;
};

/** `row` in the display zone for the texts of times, the current time (epoch ms) and the user's locale. */
type At = { shown: BoardRow; now: number; locale: Locale };

/** Two lines. Times may differ from the server's rendering, because the browser may have another time zone database. */
function lines(main: ReactNode, note: ReactNode): ReactNode {
  return (
    <>
      <span
        suppressHydrationWarning
        className={main === "–" ? "block truncate text-ink-3" : "block truncate"}
      >
        {main}
      </span>
      <span suppressHydrationWarning className="block truncate text-small text-ink-3">
        {note}
      </span>
    </>
  );
}

const tooltip = ({ main, note }: TwoLines): string => joined([main, note]);

const texts = (two: TwoLines): Cell => ({ content: lines(two.main, two.note), title: tooltip(two) });

const timeTexts = (two: TwoLines, moment: Moment | null): Cell => ({ ...texts(two), moment });

/** One text on up to two lines. */
function plain(text: string | null): Cell {
  if (text === null || text === "") return { content: <span className="text-ink-3">–</span> };
  return {
    content: (
      <span className="line-clamp-2 break-words" dir="auto">
        {text}
      </span>
    ),
    title: text,
  };
}

function numberCell(row: BoardRow, { shown, now, locale }: At): Cell {
  return {
    hint: () => whyToday(locale, shown, new Date(now)),
    content: lines(
      <a
        href={containerHref(row.id)}
        className="font-mono text-[12.5px] font-[520] tracking-tighter hover:underline focus-visible:-outline-offset-1"
      >
        {formatContainerNumber(row.number)}
      </a>,
      row.deletedUpstreamAt ? (
        <span className="text-soon" title={DELETED_UPSTREAM}>
          {DELETED_UPSTREAM_SHORT}
        </span>
      ) : (
        (row.equipment ?? "size not reported")
      ),
    ),
  };
}

function whyTodayCell({ shown, now, locale }: At): Cell {
  const text = whyToday(locale, shown, new Date(now));
  return {
    content: (
      <span suppressHydrationWarning className="line-clamp-2 break-words" dir="auto">
        {text}
      </span>
    ),
    title: text,
  };
}

function releaseCell(row: BoardRow): Cell {
  const reason = isReasonBelow(row) ? releaseText(row).reason : null;
  const status = row.status.label === row.readiness.label ? null : row.status.label;
  // A spot tells that the container is at the terminal. There is no room for the status between the two.
  const shown = reason && row.yardSpot ? [reason, row.yardSpot] : [reason, status, row.yardSpot];
  const holds = row.holds.map((hold) => `${hold.name} ${hold.status}`);
  return {
    content: lines(Release({ row, labelled: false }), joined(shown)),
    title: joined([...holds, reason, status, row.yardSpot]),
  };
}

function chargesCell({ charges }: BoardRow): Cell {
  if (!charges.reported) {
    return {
      content: (
        <>
          <span aria-hidden className="text-ink-3">
            –
          </span>
          <span className="sr-only">none reported</span>
        </>
      ),
      title: "No charges reported",
    };
  }
  const { main, note } = chargesText(charges);
  return {
    content: (
      <>
        <span className="block whitespace-nowrap">{main}</span>
        <span className="block truncate text-small text-ink-3">{note}</span>
      </>
    ),
    title: joined([`Reported so far: ${formatCharges(charges)}`, ...chargeKinds(charges)]),
  };
}

function carrierCell(row: BoardRow, { shown, now, locale }: At): Cell {
  const [first = "–", ...further] = row.drayCarriers.map((carrier) => carrier.name);
  const names = { main: first, note: further.join(", ") };
  if (!row.workOrder) return further.length > 0 ? texts(names) : plain(row.drayCarriers[0]?.name ?? null);
  const { main, note, short } = workOrderText(locale, shown, now);
  return {
    content: lines(first, names.note || short),
    title: joined([tooltip(names), `work order ${main.toLowerCase()}`, note]),
  };
}

function checkedCell(row: BoardRow, { now }: At): Cell {
  const { main, note, old } = checkedText(row, now);
  return { content: lines(<span className={classNames(old && "text-soon")}>{main}</span>, note) };
}

const RETURN_TONES: Readonly<Partial<Record<ReturnTone, string>>> = {
  late: "font-[580] text-late",
  today: "font-[580] text-late",
  soon: "font-[580] text-soon",
};

function returnDueCell({ returnDue, line }: BoardRow, { now, locale }: At): Cell {
  if (returnDue === null) return plain(null);
  const { tone, main, note } = returnText(locale, returnDue, new Date(now), line.name ?? line.scac);
  return {
    content: lines(<span className={RETURN_TONES[tone]}>{main}</span>, note),
    title: tooltip({ main, note }),
  };
}

function tagsCell({ tags }: BoardRow): Cell {
  if (tags.length === 0) return plain(null);
  return {
    content: (
      <span className="flex gap-1 overflow-hidden">
        {tags.map((tag) => (
          <Tag key={tag} tone="plain">
            {tag}
          </Tag>
        ))}
      </span>
    ),
    title: tags.join(", "),
  };
}

/** A value of a custom field, on up to two lines. Its day is that of no zone. */
function fieldCell(row: BoardRow, slug: string, { now, locale }: At): Cell {
  const value = fieldOf(row, slug);
  if (value === null || typeof value === "number") return plain(value === null ? null : String(value));
  const today = new Date(now).toISOString().slice(0, 10);
  return isDay(value) ? plain(formatWeekday(locale, value, today)) : plain(value);
}

/** The cell of a column of a row. */
export function cellOf(column: BoardColumnId, row: BoardRow, at: At): Cell {
  return isColumnId(column) ? CELLS[column](row, at) : fieldCell(row, fieldSlug(column) ?? column, at);
}

/** The cell of each column except custom fields. */
const CELLS: Record<ColumnId, (row: BoardRow, at: At) => Cell> = {
  number: numberCell,
  left: (row, { now, locale }) => ({
    content: daysLeftAt(locale, row, now),
    hint: () => leftTooltip(locale, row, now),
  }),
  deadline: (row, { now, locale }) => texts(deadlineText(locale, row.deadline, now)),
  release: releaseCell,
  whyToday: (_, at) => whyTodayCell(at),
  charges: chargesCell,
  appointment: (row, { shown, now, locale }) =>
    timeTexts(appointmentText(locale, shown, now), row.appointment ?? row.plannedPickup),
  plannedPickup: (row, { shown, now, locale }) =>
    timeTexts(
      plannedText(locale, shown.plannedPickup, now, row.readiness.state === "picked_up"),
      row.plannedPickup,
    ),
  plannedDelivery: (row, { shown, now, locale }) =>
    timeTexts(plannedText(locale, shown.plannedDelivery, now, true), row.plannedDelivery),
  plannedReturn: (row, { shown, now, locale }) =>
    timeTexts(plannedText(locale, shown.plannedReturn, now, row.emptyReturned !== null), row.plannedReturn),
  driver: (row) => plain(row.driver),
  followUp: (row, { now, locale }) => texts(followUpText(locale, row, now)),
  carrier: carrierCell,
  workOrder: (_, { shown, now, locale }) => texts(workOrderText(locale, shown, now)),
  terminal: (row) => {
    const name = row.terminal.name ?? row.port.name ?? "–";
    const note = row.line.name ?? row.line.scac ?? "line not reported";
    return { ...texts({ main: shortTerminalName(name), note }), title: tooltip({ main: name, note }) };
  },
  vessel: (row, { shown, now, locale }) => {
    const two = vesselText(locale, shown, now);
    return {
      ...timeTexts(two, row.arrival.actual ?? row.arrival.eta),
      title: joined([row.vessel.name, row.vessel.voyage, two.note]),
    };
  },
  eta: (row, { shown, now, locale }) =>
    timeTexts(etaText(locale, shown, now), row.arrival.actual ?? row.arrival.eta),
  etaChange: (row) => plain(etaChangeText(row)),
  voyage: (row) => texts({ main: row.vessel.name ?? "–", note: row.vessel.voyage ?? "" }),
  port: (row) => plain(row.port.name ?? row.port.locode),
  inland: (row) => texts(inlandText(row)),
  references: (row) => {
    const two = referencesText(row);
    return { ...texts(two), title: tooltip({ main: row.references.join(", ") || "–", note: two.note }) };
  },
  equipment: (row) => plain(row.equipment),
  status: (row) => plain(row.status.label),
  yard: (row) => plain(row.yardSpot),
  line: (row) => texts({ main: row.line.name ?? row.line.scac ?? "–", note: row.line.scac ?? "" }),
  customer: (row) => plain(row.customer),
  tags: tagsCell,
  returnDue: returnDueCell,
  note: (row) => plain(row.note),
  gateOut: (row, { shown, now, locale }) => timeTexts(gateOutText(locale, shown, now), row.gateOut),
  checked: checkedCell,
};
