import Link from "next/link";
import { PageTop } from "@/components/shell/page-header";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { MAX_NUMBERS_IN_ADDRESS } from "@/lib/features/board/rules/board-address";
import { containerHref } from "@/lib/features/containers/urls";
import {
  type CellName,
  containersHref,
  type ReportContainer,
  type TableId,
  type Weeks,
} from "@/lib/features/reports/rules/report-table";
import { counted } from "@/lib/platform/text/counted";

type Listed = { containers: readonly ReportContainer[]; total: number };
type Place = { id: TableId; weeks: Weeks; cell: CellName; page: number; pageSize: number };

function ContainersTable({ containers, label }: { containers: readonly ReportContainer[]; label: string }) {
  const measured = containers.some(({ measure }) => measure !== "");
  return (
    <Table
      label={label}
      heads={
        <>
          <Head>Container</Head>
          {measured && <Head className="text-right">Days</Head>}
          <Head>Status</Head>
          <Head>Line</Head>
          <Head>Terminal or port</Head>
          <Head>Customer</Head>
        </>
      }
    >
      {containers.map(({ id, number, measure, status, line, place, customer }) => (
        <Row key={id} data-container={id}>
          <th scope="row" className="px-2.5 py-1.5 text-left align-top font-[560]">
            <Link href={containerHref(id)} prefetch={false} className="hover:underline">
              {number || "no number"}
            </Link>
          </th>
          {measured && <Cell className="text-right whitespace-nowrap">{measure}</Cell>}
          <Cell>{status}</Cell>
          <Cell>{line ?? "–"}</Cell>
          <Cell className="min-w-44">{place ?? "–"}</Cell>
          <Cell>{customer ?? "–"}</Cell>
        </Row>
      ))}
    </Table>
  );
}

function Pages({ total, page, pageSize, ...place }: Place & { total: number }) {
  const last = Math.ceil(total / pageSize);
  if (last <= 1) return null;
  const to = (next: number) => containersHref(place.id, place.weeks, place.cell, next);
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center gap-3 text-note text-ink-2">
      {page > 1 && (
        <Link href={to(page - 1)} className={buttonClass()}>
          Back
        </Link>
      )}
      <span>
        Page {page} of {last.toLocaleString("en-US")}
      </span>
      {page < last && (
        <Link href={to(page + 1)} className={buttonClass()}>
          Next
        </Link>
      )}
    </nav>
  );
}

/** The link to the same containers on the board, if their numbers fit in an address. */
function OnBoard({ containers, total }: Listed) {
  const numbers = containers.map(({ number }) => number).filter((number) => /^[A-Z]{4}\d{7}$/.test(number));
  if (total === 0 || total > MAX_NUMBERS_IN_ADDRESS || numbers.length !== total) return null;
  return (
    <Link href={`/board?numbers=${numbers.join(",")}`} className={buttonClass()}>
      Open on the board
    </Link>
  );
}

/** The containers behind a figure of a report. `of` describes the figure. */
export function ContainersView({
  listed,
  title,
  of,
  back,
  ...place
}: Place & { listed: Listed | null; title: string; of: string; back: { href: string; label: string } }) {
  const { containers, total } = listed ?? { containers: [], total: 0 };
  return (
    <>
      <PageTop title={title} crumbs={[back]} />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p data-total={total} className="text-ink-2">
          <b className="font-[560] text-ink">{counted(total, "container")}</b>
          {of && ` · ${of}`}
        </p>
        <OnBoard containers={containers} total={total} />
      </div>
      {containers.length > 0 ? (
        <ContainersTable containers={containers} label={`${title}: ${of}`} />
      ) : (
        <div className="rounded-card border border-line bg-surface">
          <Notice
            title={listed ? "No containers in this total" : "Total not found"}
            action={
              <Link href={back.href} className={buttonClass()}>
                Back to report
              </Link>
            }
          >
            Data changed. Open the report again.
          </Notice>
        </div>
      )}
      <Pages {...place} total={total} />
    </>
  );
}
