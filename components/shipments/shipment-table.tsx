"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRouter } from "next/navigation";
import { memo, type ReactNode, type RefObject, useCallback, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { listAddress } from "@/components/ui/lists/list-link";
import { meansRow } from "@/components/ui/lists/row-click";
import { useListKeys } from "@/components/ui/lists/use-list-keys";
import { useListStart, useVisiblePages } from "@/components/ui/lists/use-visible-pages";
import { Skeleton } from "@/components/ui/skeleton";
import { shipmentHref } from "@/lib/features/containers/urls";
import type { ShipmentRow } from "@/lib/features/shipments/rules/shipment-row";
import type { ShipmentOrder } from "@/lib/features/shipments/rules/sort-orders";
import {
  ArrivalCell,
  ContainersCell,
  NumberCell,
  ReferencesCell,
  RouteCell,
  TrackingCell,
} from "./shipment-cells";
import { type HeadPart, ShipmentHead } from "./shipment-head";
import type { ShipmentsState } from "./use-shipments";

/** The screen size that the server assumes. */
const FIRST_SCREEN = { width: 1200, height: 760 };
const HEADER_HEIGHT = 31;
const ROW_HEIGHT = 46;
const OVERSCAN = 6;
export const SHIPMENT_STEPS = { next: "next-shipment", previous: "previous-shipment" } as const;

type CellProps = { row: ShipmentRow; now: number };
type Column = {
  id: string;
  head: readonly HeadPart[];
  width: number;
  Cell: (props: CellProps) => ReactNode;
};

const COLUMNS: readonly Column[] = [
  { id: "number", head: [{ label: "Shipment", by: "number" }], width: 165, Cell: NumberCell },
  {
    id: "arrival",
    head: [
      { label: "Arrival at POD", by: "eta" },
      { label: "moved", by: "drift" },
    ],
    width: 170,
    Cell: ArrivalCell,
  },
  {
    id: "containers",
    head: [{ label: "Most urgent container", by: "worst" }],
    width: 235,
    Cell: ContainersCell,
  },
  { id: "route", head: [{ label: "Route, vessel" }], width: 235, Cell: RouteCell },
  {
    id: "tracking",
    head: [{ label: "Tracking" }, { label: "added", by: "created" }],
    width: 160,
    Cell: TrackingCell,
  },
  { id: "references", head: [{ label: "References, customer" }], width: 185, Cell: ReferencesCell },
];
const WIDTH = COLUMNS.reduce((sum, { width }) => sum + width, 0);
const CELL = "h-[46px] overflow-hidden border-b border-line px-1.5 py-1.5 align-top first:pl-3";
const STUCK = "sticky left-0 z-10 bg-surface group-hover:bg-raised group-focus-within:bg-accent-soft";

const TableRow = memo(function TableRow({
  row,
  place,
  now,
}: {
  row: ShipmentRow | undefined;
  place: number;
  now: number;
}) {
  const router = useRouter();
  return (
    <tr
      data-row-index={place}
      data-shipment={row?.id}
      aria-rowindex={place + 2}
      aria-hidden={row ? undefined : true}
      className={classNames("group", row && "cursor-pointer hover:bg-raised focus-within:bg-accent-soft")}
      onClick={(event) => {
        if (row && meansRow(event)) router.push(shipmentHref(row.id, listAddress()));
      }}
    >
      {COLUMNS.map(({ id, Cell }, index) => (
        <td key={id} data-column={id} className={classNames(CELL, index === 0 && STUCK)}>
          {row ? (
            <Cell row={row} now={now} />
          ) : (
            <>
              <Skeleton className="mt-1 h-2.5 w-3/4" />
              <Skeleton className="mt-2 h-2 w-1/2" />
            </>
          )}
        </td>
      ))}
    </tr>
  );
});

/** Blank space for the rows above or below the window. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={COLUMNS.length} style={{ height, padding: 0 }} />
    </tr>
  );
}

/**
 * The dense table: renders a window of rows of the whole list. The header and the shipment numbers are always visible.
 */
export function ShipmentTable({
  shipments: shown,
  label,
  order,
  onOrder,
}: {
  shipments: ShipmentsState;
  label: string;
  order: ShipmentOrder | null;
  onOrder: (order: ShipmentOrder | null) => void;
}) {
  const sheet: RefObject<HTMLDivElement | null> = useRef(null);
  const { rows, now } = shown;
  const { list, onPages } = rows;
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: () => sheet.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    initialRect: FIRST_SCREEN,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const first = items.at(0);
  const last = items.at(-1);
  useListStart(list, () => sheet.current?.scrollTo({ top: 0 }));
  useVisiblePages(list, items, { count: rows.total }, onPages);
  const scrollTo = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: "auto" }),
    [virtualizer],
  );
  const idAt = (place: number) => rows.rowAt(place)?.id;
  useListKeys(sheet, list, { count: rows.total, idAt }, scrollTo, SHIPMENT_STEPS);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={sheet} tabIndex={0} aria-label={label} className="relative min-h-80 flex-1 overflow-auto">
      <table
        aria-rowcount={rows.total + 1}
        aria-busy={rows.outdated}
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: WIDTH }}
      >
        <caption className="sr-only">{label}</caption>
        <colgroup>
          {COLUMNS.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {COLUMNS.map(({ id, head }, index) => (
              <ShipmentHead key={id} parts={head} stuck={index === 0} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={(first?.start ?? HEADER_HEIGHT) - HEADER_HEIGHT} />
          {items.map(({ index }) => {
            const row = rows.rowAt(index);
            return <TableRow key={row?.id ?? `place ${index}`} row={row} place={index} now={now} />;
          })}
          <Space height={virtualizer.getTotalSize() + HEADER_HEIGHT - (last?.end ?? HEADER_HEIGHT)} />
        </tbody>
      </table>
    </section>
  );
}
