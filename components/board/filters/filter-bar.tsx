"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { fetchBoardFacets } from "@/components/board/data/requests";
import type { ListAddress } from "@/components/ui/lists/use-list-address";
import {
  type BoardQuery,
  CHOICE_LABELS,
  CHOICES,
  isNarrowed,
  rangeWords,
  widened,
} from "@/lib/features/board/rules/board-address";
import { chipClass, chosenOf, FilterChipLabel } from "./filter-chip-label";
import { chosenLabels, needsFacets, offeredValues, TYPED_HINTS } from "./filter-values";
import type { FilterId } from "./types";

/** Pickers load their script when a chip is first opened. */
const FilterPicker = dynamic(() => import("./filter-picker").then((module) => module.FilterPicker), {
  ssr: false,
});
const LeftFilter = dynamic(() => import("./days-left-filter").then((module) => module.LeftFilter), {
  ssr: false,
});
const AddFilter = dynamic(() => import("./add-filter").then((module) => module.AddFilter), { ssr: false });

/** The filters whose chips are always shown. The others appear through “Filter” or the address. */
const ALWAYS: readonly FilterId[] = ["terminal", "line", "customer", "carrier"];
const FACETS_FRESH_MS = 60_000;

const isSet = (query: BoardQuery, id: FilterId): boolean => {
  if (id === "left") return query.left !== null;
  return id === "numbers" ? query.numbers.length > 0 || query.list !== null : query.choices[id].length > 0;
};

/** The chips that narrow a queue, and the button to reset them. `children` is shown at the end of the row. */
export function FilterBar({
  address: { query, set },
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
  const [open, setOpen] = useState<FilterId | "add" | null>(null);
  const [live, setLive] = useState(false);
  const [added, setAdded] = useState<readonly FilterId[]>([]);
  const named = CHOICES.some((id) => query.choices[id].length > 0 && needsFacets(id));
  const facets = useQuery({
    queryKey: ["board-facets"],
    queryFn: ({ signal }) => fetchBoardFacets(signal),
    enabled: live || named,
    staleTime: FACETS_FRESH_MS,
  });
  const chips = [...CHOICES, "left" as const].filter(
    (id) => ALWAYS.includes(id) || isSet(query, id) || added.includes(id),
  );
  const opened = (id: FilterId | "add", is: boolean) => setOpen(is ? id : null);
  const begin = (id: FilterId | "add") => {
    setLive(true);
    setOpen(id);
  };

  return (
    <div className="mb-2.5 flex shrink-0 flex-wrap items-center gap-1.5 max-md:flex-nowrap max-md:overflow-x-auto max-md:whitespace-nowrap">
      {chips.map((id) => {
        const label = id === "left" ? "Days left" : CHOICE_LABELS[id];
        const chosen =
          id === "left"
            ? query.left && rangeWords(query.left)
            : chosenOf(chosenLabels(id, query.choices[id], facets.data));
        if (!live)
          return (
            <button
              key={id}
              type="button"
              aria-haspopup="dialog"
              aria-expanded={false}
              className={chipClass(isSet(query, id))}
              onClick={() => begin(id)}
            >
              <FilterChipLabel label={label} chosen={chosen} />
            </button>
          );
        if (id === "left")
          return (
            <LeftFilter
              key={id}
              range={query.left}
              open={open === id}
              onOpen={(is) => opened(id, is)}
              onPick={(left) => set({ ...query, left })}
            />
          );
        return (
          <FilterPicker
            key={id}
            name={label}
            label={<FilterChipLabel label={label} chosen={chosen} />}
            values={offeredValues(id, facets.data)}
            failed={facets.isError}
            chosen={query.choices[id]}
            hint={TYPED_HINTS[id]}
            typed={TYPED_HINTS[id] !== undefined}
            open={open === id}
            onOpen={(is) => opened(id, is)}
            onPick={(values) => set({ ...query, choices: { ...query.choices, [id]: values } })}
          />
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
          <FilterChipLabel label="Changed" chosen="since I looked" />
        </button>
      )}
      {query.changed && changed > 0 && (
        <button
          type="button"
          className="shrink-0 rounded-chip px-2 py-0.75 text-accent hover:bg-accent-soft"
          onClick={onAllSeen}
        >
          Mark all as seen
        </button>
      )}
      {live ? (
        <AddFilter
          filters={[...CHOICES, "left" as const].filter((id) => !chips.includes(id))}
          open={open === "add"}
          onOpen={(is) => opened("add", is)}
          onNumbers={onNumbers}
          onAdd={(id) => {
            setAdded([...added, id]);
            setOpen(id);
          }}
        />
      ) : (
        <button
          type="button"
          aria-haspopup="menu"
          aria-expanded={false}
          className={`${chipClass(false)} border-dashed`}
          onClick={() => begin("add")}
        >
          + Filter
        </button>
      )}
      {isNarrowed(query) && (
        <button
          type="button"
          className="shrink-0 rounded-chip px-2 py-0.75 text-accent hover:bg-accent-soft"
          onClick={() => {
            setAdded([]);
            set(widened(query));
          }}
        >
          Clear filters
        </button>
      )}
      {children}
    </div>
  );
}

function NumbersChip({ query, onOpen }: { query: BoardQuery; onOpen: () => void }) {
  const count = query.numbers.length;
  const words = query.list === null ? `${count} ${count === 1 ? "number" : "numbers"}` : "pasted list";
  return (
    <button type="button" aria-haspopup="dialog" className={chipClass(true)} onClick={onOpen}>
      <FilterChipLabel label="Numbers" chosen={words} />
    </button>
  );
}
