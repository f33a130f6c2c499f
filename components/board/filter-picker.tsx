"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { FacetValue } from "./board-page-data";
import { chipClass } from "./filter-chip-label";

/** A chip that opens the values boxes have, to be searched and chosen from; choosing the chosen one clears it. */
export function FilterPicker({
  name,
  label,
  values,
  failed,
  value,
  open,
  onOpen,
  onPick,
}: {
  name: string;
  label: ReactNode;
  values: FacetValue[] | undefined;
  failed: boolean;
  value: string | null;
  open: boolean;
  onOpen: (open: boolean) => void;
  onPick: (value: string | null) => void;
}) {
  const chosen = values?.find((each) => each.value === value) ?? null;
  const empty = failed ? "The list could not be read." : values ? "Nothing matches." : "Reading the list…";
  return (
    <Combobox.Root
      items={values ?? []}
      value={chosen}
      itemToStringLabel={(each) => each.label}
      isItemEqualToValue={(a, b) => a.value === b.value}
      open={open}
      onOpenChange={onOpen}
      onValueChange={(picked) => onPick(picked && picked.value !== value ? picked.value : null)}
      autoHighlight
    >
      {/* A combobox is not named by what stands in it. */}
      <Combobox.Trigger
        aria-label={`${name} ${chosen?.label ?? value ?? "any"}`}
        className={chipClass(value !== null)}
      >
        {label}
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-40">
          <Combobox.Popup
            aria-label={name}
            className="flex max-h-[min(24rem,var(--available-height))] w-72 max-w-[var(--available-width)] flex-col overflow-hidden rounded-card border border-line-strong bg-surface shadow-pop"
          >
            <Combobox.Input
              aria-label={`Search ${name.toLowerCase()}`}
              placeholder={`Search ${name.toLowerCase()}`}
              className="min-h-9 border-b border-line bg-surface px-3 placeholder:text-ink-3 focus-visible:outline-none"
            />
            <Combobox.Empty>
              <p className="px-3 py-3 text-ink-2">{empty}</p>
            </Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto py-1 data-empty:p-0">
              {(each: FacetValue) => (
                <Combobox.Item
                  key={each.value}
                  value={each}
                  className="grid cursor-default grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-1.5 px-3 py-1.5 outline-none data-highlighted:bg-accent-soft"
                >
                  <Combobox.ItemIndicator>
                    <Check aria-hidden size={13} className="text-accent" />
                  </Combobox.ItemIndicator>
                  <span className="col-start-2 truncate">{each.label}</span>
                  <span className="text-ink-3">{each.count}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
            {value !== null && (
              <button
                type="button"
                className="border-t border-line px-3 py-2 text-left text-accent hover:bg-accent-soft"
                onClick={() => {
                  onPick(null);
                  onOpen(false);
                }}
              >
                Any {name.toLowerCase()}
              </button>
            )}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
