"use client";

import { useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { beginsClick, opensHere } from "@/components/ui/lists/row-click";
import { useCurrentInView } from "@/components/ui/use-current-in-view";
import { isShownQueue, QUEUES, type QueueId } from "@/lib/domain/board-row/queues";
import { type BoardQuery, boardHref } from "@/lib/features/board/rules/board-address";

/** Short queue labels that fit below the count. */
const SHORT: Readonly<Record<string, string>> = {
  expired: "not picked up",
  "pull-today": "ready, due in 3 days",
  "no-appointment": "ready, none booked",
  "planned-today": "pickup or return",
  held: "3 days left or less",
  "follow-up-due": "holds to check again",
  arriving: "within 3 days",
  "empty-due": "out, not returned",
  unreadable: "to check",
  stale: "on the ground",
  all: "every container",
};

/** The queues with their container counts. Each links to itself with the current filters. */
export function QueueStrip({
  query,
  counts,
  onPress,
  onQueue,
}: {
  query: BoardQuery;
  counts: Readonly<Record<string, number>>;
  /** Called before `onQueue`, when a queue is pressed. */
  onPress: (queue: QueueId) => void;
  onQueue: (queue: QueueId) => void;
}) {
  const strip = useRef(null);
  useCurrentInView(strip, query.queue);
  return (
    <nav
      ref={strip}
      aria-label="Queues"
      className="mb-2.5 flex shrink-0 overflow-x-auto rounded-card border border-line bg-surface"
    >
      {QUEUES.filter(({ id }) => isShownQueue(id, counts) || query.queue === id).map(
        ({ id, label, holds }) => {
          const here = query.queue === id;
          const count = counts[id];
          return (
            <a
              key={id}
              href={boardHref({ ...query, queue: id })}
              aria-current={here ? "page" : undefined}
              title={holds}
              className={classNames(
                "min-w-26 flex-auto border-r max-xl:shrink-0 border-line px-2.5 pt-2 pb-1.75 last:border-r-0 focus-visible:-outline-offset-2",
                here ? "bg-raised shadow-[inset_0_-2px_0_var(--accent)]" : "hover:bg-raised",
              )}
              onPointerDown={(event) => {
                if (beginsClick(event)) onPress(id);
              }}
              onClick={(event) => {
                if (!opensHere(event)) return;
                event.preventDefault();
                onQueue(id);
              }}
            >
              <span
                data-count={id}
                className={classNames(
                  "block text-figure font-semibold tracking-tight",
                  id === "expired" && (count ?? 0) > 0 ? "text-late" : "text-ink",
                )}
              >
                {count?.toLocaleString("en-US") ?? "–"}
              </span>
              <span className="block truncate tracking-tight text-ink-2">{label}</span>
              <span className="block truncate text-micro text-ink-3 max-md:hidden">{SHORT[id] ?? holds}</span>
            </a>
          );
        },
      )}
    </nav>
  );
}
