"use client";

import { memo, type ReactNode } from "react";
import { DeletedMark } from "@/components/containers/deleted-upstream";
import { useDisplayZone } from "@/components/preferences/display-zone";
import { useLocale } from "@/components/preferences/locale";
import { ListLink } from "@/components/ui/lists/list-link";
import { useListKeys } from "@/components/ui/lists/use-list-keys";
import { useCardWindow } from "@/components/ui/lists/use-virtual-cards";
import { useVisiblePages } from "@/components/ui/lists/use-visible-pages";
import { CardList } from "@/components/ui/lists/virtual-cards";
import { Skeleton } from "@/components/ui/skeleton";
import { shipmentHref } from "@/lib/features/containers/urls";
import type { ShipmentRow } from "@/lib/features/shipments/rules/shipment-row";
import { Standing } from "./shipment-cells";
import { SHIPMENT_STEPS } from "./shipment-table";
import { arrivalLines, containersText, routeLines, trackingLines } from "./shipment-text";
import type { ShipmentsState } from "./use-shipments";

/** Height of a card including its gap, in px. */
const CARD_HEIGHT = 130;
/** Number of cards in the server-rendered page: one phone screen. */
const FIRST_CARDS = 6;

function CardLine({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <span className="flex items-baseline justify-between gap-2">
      <span className="min-w-0 flex-1 truncate text-small text-ink-2">{start}</span>
      <span className="max-w-[46vw] shrink-0 truncate text-right text-small text-ink-3">{end}</span>
    </span>
  );
}

/** One shipment on a phone: the state of its most urgent container, arrival, route and tracking state. */
const ShipmentCard = memo(function ShipmentCard({
  row,
  now,
  first = false,
}: {
  row: ShipmentRow;
  now: number;
  /**
   * Whether the card is rendered by the server next to its table until hydration. The table row then has the accessible
   * name.
   */
  first?: boolean;
}) {
  const arrival = arrivalLines(useLocale(), row, useDisplayZone(), now);
  const tracking = trackingLines(row, now);
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
      <CardLine start={<Standing row={row} />} end={containersText(row)} />
      <CardLine start={arrival.main} end={arrival.note} />
      <CardLine
        start={
          row.deletedUpstreamAt ? (
            <DeletedMark since={row.deletedUpstreamAt} now={now} />
          ) : (
            routeLines(row).main
          )
        }
        end=""
      />
      <CardLine
        start={
          tracking.stopped
            ? `Stopped: ${tracking.note}`
            : [tracking.main, tracking.note].filter(Boolean).join(", ")
        }
        end={row.customer ?? ""}
      />
    </ListLink>
  );
});

/** The first screen of cards, as rendered by the server. */
export function FirstShipmentCards({
  shipments: { rows, now },
  label,
}: {
  shipments: ShipmentsState;
  label: string;
}) {
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

/** The list at phone width: one card per shipment. */
export function ShipmentCards({ shipments: shown, label }: { shipments: ShipmentsState; label: string }) {
  const { rows, now } = shown;
  const { list, onPages } = rows;
  const { cards, offset, virtualizer, items, scrollTo } = useCardWindow({
    list,
    count: rows.total,
    heightOf: () => CARD_HEIGHT,
  });
  useVisiblePages(list, items, { count: rows.total }, onPages);
  const idAt = (place: number) => rows.rowAt(place)?.id;
  useListKeys(cards, list, { count: rows.total, idAt }, scrollTo, SHIPMENT_STEPS);
  return (
    <CardList cards={cards} height={virtualizer.getTotalSize()} label={label} outdated={rows.outdated}>
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
    </CardList>
  );
}
