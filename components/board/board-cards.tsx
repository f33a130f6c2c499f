"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import Link from "next/link";
import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { formatCharges } from "@/lib/dispatch/charges";
import { formatContainerNumber } from "@/lib/dispatch/container-number";
import { deadlineWords } from "./cell-words";
import { DaysLeft } from "./days-left";
import { Release } from "./release";
import { useBoardKeys } from "./use-board-keys";
import type { BoardRows } from "./use-board-rows";
import { type OnRange, useListStart } from "./use-list-start";

/** Height of a card with its gap, in px. */
const CARD_HEIGHT = 90;
const OVERSCAN = 6;

/** One container on a phone: what holds it, how long there is, where it stands, what it costs. */
export const BoardCard = memo(function BoardCard({ row }: { row: BoardRow }) {
  const { main, note } = deadlineWords(row.deadline);
  const charges = row.charges.reported ? formatCharges(row.charges) : "no charges reported";
  return (
    <Link
      href={`/containers/${encodeURIComponent(row.id)}`}
      data-container={row.id}
      className="grid h-[82px] grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-card border border-line bg-surface px-3 py-2.5"
    >
      <span className="truncate font-mono text-[12.5px] font-[520] tracking-tight">
        {formatContainerNumber(row.number)}
      </span>
      <span className="justify-self-end">
        <DaysLeft row={row} notes={false} />
      </span>
      <Release row={row} />
      <span className="max-w-[46vw] truncate text-right text-small text-ink-2">
        {main === "–" ? note : `${main} · ${note}`}
      </span>
      <span className="truncate text-small text-ink-3">
        {row.terminal.name ?? row.port.name ?? row.status.label}
      </span>
      <span className="max-w-[46vw] truncate text-right text-small text-ink-2">{charges}</span>
    </Link>
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
            {row ? <BoardCard row={row} /> : <Skeleton className="h-[82px]" />}
          </li>
        );
      })}
    </ul>
  );
}
