"use client";

import { useSyncExternalStore } from "react";
import { boardSelection, countSelected } from "@/components/board/selection/selection";
import { addressOf, scopeOf, selectRange } from "@/components/board/selection/use-selection";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";

const CONTAINER = "size-3.5 cursor-pointer accent-[var(--accent)]";
/** Large enough for a mouse pointer, over the start of the number cell. */
const FRAME = "absolute inset-y-0 left-0 z-10 flex w-8 cursor-pointer items-start justify-center";

/** On a card, a strip of the full card height, for touch. */
const CARD_FRAME = "absolute inset-y-0 left-0 flex w-11 cursor-pointer items-center justify-center";

type SelectCheckboxProps = {
  id: string;
  number: string;
  index: number;
  selected: boolean;
  onCard?: boolean;
};

/** The checkbox of a card, which knows by itself whether the container is selected. */
export function CardCheckbox(props: Omit<SelectCheckboxProps, "selected" | "onCard">) {
  const selected = useSyncExternalStore(
    boardSelection.subscribe,
    () => boardSelection.has(props.id),
    () => false,
  );
  return <SelectCheckbox {...props} selected={selected} onCard />;
}

/** Selects the container of a row or card. With Shift, selects the range from the last selected container. */
export function SelectCheckbox({ id, number, index, selected, onCard = false }: SelectCheckboxProps) {
  return (
    <label className={onCard ? CARD_FRAME : FRAME}>
      <input
        type="checkbox"
        tabIndex={onCard ? 0 : -1}
        aria-label={`Select ${number}`}
        className={onCard ? "size-5 cursor-pointer accent-[var(--accent)]" : `${CONTAINER} mt-2.5`}
        checked={selected}
        onChange={(event) => {
          const { nativeEvent } = event;
          const from = boardSelection.anchor();
          if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey && from !== null)
            void selectRange(from, index, event.target.checked);
          else boardSelection.toggle(id, index);
        }}
      />
    </label>
  );
}

/** Selects all containers that match the filters, or none. */
export function SelectAllCheckbox({
  total,
  isCounted,
  query,
}: {
  total: number;
  isCounted: boolean;
  query: BoardQuery;
}) {
  const selected = useSyncExternalStore(
    boardSelection.subscribe,
    () => countSelected(boardSelection.snapshot(), total),
    () => 0,
  );
  const all = selected > 0 && selected >= total;
  return (
    <label className={FRAME}>
      <input
        ref={(container) => {
          if (container) container.indeterminate = selected > 0 && !all;
        }}
        type="checkbox"
        aria-label={`Select all ${isCounted ? `${total.toLocaleString("en-US")} ` : ""}containers that match the filters`}
        className={`${CONTAINER} mt-2`}
        checked={all}
        disabled={!isCounted}
        onChange={() => {
          if (selected > 0) boardSelection.clear();
          else boardSelection.all(scopeOf(query), addressOf(query));
        }}
      />
    </label>
  );
}
