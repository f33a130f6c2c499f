"use client";

import { Menu } from "@base-ui/react/menu";
import { useState } from "react";
import { CHOICE_LABELS, type ChoiceId } from "@/lib/features/board/rules/filters";
import { chipClass } from "./filter-chip-label";
import type { FilterId } from "./types";

const ITEM = "cursor-default px-3 py-1.5 outline-none data-highlighted:bg-accent-soft";

/** The menu of the filters that have no chip yet. */
export function AddFilter({
  filters,
  open,
  onOpen,
  onAdd,
  onNumbers,
}: {
  filters: readonly (ChoiceId | "left")[];
  open: boolean;
  onOpen: (open: boolean) => void;
  onAdd: (id: FilterId) => void;
  onNumbers: () => void;
}) {
  // The chosen filter opens after the menu closes, because the menu restores the focus when it closes.
  const [chosen, setChosen] = useState<FilterId | null>(null);
  return (
    <Menu.Root
      open={open}
      onOpenChange={onOpen}
      onOpenChangeComplete={(is) => {
        if (is || chosen === null) return;
        setChosen(null);
        if (chosen === "numbers") onNumbers();
        else onAdd(chosen);
      }}
    >
      <Menu.Trigger className={`${chipClass(false)} border-dashed`}>+ Filter</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="z-40">
          <Menu.Popup className="w-56 rounded-card border border-line-strong bg-surface py-1 shadow-pop">
            {filters.map((id) => (
              <Menu.Item key={id} className={ITEM} onClick={() => setChosen(id)}>
                {id === "left" ? "Days left" : CHOICE_LABELS[id]}
              </Menu.Item>
            ))}
            <Menu.Separator className="my-1 border-t border-line" />
            <Menu.Item className={ITEM} onClick={() => setChosen("numbers")}>
              Pasted numbers…
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
