import Link from "next/link";
import type { ReactNode } from "react";
import { DaysLeft } from "@/components/board/table/days-left";
import { Release } from "@/components/board/table/readiness-cell";
import { LiveRefresh } from "@/components/realtime/refresh";
import { PageTop } from "@/components/shell/page-header";
import { RenderedAt } from "@/components/shell/rendered-at";
import { classNames } from "@/components/ui/class-names";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { formatCharges } from "@/lib/domain/charges/charges";
import { formatTime, formatWeekday } from "@/lib/domain/time/time-format";
import { containerHref } from "@/lib/features/containers/urls";
import {
  DEFAULT_WEEKS,
  HOME_LABELS,
  HOME_TABLES,
  type HomeTable,
  type ReportTable,
} from "@/lib/features/reports/rules/report-table";
import type { Locale } from "@/lib/platform/text/locale";
import { FiguresTable } from "./figures-table";
import { type Behind, CatchingUp } from "./lag-notice";
import { TrendsTable } from "./trends-table";

/** A current exception: its count, its description and the link to its list. */
export type Exception = { id: string; label: string; note: string; count: number; href: string };

/** An old exception and who acts next. `owner` is null if no one does. */
type OldException = { row: BoardRow; owner: string | null };

/**
 * The data of the page. `yesterday` is the day on which "since yesterday" starts, in `zone` (null: UTC, because no zone
 * is chosen).
 */
export type HomeData = {
  tables: Record<HomeTable, ReportTable>;
  exceptions: readonly Exception[];
  oldest: readonly OldException[];
  yesterday: string;
  zone: string | null;
  locale: Locale;
  behind: Behind;
  readAt: string;
};

function ExceptionLine({ exception: { id, label, note, count, href } }: { exception: Exception }) {
  return (
    <li data-exception={id} className="bg-surface max-md:last:odd:col-span-2">
      <Link href={href} className="group block h-full px-3.5 py-3 hover:bg-raised">
        <span className="block text-note text-ink-2">{label}</span>
        <span
          className={classNames(
            "mt-0.5 block text-count font-[580] group-hover:underline",
            count === 0 ? "text-ink-3" : "text-ink",
          )}
        >
          {count.toLocaleString("en-US")}
        </span>
        <span className="block text-note text-ink-3">{note}</span>
      </Link>
    </li>
  );
}

function Oldest({ exceptions }: { exceptions: readonly OldException[] }) {
  if (exceptions.length === 0)
    return (
      <p className="rounded-card border border-line bg-surface px-3.5 py-3 text-ink-2">
        No container is expired or on hold near its last free day.
      </p>
    );
  return (
    <Table
      label="Oldest exceptions"
      heads={
        <>
          <Head>Container</Head>
          <Head>Days left</Head>
          <Head>Availability</Head>
          <Head>Acts next</Head>
          <Head className="max-md:hidden">Terminal</Head>
          <Head className="text-right max-md:hidden">Charges so far</Head>
        </>
      }
    >
      {exceptions.map(({ row, owner }) => (
        <Row key={row.id} data-container={row.id}>
          <Cell>
            <Link
              href={containerHref(row.id)}
              className="font-mono whitespace-nowrap text-accent hover:underline"
            >
              {formatContainerNumber(row.number)}
            </Link>
          </Cell>
          <Cell>
            <DaysLeft row={row} notes={false} />
          </Cell>
          <Cell>
            <Release row={row} />
          </Cell>
          <Cell>{owner ?? <span className="text-late">no dray carrier</span>}</Cell>
          <Cell className="max-md:hidden">{row.terminal.name ?? row.port.name ?? "–"}</Cell>
          <Cell className="text-right max-md:hidden">
            {row.charges.reported ? formatCharges(row.charges) : <span className="text-ink-3">–</span>}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Part({ title, says, children }: { title: string; says?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-1.5 text-lead font-[560]">{title}</h2>
      {says && <p className="mb-2 text-note text-ink-2">{says}</p>}
      {children}
    </section>
  );
}

function sinceText(locale: Locale, yesterday: string, zone: string | null): ReactNode {
  const start = `${formatWeekday(locale, yesterday)}, ${formatTime(locale, "00:00")}`;
  if (zone !== null) return `From ${start} ${zone}, until now.`;
  return (
    <>
      From {start} UTC, until now.{" "}
      <Link href="/settings/you" className="text-accent underline">
        Set your time zone
      </Link>{" "}
      to use your local day.
    </>
  );
}

function Figures({ id, table, empty }: { id: HomeTable; table: ReportTable; empty: string }) {
  const { title, head } = HOME_LABELS[id];
  return (
    <>
      {id === "trends" ? (
        <TrendsTable table={table} />
      ) : table.rows.length > 0 ? (
        <FiguresTable id={id} label={title} head={head} table={table} weeks={DEFAULT_WEEKS} />
      ) : (
        <p className="rounded-card border border-line bg-surface px-3.5 py-3 text-ink-2">{empty}</p>
      )}
      {table.notes.map((note) => (
        <p key={note} className="mt-1.5 text-note text-ink-3">
          {note}
        </p>
      ))}
    </>
  );
}

const EMPTY: Record<HomeTable, string> = {
  trends: "",
  since: "",
  exposure: "",
  people: "No follow-ups, plans or assignments yet. Log a follow-up from a hold on the container page.",
};

/** The tables that have half of a wide screen each. */
const ON_HALF: readonly HomeTable[] = ["trends", "since"];

/** The manager's page: exceptions, trends, changes, reported charges and assignments. Each figure links to its rows. */
export function HomeView({ tables, exceptions, oldest, yesterday, zone, locale, behind, readAt }: HomeData) {
  const says: Record<HomeTable, ReactNode> = {
    trends: "This week since Monday, compared with the same part of last week.",
    since: (
      <>
        {sinceText(locale, yesterday, zone)}{" "}
        <Link href="/changed" className="text-accent underline">
          Changed for me since yesterday 5 PM
        </Link>
      </>
    ),
    exposure:
      "What terminals and ramps reported so far, by currency, and what they added yesterday and today.",
    people: "Containers that each user follows up on, plans or assigned to a dray carrier.",
  };
  return (
    <>
      <LiveRefresh watch={{ containers: "any", requests: "any" }} readAt={readAt} />
      <PageTop title="Home" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
        <div className="xl:col-span-2">
          <Part title="Exceptions">
            <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-5">
              {exceptions.map((exception) => (
                <ExceptionLine key={exception.id} exception={exception} />
              ))}
            </ul>
          </Part>
        </div>
        <div className="min-w-0 xl:col-span-2">
          <Part title="Oldest exceptions" says="Expired first, then containers on hold by last free day.">
            <Oldest exceptions={oldest} />
          </Part>
        </div>
        {HOME_TABLES.map((id) => (
          <div key={id} className={ON_HALF.includes(id) ? "min-w-0" : "min-w-0 xl:col-span-2"}>
            <Part title={HOME_LABELS[id].title} says={says[id]}>
              <Figures id={id} table={tables[id]} empty={EMPTY[id]} />
            </Part>
          </div>
        ))}
      </div>
      <CatchingUp behind={behind} readAt={readAt} />
      <RenderedAt at={readAt} />
    </>
  );
}
