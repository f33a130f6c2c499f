"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ContainerLink } from "@/components/container/container-link";
import { useTicking } from "@/components/live/clock";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { formatCharges } from "@/lib/dispatch/charges";
import { formatContainerNumber } from "@/lib/dispatch/container-number";
import { appointmentWords, deadlineWords, VANISHED_SHORT } from "./cell-words";
import { DaysLeft, LeftNotes } from "./days-left";
import { Release } from "./release";
import { useBoardKeys } from "./use-board-keys";
import type { BoardRows } from "./use-board-rows";
import { type OnRange, useListStart } from "./use-list-start";

/** Height of a card with its gap, in px. */
const CARD_HEIGHT = 112;
const OVERSCAN = 6;

function CardLine({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <span className="flex items-baseline justify-between gap-2">
      <span className="min-w-0 flex-1 truncate text-small text-ink-3">{start}</span>
      <span className="max-w-[46vw] shrink-0 truncate text-right text-small text-ink-2">{end}</span>
    </span>
  );
}

/** The appointment, what is wrong with it, and who pulls the box. */
function Pickup({ row }: { row: BoardRow }) {
  return useTicking((now) => {
    const { main, note } = appointmentWords(row, now);
    const booked = row.appointment ? [main, note] : [note && `appointment: ${note}`];
    return [...booked, ...row.drayCarriers.map((carrier) => carrier.name)].filter(Boolean).join(" · ");
  });
}

/** One container on a phone: what holds it, how long there is, where it stands, who pulls it when, what it costs. */
export const BoardCard = memo(function BoardCard({ row }: { row: BoardRow }) {
  const { main, note } = deadlineWords(row.deadline);
  const charges = row.charges.reported ? formatCharges(row.charges) : "no charges reported";
  return (
    <ContainerLink
      id={row.id}
      data-container={row.id}
      className="flex h-[104px] flex-col justify-between rounded-card border border-line bg-surface px-3 py-2.5"
    >
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate font-mono text-[12.5px] font-[520] tracking-tight">
          {formatContainerNumber(row.number)}
        </span>
        <DaysLeft row={row} notes={false} />
      </span>
      <CardLine start={<Release row={row} />} end={<LeftNotes row={row} />} />
      <CardLine
        start={
          row.vanishedAt ? (
            <span className="text-soon">{VANISHED_SHORT}</span>
          ) : (
            (row.terminal.name ?? row.port.name ?? row.status.label)
          )
        }
        end={main === "–" ? note : `${main} · ${note}`}
      />
      <CardLine start={<Pickup row={row} />} end={charges} />
    </ContainerLink>
  );
});

/** The board at phone width: one card a container, in the order of the table. */
export function BoardCards({
  rows,
  onRange,
  list,
  label,
}: {
  rows: BoardRows;
  onRange: OnRange;
  /** Which list the rows are of: another one is shown from its start. */
  list: string;
  label: string;
}) {
  const cards: RefObject<HTMLUListElement | null> = useRef(null);
  const [offset, setOffset] = useState(0);
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
  const [first, last] = [items.at(0)?.index, items.at(-1)?.index];
  useListStart(list, () => {
    if (window.scrollY > offset) window.scrollTo({ top: offset });
  });
  useEffect(() => {
    if (first === undefined || last === undefined) return;
    const from = Math.max(0, Math.floor((window.scrollY - offset) / CARD_HEIGHT) - OVERSCAN);
    onRange(list, from, from + last - first);
  }, [list, first, last, offset, onRange]);
  const scrollTo = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer]);
  useBoardKeys(cards, rows.total, scrollTo);

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
            {row ? <BoardCard row={row} /> : <Skeleton className="h-[104px]" />}
          </li>
        );
      })}
    </ul>
  );
}
