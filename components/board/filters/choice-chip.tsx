"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { chipClass, FilterChipLabel } from "./filter-chip-label";

/** Pickers load their script when a chip is first opened. */
const FilterPicker = dynamic(() => import("./filter-picker").then((module) => module.FilterPicker), {
  ssr: false,
});
const FACETS_FRESH_MS = 60_000;

/** `live`: a chip of the list was opened before, so that the scripts of the chips are needed. */
type ChipState = { live: boolean; open: boolean; onOpen: (open: boolean) => void };

/**
 * The chips of a list, of which one is open at most, and the values that they offer. These are read by `read` when a
 * chip is first opened, or at once if labels of chosen values are `needed`.
 */
export function useFilterChips<Facets>(
  name: string,
  read: (signal: AbortSignal) => Promise<Facets>,
  needed: boolean,
) {
  const [open, setOpen] = useState<string | null>(null);
  const [live, setLive] = useState(false);
  const facets = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => read(signal),
    enabled: live || needed,
    staleTime: FACETS_FRESH_MS,
  });
  const stateOf = (id: string): ChipState => ({
    live,
    open: open === id,
    onOpen(is) {
      if (is) setLive(true);
      setOpen(is ? id : null);
    },
  });
  return { facets, stateOf };
}

/** A chip before any chip was opened. */
export function IdleChip({
  onOpen,
  ...text
}: ComponentProps<typeof FilterChipLabel> & Pick<ChipState, "onOpen">) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      className={chipClass(text.chosen !== null)}
      onClick={() => onOpen(true)}
    >
      <FilterChipLabel {...text} />
    </button>
  );
}

/** The chip of a filter with a list of values. */
export function ChoiceChip({
  live,
  labels,
  ...picker
}: ChipState & { /** The chosen values. */ labels: readonly { label: string }[] } & Omit<
    ComponentProps<typeof FilterPicker>,
    "label"
  >) {
  const label = chosenOf(labels);
  if (live) return <FilterPicker {...picker} label={label} />;
  return <IdleChip label={picker.name} chosen={label} onOpen={picker.onOpen} />;
}

/** The chosen values in a chip: "Maersk", "Maersk or MSC", "Maersk +3". Null for none. */
function chosenOf(labels: readonly { label: string }[]): string | null {
  const [first, second] = labels;
  if (!first) return null;
  if (labels.length > 2) return `${first.label} +${labels.length - 1}`;
  return second ? `${first.label} or ${second.label}` : first.label;
}

/** A button at the end of the chips. */
export function ChipAction({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      className="shrink-0 rounded-chip px-2 py-0.75 text-accent hover:bg-accent-soft"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
