"use client";

import { Cell, Head, Row, Table } from "@/components/ui/table";
import { formatFigure } from "@/lib/features/reports/messages";
import {
  DEFAULT_WEEKS,
  HOME_LABELS,
  type ReportColumn,
  type ReportTable,
} from "@/lib/features/reports/rules/report-table";
import { Figure } from "./figures-table";

/** The change from last week: "+3", "−2", "same". "–" while last week is not known. */
function changeText(
  column: ReportColumn,
  now: number | null,
  before: number | null,
  isKnown: boolean,
): string {
  if (!isKnown) return "–";
  const change = (now ?? 0) - (before ?? 0);
  if (change === 0) return "same";
  return `${change > 0 ? "+" : "−"}${formatFigure(Math.abs(change), column)}`;
}

/** What happened this week and last week, one line each: the columns of the report as rows. */
export function TrendsTable({ table: { columns, rows } }: { table: ReportTable }) {
  const [thisWeek, lastWeek] = rows;
  if (!thisWeek || !lastWeek) return null;
  const isKnown = lastWeek.values.some((value) => value !== null);
  return (
    <Table
      label={HOME_LABELS.trends.title}
      heads={
        <>
          <Head>{HOME_LABELS.trends.head}</Head>
          {[thisWeek, lastWeek].map(({ id, label }) => (
            <Head key={id} className="text-right">
              {label}
            </Head>
          ))}
          <Head className="text-right">Change</Head>
        </>
      }
    >
      {columns.map((column, index) => {
        const [now = null, before = null] = [thisWeek.values[index], lastWeek.values[index]];
        return (
          <Row key={column.id} data-row={column.id}>
            <th scope="row" className="px-2.5 py-1.5 text-left align-top font-normal">
              {column.label}
            </th>
            {[thisWeek, lastWeek].map(({ id, values }) => (
              <Cell key={id} data-column={id} className="text-right whitespace-nowrap">
                <Figure
                  id="trends"
                  weeks={DEFAULT_WEEKS}
                  cell={{ row: id, column: column.id }}
                  column={column}
                  value={values[index] ?? null}
                />
              </Cell>
            ))}
            <Cell data-column="change" className="text-right whitespace-nowrap text-ink-2">
              {changeText(column, now, before, isKnown)}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
