"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import { useState } from "react";
import type { FacetValue } from "@/components/board/page-data";
import { beginsClick } from "@/components/ui/lists/row-click";
import { foldText } from "@/lib/platform/text/fold-text";
import { chipClass, FilterChipLabel } from "./filter-chip-label";

/** The chosen values after a click on one. */
function toggled(picked: readonly FacetValue[], value: string): string[] {
  const values = picked.map((each) => each.value);
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** A chip that opens a searchable list of values with multiple choice. */
export function FilterPicker({
  name,
  label,
  values,
  failed,
  chosen,
  hint,
  open,
  onOpen,
  onPress,
  onPick,
}: {
  name: string;
  /** The labels of the chosen values. Null for none. */
  label: string | null;
  values: readonly FacetValue[] | undefined;
  failed: boolean;
  chosen: readonly string[];
  /** The format of typed values, if text that is not in the list can be a value. */
  hint?: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Called before `onPick`, when a value is pressed. */
  onPress: (values: string[]) => void;
  onPick: (values: string[]) => void;
}) {
  const [text, setText] = useState("");
  const wanted = text.trim();
  const known = [
    ...(values ?? []),
    // Chosen values that no container has any more are listed too, so that they can be removed.
    ...chosen
      .filter((value) => !values?.some((each) => each.value === value))
      .map((value) => ({ value, label: value, count: 0 })),
  ];
  const own =
    hint !== undefined && wanted !== "" && !known.some((each) => foldText(each.label) === foldText(wanted));
  const items = own ? [...known, { value: wanted, label: wanted, count: -1 }] : known;
  const picked = items.filter(({ value }) => chosen.includes(value));
  const empty = failed ? "Couldn’t load the list." : values ? "No matches." : "Loading…";
  return (
    <Combobox.Root
      items={items}
      multiple
      value={picked}
      itemToStringLabel={(each) => each.label}
      filter={({ label }, typed) => foldText(label).includes(foldText(typed.trim()))}
      isItemEqualToValue={(a, b) => a.value === b.value}
      open={open}
      onOpenChange={onOpen}
      inputValue={text}
      onInputValueChange={setText}
      onValueChange={(next) => onPick(next.map(({ value }) => value))}
      autoHighlight
    >
      {/* A combobox needs a label, because its content is not its accessible name. */}
      <Combobox.Trigger aria-label={`${name} ${label ?? "any"}`} className={chipClass(chosen.length > 0)}>
        <FilterChipLabel label={name} chosen={label} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-40">
          <Combobox.Popup
            aria-label={name}
            className="flex max-h-[min(24rem,var(--available-height))] w-72 max-w-[var(--available-width)] flex-col overflow-hidden rounded-card border border-line-strong bg-surface shadow-pop"
          >
            <Combobox.Input
              aria-label={`Search ${name.toLowerCase()}`}
              placeholder={hint ?? `Search ${name.toLowerCase()}`}
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
                  onPointerDown={(event) => {
                    if (beginsClick(event)) onPress(toggled(picked, each.value));
                  }}
                  className="grid cursor-default grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-1.5 px-3 py-1.5 outline-none data-highlighted:bg-accent-soft"
                >
                  <Combobox.ItemIndicator>
                    <Check aria-hidden size={13} className="text-accent" />
                  </Combobox.ItemIndicator>
                  <span className="col-start-2 truncate" dir="auto">
                    {each.count === -1 ? `Use “${each.label}”` : each.label}
                  </span>
                  <span className="text-ink-3">
                    {each.count < 0 ? "" : each.count.toLocaleString("en-US")}
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
            {chosen.length > 0 && (
              <button
                type="button"
                className="border-t border-line px-3 py-2 text-left text-accent hover:bg-accent-soft"
                onClick={() => {
                  onPick([]);
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
