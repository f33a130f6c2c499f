"use client";

import { Users } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { opensHere } from "@/components/ui/lists/row-click";
import { type BoardQuery, boardHref, EVERYTHING } from "@/lib/features/board/rules/board-address";
import { queryOfView, type Views } from "./use-views";

const TAB =
  "inline-flex min-h-6.5 max-w-60 shrink-0 items-center gap-1.5 rounded-chip px-2.5 py-0.75 max-md:min-h-8";

/** The user's views at the top of the board, each a link. The open one shows whether it was changed since. */
export function ViewTabs({
  views: { list, current, differs },
  onQuery,
}: {
  views: Views;
  onQuery: (query: BoardQuery) => void;
}) {
  if (list.views.length === 0) return null;
  const whole = { id: "", name: "All containers", shared: false, mine: true, owner: "", query: EVERYTHING };
  const tabs = [whole, ...list.views.map((view) => ({ ...view, query: queryOfView(view) }))];
  return (
    <nav aria-label="Views" className="mb-2 flex shrink-0 gap-1 overflow-x-auto">
      {tabs.map(({ id, name, shared, mine, owner, query }) => {
        const here = id === (current?.id ?? "");
        const from = mine ? "" : ` by ${owner}`;
        return (
          <a
            key={id}
            href={id === "" ? "/board?queue=all" : boardHref(query)}
            aria-current={here ? "page" : undefined}
            title={`${name}${from}${list.defaultViewId === id ? ", default view" : ""}`}
            className={classNames(
              TAB,
              here
                ? "bg-surface font-[550] text-ink shadow-[inset_0_0_0_1px_var(--line-strong)]"
                : "text-ink-2 hover:text-ink",
            )}
            onClick={(event) => {
              if (!opensHere(event)) return;
              event.preventDefault();
              onQuery(query);
            }}
          >
            {shared && <Users aria-label={mine ? "Shared" : `Shared by ${owner}`} role="img" size={12} />}
            <span className="truncate" dir="auto">
              {name}
            </span>
            {here && differs && <span className="shrink-0 text-note font-normal text-soon">changed</span>}
          </a>
        );
      })}
    </nav>
  );
}
