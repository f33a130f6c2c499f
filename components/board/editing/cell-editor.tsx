"use client";

import { Popover } from "@base-ui/react/popover";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useLocale } from "@/components/preferences/locale";
import { classNames } from "@/components/ui/class-names";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { EditedCell } from "./cell-editing";
import { editableCell } from "./editable-cells";

/** The field of the cell that is being edited. Enter saves, Esc leaves, Tab saves and goes to the next cell. */
export default function CellEditor({
  edited: { row, column, text, problem, saving },
  onType,
  onSave,
  onLeave,
}: {
  edited: EditedCell;
  onType: (text: string) => void;
  /** `step`: the next or previous cell to enter after saving, 0 to leave the row's cells. */
  onSave: (step: -1 | 0 | 1) => void;
  onLeave: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const cell = editableCell(column);
  const locale = useLocale();
  useEffect(() => field.current?.select(), []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") onSave(0);
    else if (event.key === "Escape") onLeave();
    else if (event.key === "Tab") onSave(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the user asked for the field
        autoFocus
        value={text}
        readOnly={saving}
        maxLength={2_000}
        placeholder={cell?.hint(locale)}
        aria-label={`${cell?.label} of ${formatContainerNumber(row.number)}`}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : "cell-problem"}
        className={classNames(
          "-mx-1 h-7 w-[calc(100%+0.5rem)] rounded-field border bg-surface px-1 text-ink outline-none",
          problem === null ? "border-accent" : "border-late",
          saving && "text-ink-3",
        )}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (problem === null) onSave(0);
        }}
      />
      <Popover.Root open={problem !== null}>
        <Popover.Portal>
          <Popover.Positioner anchor={field} side="bottom" align="start" sideOffset={4} className="z-60">
            <Popover.Popup
              initialFocus={false}
              finalFocus={false}
              className="max-w-80 rounded-card border border-line-strong bg-surface px-3 py-2 text-late shadow-pop"
            >
              <p id="cell-problem" role="alert">
                {problem}
              </p>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  );
}
