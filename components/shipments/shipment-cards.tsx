"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useBoardKeys } from "@/components/board/use-board-keys";
import { useListStart } from "@/components/board/use-list-start";
import { GoneMark } from "@/components/live/gone";
import { useShownZone } from "@/components/shell/zone-display";
import { classNames } from "@/components/ui/class-names";
import { ListLink } from "@/components/ui/list-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { ShipmentRow } from "@/lib/dispatch/shipment-row";
import { Standing } from "./shipment-cells";
import { shipmentHref } from "./shipment-href";
import { SHIPMENT_STEPS } from "./shipment-table";
import { arrivalLines, boxesWords, routeLines, trackingLines } from "./shipment-words";
import type { Shown } from "./use-shipments";
import { useShownStretch } from "./use-shown-stretch";

/** Height of a card with its gap, in px. */
const CARD_HEIGHT = 130;
const OVERSCAN = 6;
/** Cards in the server's own answer: as many as a phone shows. */
const FIRST_CARDS = 6;

function CardLine({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <span className="flex items-baseline justify-between gap-2">
      <span className="min-w-0 flex-1 truncate text-small text-ink-2">{start}</span>
      <span className="max-w-[46vw] shrink-0 truncate text-right text-small text-ink-3">{end}</span>
    </span>
  );
}

/** One shipment on a phone: how its worst box stands, when it comes, where from and to, whether it is tracked. */
const ShipmentCard = memo(function ShipmentCard({
  row,
  now,
  first = false,
}: {
  row: ShipmentRow;
  now: number;
  /** One of the server's, which stand beside its table until the page is alive: the table's row is the named one. */
  first?: boolean;
}) {
  const arrival = arrivalLines(row, useShownZone(), now);
  const tracking = trackingLines(row);
  return (
    <ListLink
      hrefFrom={(from) => shipmentHref(row.id, from)}
      data-shipment={first ? undefined : row.id}
      className="flex h-[122px] flex-col justify-between rounded-card border border-line bg-surface px-3 py-2.5"
    >
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate font-mono text-[12.5px] font-[520]">{row.number}</span>
        <span className="shrink-0 text-small text-ink-3">{row.line.name ?? row.line.scac ?? ""}</span>
      </span>
      <CardLine start={<Standing row={row} />} end={boxesWords(row)} />
      <CardLine start={arrival.main} end={arrival.note} />
      <CardLine
        start={row.vanishedAt ? <GoneMark since={row.vanishedAt} now={now} /> : routeLines(row).main}
        end=""
      />
      <CardLine
        start={tracking.stopped ? `Stopped: ${tracking.note}` : "Tracking"}
        end={row.customer ?? ""}
      />
    </ListLink>
  );
});

/** The first screen of cards, as the server sends it. */
export function FirstShipmentCards({ shown: { rows, now }, label }: { shown: Shown; label: string }) {
  const places = Array.from({ length: Math.min(FIRST_CARDS, rows.total) }, (_, index) => rows.rowAt(index));
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {places.map(
        (row) =>
          row && (
            <li key={row.id}>
              <ShipmentCard row={row} now={now} first />
            </li>
          ),
      )}
    </ul>
  );
}

/** The list at phone width: one card a shipment. */
export function ShipmentCards({ shown, label }: { shown: Shown; label: string }) {
  const cards: RefObject<HTMLUListElement | null> = useRef(null);
  const [offset, setOffset] = useState(0);
  const { rows, list, now, onPages } = shown;
  useLayoutEffect(() => {
    const top = cards.current?.getBoundingClientRect().top ?? 0;
    setOffset(top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.total,
    estimateSize: () => CARD_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  const items = virtualizer.getVirtualItems();
  useListStart(list, () => {
    if (window.scrollY > offset) window.scrollTo({ top: offset });
  });
  useShownStretch(list, rows.total, items, onPages);
  const scrollTo = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer]);
  useBoardKeys(cards, rows.total, scrollTo, SHIPMENT_STEPS);
  return (
    <ul
      ref={cards}
      aria-label={label}
      aria-busy={rows.outdated}
      className={classNames("relative", rows.outdated && "opacity-60")}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.map(({ index, start }) => {
        const row = rows.rowAt(index);
        return (
          <li
            key={row?.id ?? `place ${index}`}
            data-row-index={index}
            className="absolute inset-x-0"
            style={{ transform: `translateY(${start - offset}px)` }}
          >
            {row ? <ShipmentCard row={row} now={now} /> : <Skeleton className="h-[122px]" />}
          </li>
        );
      })}
    </ul>
  );
}
