"use client";

import { Columns3, Download, History, Rows2, Rows3 } from "lucide-react";
import Link from "next/link";
import { BoardPrint } from "@/components/board/print/print-link";
import { liveKeys } from "@/components/keyboard/shortcut-registry";
import type { Views } from "@/components/saved-views/use-views";
import { ShareButton } from "@/components/sharing/links/share-button";
import { classNames } from "@/components/ui/class-names";
import {
  BOARD_GROUPS,
  type BoardGroup,
  type BoardQuery,
  boardParams,
  GROUP_LABELS,
} from "@/lib/features/board/rules/board-address";
import { indexedSort } from "@/lib/features/board/rules/sort-orders";
import type { Listing } from "./list-items";
import type { Density } from "./page-data";

const ACTION =
  "inline-flex min-h-6.5 shrink-0 items-center gap-1 rounded-chip px-1.5 py-0.75 text-ink-2 hover:bg-accent-soft hover:text-ink max-md:min-h-8";

/** Sorting more containers than this takes noticeably longer. */
const MANY = 50_000;

/** The controls at the end of the filter row: container count, group, columns, row height and view. */
export function BoardBar({
  query,
  listing,
  density,
  views,
  onChanged,
  onGroup,
  onColumns,
  onDensity,
  onView,
}: {
  query: BoardQuery;
  listing: Listing;
  density: Density;
  views: Views;
  onChanged: () => void;
  onGroup: (group: BoardGroup | null) => void;
  onColumns: () => void;
  onDensity: (density: Density) => void;
  onView: () => void;
}) {
  const { rows, by, groups, isFolded, foldAll } = listing;
  const folded = groups?.every(isFolded) ?? false;
  const total = rows.total;
  const Density = density === "cosy" ? Rows3 : Rows2;
  const other = density === "cosy" ? "compact" : "cosy";
  const sorted = rows.counts[query.queue] ?? 0;
  const sortsMany = sorted > MANY && (query.group !== null || indexedSort(query) === undefined);
  const known = rows.failed || rows.waiting ? "–" : total.toLocaleString("en-US");
  const more = rows.failed || rows.waiting || rows.countedAt !== null ? "" : "+";
  const countText =
    rows.waiting && sortsMany
      ? `Sorting up to ${sorted.toLocaleString("en-US")} containers`
      : `${known}${more} ${total === 1 ? "container" : "containers"}`;
  const label = { cosy: "comfortable", compact: "compact" };
  return (
    <div className="ml-auto flex items-center gap-1">
      <p className="mr-1 text-ink-3" role="status">
        {countText}
      </p>
      <button
        type="button"
        aria-pressed={query.changed}
        disabled={rows.changed === 0 && !query.changed}
        title="Containers with unseen changes"
        className={classNames(
          ACTION,
          "min-w-19 justify-center disabled:bg-transparent disabled:text-ink-3",
          rows.changed > 0 && "bg-[var(--mark)]",
          query.changed && "inset-ring inset-ring-accent",
        )}
        onClick={onChanged}
      >
        {rows.changed >= 1_000 ? "1,000+" : rows.changed} changed
      </button>
      <Link
        href="/changed"
        className={ACTION}
        title="Changed for me: what changed, when, by whom"
        aria-label="Changed for me"
      >
        <History aria-hidden size={14} />
      </Link>
      {by && groups && groups.length > 0 && (
        <button type="button" className={ACTION} onClick={() => foldAll(!folded)}>
          {folded ? "Expand all" : "Collapse all"}
        </button>
      )}
      <label className={ACTION}>
        <span>Group:</span>
        <select
          value={by ?? ""}
          aria-label="Group by"
          className="max-w-28 cursor-pointer bg-transparent text-ink"
          onChange={(event) => onGroup(BOARD_GROUPS.find((group) => group === event.target.value) ?? null)}
        >
          <option value="">none</option>
          {BOARD_GROUPS.map((group) => (
            <option key={group} value={group}>
              {GROUP_LABELS[group]}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className={classNames(ACTION, "max-md:hidden")}
        aria-haspopup="dialog"
        onClick={onColumns}
      >
        <Columns3 aria-hidden size={14} /> Columns
      </button>
      <button
        type="button"
        className={classNames(ACTION, "max-md:hidden")}
        title={`Row density: ${label[density]}`}
        aria-label={`Switch to ${label[other]} rows`}
        onClick={() => onDensity(other)}
      >
        <Density aria-hidden size={14} />
      </button>
      <button
        type="button"
        className={ACTION}
        title="Export these rows"
        aria-label="Export these rows"
        aria-haspopup="dialog"
        onClick={() => liveKeys.press("export")}
      >
        <Download aria-hidden size={14} />
      </button>
      <BoardPrint query={query} className={classNames(ACTION, "max-md:hidden")} />
      <ShareButton
        about={{ kind: "board", address: boardParams(query).toString() }}
        label={views.current?.name ?? "Containers"}
        className={classNames(ACTION, "max-md:hidden")}
      />
      <button type="button" className={ACTION} aria-haspopup="dialog" onClick={onView}>
        {views.current?.mine ? (views.differs ? "Save changes" : "View") : "Save view"}
      </button>
    </div>
  );
}
