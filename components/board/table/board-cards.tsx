"use client";

import { memo, type ReactNode, useLayoutEffect, useRef } from "react";
import { boardChanges } from "@/components/board/data/unseen-changes";
import { useUnseenChanges } from "@/components/board/data/use-unseen-changes";
import { idAtPlace, type Listing } from "@/components/board/list-items";
import { WhyToday } from "@/components/containers/why-today";
import { useDisplayZone } from "@/components/preferences/display-zone";
import { useLocale } from "@/components/preferences/locale";
import { ContainerLink } from "@/components/search/container-link";
import { useTicking } from "@/components/time/clock";
import { useListKeys } from "@/components/ui/lists/use-list-keys";
import { useCardWindow } from "@/components/ui/lists/use-virtual-cards";
import { type OnPages, useVisiblePages } from "@/components/ui/lists/use-visible-pages";
import { CardList } from "@/components/ui/lists/virtual-cards";
import { Skeleton } from "@/components/ui/skeleton";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { QueueId } from "@/lib/domain/board-row/queues";
import { formatCharges } from "@/lib/domain/charges/charges";
import { shortTerminalName } from "@/lib/domain/container/terminal-name";
import { returnText } from "@/lib/domain/deadlines/per-diem";
import { rowInZone } from "@/lib/domain/time/display-zone";
import { joined } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";
import {
  appointmentText,
  DELETED_UPSTREAM_SHORT,
  deadlineText,
  etaChangeText,
  etaText,
  followUpText,
  inlandText,
  plannedText,
  type TwoLines,
} from "./cell-text";
import { DaysLeft, LeftNotes } from "./days-left";
import { GROUP_HEIGHT } from "./density";
import { GroupHead } from "./group-row";
import { Release } from "./readiness-cell";
import { CardCheckbox } from "./select-checkbox";

/** Height of a card including its gap, in px. *Why today* and the last line take up to two lines. */
const CARD_HEIGHT = 161;
const HEAD_HEIGHT = GROUP_HEIGHT + 8;

function CardLine({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <span className="flex items-baseline justify-between gap-2">
      <span className="min-w-0 flex-1 truncate text-small text-ink-3">{start}</span>
      <span className="max-w-[46vw] shrink-0 truncate text-right text-small text-ink-2">{end}</span>
    </span>
  );
}

/** Like `CardLine`, with a second line below both for a long `start`. */
function WrappedLine({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <span data-wrapped className="line-clamp-2 text-small text-ink-3">
      <span className="block wrap-anywhere">
        <span className="float-right ml-2 max-w-[46vw] truncate text-ink-2">{end}</span>
        {start}
      </span>
    </span>
  );
}

/** What the queue is about, with the time at `now`: "tomorrow, 2:29 PM" and "2d later". Null where it is the days left. */
function leadText(queue: QueueId, locale: Locale, row: BoardRow, now: number): TwoLines | null {
  if (queue === "arriving") return { main: etaText(locale, row, now).main, note: etaChangeText(row) ?? "" };
  if (queue !== "empty-due" || row.returnDue === null) return null;
  const { main, note } = returnText(locale, row.returnDue, new Date(now), row.line.name ?? row.line.scac);
  return { main, note };
}

/** The appointment, its problem and the dray carrier, or what the queue is about. */
function workText(queue: QueueId, locale: Locale, row: BoardRow, now: number): string {
  const carriers = row.drayCarriers.map((carrier) => carrier.name);
  if (queue === "follow-up-due") {
    const { main, note } = followUpText(locale, row, now);
    return joined([main, note]);
  }
  if (queue === "arriving") {
    const { main, note } = inlandText(row);
    return joined([row.vessel.name, ...(main === "–" ? [] : [`${main} ${note}`])]);
  }
  if (queue === "planned-today") {
    const planned = row.readiness.state === "picked_up" ? row.plannedReturn : row.plannedPickup;
    return joined([plannedText(locale, planned, now, false).main, row.driver, ...carriers]);
  }
  const { main, note } = appointmentText(locale, row, now);
  const booked = row.appointment ? [main, note] : [note && `appointment: ${note}`];
  return joined([...booked, ...carriers]);
}

/** A text of the row at the current time. Times are rendered as in `lines` of the table. */
function Ticking({
  row,
  of,
}: {
  row: BoardRow;
  of: (locale: Locale, shown: BoardRow, now: number) => string;
}) {
  const shown = rowInZone(row, useDisplayZone());
  const locale = useLocale();
  return <span suppressHydrationWarning>{useTicking((now) => of(locale, shown, now))}</span>;
}

/** One container on a phone: why it matters today, holds, time left, location, dray carrier with appointment, and charges. */
export const BoardCard = memo(function BoardCard({
  queue,
  row,
  index,
}: {
  queue: QueueId;
  row: BoardRow;
  index: number;
}) {
  const locale = useLocale();
  const { main, note } = useTicking((now) => deadlineText(locale, row.deadline, now));
  const charges = row.charges.reported ? formatCharges(row.charges) : "no charges reported";
  const element = useRef<HTMLAnchorElement>(null);
  const marks = useUnseenChanges(element, row.id);
  const terminal = row.terminal.name ? shortTerminalName(row.terminal.name) : row.port.name;
  const hasLead = queue === "arriving" || (queue === "empty-due" && row.returnDue !== null);
  return (
    <div className="relative h-[153px] rounded-card border border-line bg-surface has-checked:border-accent has-checked:bg-accent-soft">
      <ContainerLink
        id={row.id}
        ref={element}
        data-container={row.id}
        onClick={() => boardChanges.opened(row.id)}
        className="flex h-full flex-col justify-between rounded-card py-2.5 pr-3 pl-11"
      >
        <span className="flex items-center justify-between gap-2">
          <span className="min-w-0 truncate font-mono text-[12.5px] font-[520] tracking-tight">
            {formatContainerNumber(row.number)}
          </span>
          {marks !== "" && (
            <span data-marked className="marked ml-auto shrink-0 text-small text-ink-2">
              changed
            </span>
          )}
          {hasLead ? (
            <span className="shrink-0 font-[580]">
              <Ticking row={row} of={(...at) => leadText(queue, ...at)?.main ?? ""} />
            </span>
          ) : (
            <DaysLeft row={row} notes={false} />
          )}
        </span>
        <span className="line-clamp-2 text-small text-ink-2">
          <WhyToday row={row} />
        </span>
        <CardLine
          start={<Release row={row} />}
          end={
            hasLead ? (
              <Ticking row={row} of={(...at) => leadText(queue, ...at)?.note ?? ""} />
            ) : (
              <LeftNotes row={row} />
            )
          }
        />
        <CardLine
          start={
            row.deletedUpstreamAt ? (
              <span className="text-soon">{DELETED_UPSTREAM_SHORT}</span>
            ) : (
              (terminal ?? row.status.label)
            )
          }
          end={main === "–" ? note : joined([main, note])}
        />
        <WrappedLine start={<Ticking row={row} of={(...at) => workText(queue, ...at)} />} end={charges} />
      </ContainerLink>
      <CardCheckbox id={row.id} number={row.number} index={index} />
    </div>
  );
});

/** The board at phone width: one card per container, in the order of the table. */
export function BoardCards({
  queue,
  listing,
  onPages,
  list,
  label,
}: {
  queue: QueueId;
  listing: Listing;
  onPages: OnPages;
  /** The list of the rows. A new list is shown from its start. */
  list: string;
  label: string;
}) {
  const { rows, places, groups, by } = listing;
  const { cards, offset, virtualizer, items, scrollTo } = useCardWindow({
    list,
    count: places.count,
    heightOf: (place) => (groups && places.at(place).kind === "group" ? HEAD_HEIGHT : CARD_HEIGHT),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when group headings move
  useLayoutEffect(() => virtualizer.measure(), [groups ? places : null, virtualizer]);
  useVisiblePages(list, items, places, onPages);
  useListKeys(cards, list, { count: places.count, idAt: (place) => idAtPlace(listing, place) }, scrollTo);

  return (
    <CardList cards={cards} height={virtualizer.getTotalSize()} label={label} outdated={rows.outdated}>
      {items.map(({ index: place, start }) => {
        const at = places.at(place);
        const index = at.kind === "row" ? at.index : 0;
        const row = at.kind === "row" ? rows.rowAt(index) : undefined;
        const group = at.kind === "group" ? groups?.[at.group] : undefined;
        return (
          <li
            key={row?.id ?? `place ${place}`}
            data-row-index={place}
            data-list-index={row && index}
            className="absolute inset-x-0"
            style={{ transform: `translateY(${start - offset}px)` }}
          >
            {group && by ? (
              <div className="rounded-card border border-line bg-raised">
                <GroupHead sum={group} by={by} folded={listing.isFolded(group)} onFold={listing.fold} />
              </div>
            ) : row ? (
              <BoardCard queue={queue} row={row} index={index} />
            ) : (
              <Skeleton className="h-[153px]" />
            )}
          </li>
        );
      })}
    </CardList>
  );
}
