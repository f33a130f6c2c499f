"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { type BoardFilters, FACETS, type FacetId, isNarrowed } from "./board-address";
import type { BoardFacets } from "./board-page-data";
import { fetchBoardFacets } from "./board-requests";
import { chipClass, FilterChipLabel } from "./filter-chip-label";

/** The list to choose from comes with its script when the first chip is opened. */
const FilterPicker = dynamic(() => import("./filter-picker").then((module) => module.FilterPicker), {
  ssr: false,
});

const LABELS: Record<FacetId, string> = {
  terminal: "Terminal",
  line: "Line",
  port: "Port of discharge",
  status: "Status",
  carrier: "Carrier",
};

const LISTS: Record<FacetId, keyof BoardFacets> = {
  terminal: "terminals",
  line: "lines",
  port: "ports",
  status: "statuses",
  carrier: "carriers",
};

const FACETS_FRESH_MS = 60_000;

/** The chips that narrow a queue, and the way back. */
export function FilterBar({
  filters,
  total,
  onFacet,
  onClear,
}: {
  filters: BoardFilters;
  total: number;
  onFacet: (facet: FacetId, value: string | null) => void;
  onClear: () => void;
}) {
  const [open, setOpen] = useState<FacetId | null>(null);
  const [picked, setPicked] = useState(false);
  const named = FACETS.some((facet) => filters[facet] !== "");
  const facets = useQuery({
    queryKey: ["board-facets"],
    queryFn: ({ signal }) => fetchBoardFacets(signal),
    enabled: picked || named,
    staleTime: FACETS_FRESH_MS,
  });

  return (
    <div className="mb-2.5 flex shrink-0 flex-wrap items-center gap-1.5 max-md:flex-nowrap max-md:overflow-x-auto max-md:whitespace-nowrap">
      {FACETS.map((facet) => {
        const values = facets.data?.[LISTS[facet]];
        const value = filters[facet];
        const chosen = value === "" ? null : (values?.find((each) => each.value === value)?.label ?? value);
        return picked ? (
          <FilterPicker
            key={facet}
            name={LABELS[facet]}
            label={<FilterChipLabel label={LABELS[facet]} chosen={chosen} />}
            values={values}
            failed={facets.isError}
            value={value === "" ? null : value}
            open={open === facet}
            onOpen={(opened) => setOpen(opened ? facet : null)}
            onPick={(picked) => onFacet(facet, picked)}
          />
        ) : (
          <button
            key={facet}
            type="button"
            aria-haspopup="dialog"
            aria-expanded={false}
            className={chipClass(value !== "")}
            onClick={() => {
              setPicked(true);
              setOpen(facet);
            }}
          >
            <FilterChipLabel label={LABELS[facet]} chosen={chosen} />
          </button>
        );
      })}
      {isNarrowed(filters) && (
        <button
          type="button"
          className="rounded-chip px-2 py-0.75 text-accent hover:bg-accent-soft"
          onClick={onClear}
        >
          Clear filters
        </button>
      )}
      <p className="ml-auto text-ink-3" role="status">
        {total.toLocaleString("en-US")} {total === 1 ? "container" : "containers"}
      </p>
    </div>
  );
}
