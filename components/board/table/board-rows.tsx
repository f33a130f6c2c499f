"use client";

import type { Listing } from "@/components/board/list-items";
import { useDisplayZone } from "@/components/preferences/display-zone";
import { useMay } from "@/components/ui/permissions";
import type { QueueId } from "@/lib/domain/board-row/queues";
import { BoardCard, BoardCards } from "./board-cards";
import { BoardTable } from "./board-table";
import { usePhone } from "./use-screen";

/** The number of cards in the server's HTML. */
const FIRST_CARDS = 8;

type RowsProps = Parameters<typeof BoardTable>[0];

/** A table, or cards on a phone. The server does not know the screen size, so it renders the first screen of both. */
export function BoardRows(props: RowsProps) {
  const { query, listing, list, label, onPages } = props;
  const phone = usePhone();
  const mayEdit = useMay("dispatch");
  return (
    <>
      {phone !== false && (
        <div className="md:hidden">
          {phone ? (
            <BoardCards queue={query.queue} listing={listing} list={list} label={label} onPages={onPages} />
          ) : (
            <FirstCards queue={query.queue} listing={listing} label={label} />
          )}
        </div>
      )}
      {phone !== true && (
        <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface max-md:hidden">
          <BoardTable {...props} />
          <div className="flex flex-wrap justify-between gap-x-4 border-t border-line bg-raised px-3 py-1.5 text-note text-ink-3">
            <span>
              <Key>j</Key> <Key>k</Key> move, <Key>enter</Key> opens, <Key>x</Key> selects,{" "}
              {mayEdit && (
                <>
                  <Key>F2</Key> edits,{" "}
                </>
              )}
              <Key>/</Key> searches
            </span>
            <ZoneNote />
          </div>
        </div>
      )}
    </>
  );
}

/** Names the time zone of the rows' times. */
function ZoneNote() {
  const zone = useDisplayZone();
  return (
    <span>
      {zone === null
        ? "Dates and times in each terminal’s time zone"
        : `Last free days at the terminal, times in ${zone.replaceAll("_", " ")}`}
    </span>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-tag border border-line-strong px-1.25 font-sans text-micro text-ink-3">
      {children}
    </kbd>
  );
}

function FirstCards({
  queue,
  listing: { rows },
  label,
}: {
  queue: QueueId;
  listing: Listing;
  label: string;
}) {
  const places = Array.from({ length: Math.min(FIRST_CARDS, rows.total) }, (_, index) => rows.rowAt(index));
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {places.map(
        (row, index) =>
          row && (
            <li key={row.id}>
              <BoardCard queue={queue} row={row} index={index} />
            </li>
          ),
      )}
    </ul>
  );
}
