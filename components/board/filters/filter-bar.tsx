"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { fetchBoardFacets } from "@/components/board/data/requests";
import type { ListAddress } from "@/components/ui/lists/use-list-address";
import { type BoardQuery, isNarrowed, rangeText, widened } from "@/lib/features/board/rules/board-address";
import { boardFilter, CHOICE_LABELS, CHOICES, type ChoiceId } from "@/lib/features/board/rules/filters";
import { ChipAction, ChoiceChip, IdleChip, useFilterChips } from "./choice-chip";
import { chipClass, FilterChipLabel } from "./filter-chip-label";
import { chosenLabels, needsFacets, offeredValues } from "./filter-values";
import type { FilterId } from "./types";

/** Pop-ups load their script when a chip is first opened. */
const LeftFilter = dynamic(() => import("./days-left-filter").then((module) => module.LeftFilter), {
  ssr: false,
});
const AddFilter = dynamic(() => import("./add-filter").then((module) => module.AddFilter), { ssr: false });

/** The filters whose chips are always shown. The others appear through “Filter” or the address. */
const ALWAYS: readonly FilterId[] = ["terminal", "line", "customer", "carrier"];

const isSet = (query: BoardQuery, id: FilterId): boolean => {
  if (id === "left") return query.left !== null;
  return id === "numbers" ? query.numbers.length > 0 || query.list !== null : query.choices[id].length > 0;
};

const withChoice = (query: BoardQuery, id: ChoiceId, values: readonly string[]): BoardQuery => ({
  ...query,
  choices: { ...query.choices, [id]: values },
});

/** The chips that narrow a queue, and the button to reset them. `children` is shown at the end of the row. */
export function FilterBar({
  address: { query, set, ahead },
  changed,
  onNumbers,
  onAllSeen,
  children,
}: {
  address: ListAddress<BoardQuery>;
  /** The number of containers that changed since the user last saw them. */
  changed: number;
  /** Opens the panel of pasted numbers. */
  onNumbers: () => void;
  onAllSeen: () => void;
  children: ReactNode;
}) {
  const [added, setAdded] = useState<readonly FilterId[]>([]);
  const named = CHOICES.some((id) => query.choices[id].length > 0 && needsFacets(id));
  const { facets, stateOf } = useFilterChips("board-facets", fetchBoardFacets, named);
  const chips = [...CHOICES, "left" as const].filter(
    (id) => ALWAYS.includes(id) || isSet(query, id) || added.includes(id),
  );
  const adding = stateOf("add");

  return (
    <div className="mb-2.5 flex shrink-0 flex-wrap items-center gap-1.5 max-md:flex-nowrap max-md:overflow-x-auto max-md:whitespace-nowrap">
      {chips.map((id) => {
        const state = stateOf(id);
        if (id !== "left")
          return (
            <ChoiceChip
              key={id}
              {...state}
              name={CHOICE_LABELS[id]}
              labels={chosenLabels(id, query.choices[id], facets.data)}
              values={offeredValues(id, facets.data)}
              failed={facets.isError}
              chosen={query.choices[id]}
              hint={boardFilter(id).hint}
              onPress={(values) => ahead(withChoice(query, id, values))}
              onPick={(values) => set(withChoice(query, id, values))}
            />
          );
        const { left } = query;
        return state.live ? (
          <LeftFilter
            key={id}
            range={left}
            open={state.open}
            onOpen={state.onOpen}
            onPress={(pressed) => ahead({ ...query, left: pressed })}
            onPick={(picked) => set({ ...query, left: picked })}
          />
        ) : (
          <IdleChip key={id} label="Days left" chosen={left && rangeText(left)} onOpen={state.onOpen} />
        );
      })}
      {isSet(query, "numbers") && <NumbersChip query={query} onOpen={onNumbers} />}
      {query.changed && (
        <button
          type="button"
          className={chipClass(true)}
          title="Remove filter"
          onClick={() => set({ ...query, changed: false })}
        >
          <FilterChipLabel label="Changes" chosen="unseen" />
        </button>
      )}
      {query.changed && changed > 0 && <ChipAction onClick={onAllSeen}>Mark all as seen</ChipAction>}
      {adding.live ? (
        <AddFilter
          filters={[...CHOICES, "left" as const].filter((id) => !chips.includes(id))}
          open={adding.open}
          onOpen={adding.onOpen}
          onNumbers={onNumbers}
          onAdd={(id) => {
            setAdded([...added, id]);
            stateOf(id).onOpen(true);
          }}
        />
      ) : (
        <button
          type="button"
          aria-haspopup="menu"
          aria-expanded={false}
          className={`${chipClass(false)} border-dashed`}
          onClick={() => adding.onOpen(true)}
        >
          + Filter
        </button>
      )}
      {isNarrowed(query) && (
        <ChipAction
          onClick={() => {
            setAdded([]);
            set(widened(query));
          }}
        >
          Clear filters
        </ChipAction>
      )}
      {children}
    </div>
  );
}

function NumbersChip({ query, onOpen }: { query: BoardQuery; onOpen: () => void }) {
  const count = query.numbers.length;
  const text = query.list === null ? `${count} ${count === 1 ? "number" : "numbers"}` : "pasted list";
  return (
    <button type="button" aria-haspopup="dialog" className={chipClass(true)} onClick={onOpen}>
      <FilterChipLabel label="Numbers" chosen={text} />
    </button>
  );
}
