"use client";

import { Popover } from "@base-ui/react/popover";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { fieldClass } from "@/components/ui/forms/field";
import { beginsClick } from "@/components/ui/lists/row-click";
import { type DayRange, rangeText } from "@/lib/features/board/rules/board-address";
import { chipClass, FilterChipLabel } from "./filter-chip-label";

const PRESETS: readonly { label: string; range: DayRange }[] = [
  { label: "Past LFD", range: { from: null, to: -1 } },
  { label: "Today", range: { from: 0, to: 0 } },
  { label: "1 to 2 days", range: { from: 1, to: 2 } },
  { label: "At most 3 days", range: { from: null, to: 3 } },
  { label: "More than 3 days", range: { from: 4, to: null } },
];

const asDay = (text: string): number | null => (/^-?\d{1,3}$/.test(text.trim()) ? Number(text) : null);

/** The chip for a range of days left: presets, or from and to. */
export function LeftFilter({
  range,
  open,
  onOpen,
  onPress,
  onPick,
}: {
  range: DayRange | null;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Called before `onPick`, when a range is pressed. */
  onPress: (range: DayRange | null) => void;
  onPick: (range: DayRange | null) => void;
}) {
  const [from, setFrom] = useState(String(range?.from ?? ""));
  const [to, setTo] = useState(String(range?.to ?? ""));
  const days = { from: asDay(from), to: asDay(to) };
  const wrong =
    (from.trim() !== "" && days.from === null) || (to.trim() !== "" && days.to === null)
      ? "Enter whole days, such as -2 or 3."
      : days.from !== null && days.to !== null && days.from > days.to
        ? "The first value is greater than the second."
        : null;
  const pick = (picked: DayRange | null) => {
    onPick(picked);
    setFrom(String(picked?.from ?? ""));
    setTo(String(picked?.to ?? ""));
    onOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={onOpen}>
      <Popover.Trigger className={chipClass(range !== null)}>
        <FilterChipLabel label="Days left" chosen={range && rangeText(range)} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="z-40">
          <Popover.Popup
            aria-label="Days left"
            className="flex w-64 flex-col rounded-card border border-line-strong bg-surface py-1 shadow-pop"
          >
            {PRESETS.map(({ label, range: preset }) => (
              <button
                key={label}
                type="button"
                className="px-3 py-1.5 text-left hover:bg-accent-soft"
                onPointerDown={(event) => {
                  if (beginsClick(event)) onPress(preset);
                }}
                onClick={() => pick(preset)}
              >
                {label}
              </button>
            ))}
            <form
              className="mt-1 flex flex-col gap-1.5 border-t border-line px-3 py-2"
              onSubmit={(event) => {
                event.preventDefault();
                if (wrong === null) pick(days.from === null && days.to === null ? null : days);
              }}
            >
              <div className="flex items-center gap-1.5">
                <input
                  aria-label="Days left from"
                  inputMode="numeric"
                  placeholder="from"
                  value={from}
                  className={fieldClass(wrong !== null)}
                  onChange={(event) => setFrom(event.target.value)}
                />
                <span className="text-ink-3">to</span>
                <input
                  aria-label="Days left to"
                  inputMode="numeric"
                  placeholder="to"
                  value={to}
                  className={fieldClass(wrong !== null)}
                  onChange={(event) => setTo(event.target.value)}
                />
                <Button type="submit">Set</Button>
              </div>
              {wrong && (
                <p role="alert" className="text-note text-late">
                  {wrong}
                </p>
              )}
            </form>
            {range && (
              <button
                type="button"
                className="border-t border-line px-3 py-2 text-left text-accent hover:bg-accent-soft"
                onClick={() => pick(null)}
              >
                Any days left
              </button>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
