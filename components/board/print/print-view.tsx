import Link from "next/link";
import { deadlineText } from "@/components/board/table/cell-text";
import { CompanyBrand } from "@/components/company/company-brand";
import { ClockStart } from "@/components/time/clock";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { PaperTable, PrintTop } from "@/components/ui/print-page";
import { withKeys } from "@/components/ui/with-keys";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { urgency } from "@/lib/domain/deadlines/urgency";
import { zoneAbbreviation } from "@/lib/domain/time/time-format";
import type { Company } from "@/lib/features/company/rules";
import type { Locale } from "@/lib/platform/text/locale";
import type { AddressProblem } from "@/lib/platform/text/query-params";
import { BackToBoard } from "./back-to-board";
import { PrintedAt, PrintTime, ZoneText } from "./print-time";

const CELL = "border-b border-line py-1 pr-3 align-top [overflow-wrap:anywhere]";
const HEADS = ["Container", "Terminal", "Yard spot", "Last free day", "Appointment", "Dray carrier", "Holds"];

function PrintRow({ row, now, locale }: { row: BoardRow; now: Date; locale: Locale }) {
  const { deadline, holds, readiness } = row;
  const { governing } = deadline;
  const { main, note } = deadlineText(locale, deadline, now.getTime());
  const zone = governing
    ? ` ${zoneAbbreviation(governing.zone, new Date(Date.parse(governing.endsAt) - 1))}`
    : "";
  return (
    <tr data-container={row.id} className="break-inside-avoid">
      <td className={`${CELL} whitespace-nowrap`}>
        <span className="font-mono font-[550]">{formatContainerNumber(row.number)}</span>
        <span className="block text-small text-ink-3">{row.equipment ?? "size not reported"}</span>
      </td>
      <td className={CELL}>
        <span dir="auto">{row.terminal.name ?? row.port.name ?? "–"}</span>
        <span className="block text-small text-ink-3" dir="auto">
          {row.line.name ?? row.line.scac ?? "line not reported"}
        </span>
      </td>
      <td className={CELL}>{row.yardSpot ?? "–"}</td>
      <td className={CELL}>
        <b className="font-[600]">
          {main}
          {zone}
        </b>
        <span className="block first-letter:uppercase">{urgency(locale, deadline, now, row).text}</span>
        <span className="block text-small text-ink-3">{note}</span>
      </td>
      <td className={CELL}>
        {row.appointment ? <PrintTime moment={row.appointment} now={now.getTime()} /> : "–"}
      </td>
      <td className={CELL} dir="auto">
        {row.drayCarriers.map(({ name }) => name).join(", ") || "–"}
      </td>
      <td className={CELL}>
        {holds.length === 0 && readiness.label}
        {withKeys(holds, ({ name, status }) => `${name} ${status}`).map(({ key, item: hold }) => (
          <span key={key} className="block" dir="auto">
            {hold.name} ({hold.status}){hold.description ? `: ${hold.description}` : ""}
          </span>
        ))}
      </td>
    </tr>
  );
}

/**
 * The printable rows of a board: black on white, without page breaks inside a row. `now` is the current time in epoch
 * ms.
 */
export function PrintView({
  title,
  facts,
  rows,
  total,
  problems,
  now,
  locale,
  company,
}: {
  title: string;
  /** The descriptions of the active filters. */
  facts: readonly string[];
  rows: readonly BoardRow[];
  total: number;
  problems: readonly AddressProblem[];
  now: number;
  locale: Locale;
  company: Company;
}) {
  const at = new Date(now);
  return (
    <ClockStart at={now}>
      <PrintTop
        title="Print list"
        from={{ href: "/board", label: "Board" }}
        isEmpty={rows.length === 0}
        back={<BackToBoard className={buttonClass()} />}
        problems={problems}
      />
      <div data-paper className="paper overflow-x-auto rounded-card border border-line px-4 py-3.5">
        <CompanyBrand company={company} />
        <div className="mb-2">
          <h2 className="[overflow-wrap:anywhere] text-title font-[620]" dir="auto">
            {title}
          </h2>
          <p className="[overflow-wrap:anywhere] text-note text-ink-2">
            {total > rows.length
              ? `The first ${rows.length.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} containers`
              : `${total.toLocaleString("en-US")} ${total === 1 ? "container" : "containers"}`}
            {facts.map((fact) => ` · ${fact}`)} · <PrintedAt now={now} /> · <ZoneText />
          </p>
        </div>
        {rows.length === 0 ? (
          <Notice title="Nothing to print">
            This list has no containers. <Link href="/board">Select another list on the board</Link>.
          </Notice>
        ) : (
          <PaperTable heads={HEADS}>
            {rows.map((row) => (
              <PrintRow key={row.id} row={row} now={at} locale={locale} />
            ))}
          </PaperTable>
        )}
      </div>
    </ClockStart>
  );
}
