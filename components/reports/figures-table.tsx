"use client";

import Link from "next/link";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { formatFigure } from "@/lib/features/reports/messages";
import {
  type CellName,
  containersHref,
  type ReportColumn,
  type ReportTable,
  type TableId,
  type Weeks,
} from "@/lib/features/reports/rules/report-table";

type FigureProps = { id: TableId; weeks: Weeks; cell: CellName; column: ReportColumn; value: number | null };

/** A figure that links to its containers. Plain text if there are none. */
export function Figure({ id, weeks, cell, column, value }: FigureProps) {
  const text = formatFigure(value, column);
  if (value === null || (value === 0 && column.unit !== "minutes"))
    return <span className="text-ink-3">{text}</span>;
  return (
    <Link
      href={containersHref(id, weeks, cell)}
      prefetch={false}
      className="underline decoration-line-strong underline-offset-2 hover:text-accent hover:decoration-current"
    >
      {text}
    </Link>
  );
}

/** A report's figures as a table. Screen readers read it instead of the chart. */
export function FiguresTable({
  id,
  label,
  head,
  table: { columns, rows },
  weeks,
}: {
  id: TableId;
  label: string;
  head: string;
  table: ReportTable;
  weeks: Weeks;
}) {
  return (
    <Table
      label={label}
      heads={
        <>
          <Head className="sticky left-0 z-1 bg-raised">{head}</Head>
          {columns.map((column) => (
            <Head key={column.id} className="text-right">
              {column.label}
            </Head>
          ))}
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id} data-row={row.id}>
          <th
            scope="row"
            className="sticky left-0 z-1 min-w-30 bg-surface px-2.5 py-1.5 text-left align-top font-normal max-sm:max-w-36 max-sm:wrap-anywhere"
          >
            {row.label}
            {row.note && <Note>{row.note}</Note>}
          </th>
          {columns.map((column, index) => (
            <Cell key={column.id} data-column={column.id} className="text-right whitespace-nowrap">
              <Figure
                id={id}
                weeks={weeks}
                cell={{ row: row.id, column: column.id }}
                column={column}
                value={row.values[index] ?? null}
              />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
