"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Popover } from "@base-ui/react/popover";
import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useLocale } from "@/components/preferences/locale";
import { classNames } from "@/components/ui/class-names";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { isFoundBy } from "@/lib/domain/parties/party-names";
import { foldText } from "@/lib/platform/text/fold-text";
import { cellName, editableCell } from "./editable-cells";
import type { EditedCell } from "./edits";
import { fillHint } from "./fill-cells";

type Props = {
  edited: EditedCell;
  /** The parties to choose from in a cell of a party. Absent while they are not loaded. */
  parties: readonly PartyChoice[] | undefined;
  onType: (text: string) => void;
  onSave: (step: Step) => void;
  /** Saves the text in all selected rows. */
  onFill: () => void;
  onLeave: () => void;
};

/** The cell to enter after saving: the next or previous one of the row or of the column. 0: none. */
export type Step = { along: "row" | "column"; by: -1 | 0 | 1 };

const HERE: Step = { along: "row", by: 0 };

/** The step to the next cell for a key that saves. Undefined for other keys. */
function stepOf({ key, shiftKey }: KeyboardEvent): Step | undefined {
  if (key !== "Enter" && key !== "Tab") return undefined;
  return { along: key === "Tab" ? "row" : "column", by: shiftKey ? -1 : 1 };
}

/** Whether a key press fills the selected rows. */
const isFill = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === "Enter" && (ctrlKey || metaKey);

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** What every field of a cell has. */
function useFieldProps({ edited: { row, column, text, problem } }: Props): ComponentProps<"input"> {
  const locale = useLocale();
  return {
    autoFocus: true,
    value: text,
    maxLength: 2_000,
    placeholder: editableCell(column)?.hint(locale, row),
    "aria-label": cellName(row, column),
    "aria-invalid": problem !== null,
    "aria-describedby": problem === null ? undefined : "cell-problem",
    className: classNames(
      "-mx-1 h-7 w-[calc(100%+0.5rem)] rounded-field border bg-surface px-1 text-ink outline-none",
      problem === null ? "border-accent" : "border-late",
    ),
  };
}

type FieldProps = Props & { field: RefObject<HTMLInputElement | null> };

function TextCell({ field, ...props }: FieldProps) {
  const { edited, onType, onSave, onFill, onLeave } = props;
  return (
    <input
      ref={field}
      {...useFieldProps(props)}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const step = stepOf(event);
        if (isFill(event) && fillHint(edited.row.id) !== null) onFill();
        else if (step !== undefined) onSave(isFill(event) ? HERE : step);
        else if (event.key === "Escape") onLeave();
        else return;
        stop(event);
      }}
      onBlur={() => {
        if (edited.problem === null) onSave(HERE);
      }}
    />
  );
}

/** The name of a party. Typing filters the list of parties, Enter chooses the highlighted one. */
function PartyCell({ field, ...props }: FieldProps) {
  const { edited, parties = [], onType, onSave, onFill, onLeave } = props;
  const before = editableCell(edited.column)?.textOf(edited.row) ?? "";
  const isTyped = edited.text !== before && edited.text.trim() !== "";
  const beginsSo = ({ name }: PartyChoice) =>
    isTyped && foldText(name).startsWith(foldText(edited.text.trim()));
  // Names that begin with the text are first.
  const listed = parties
    .filter((party) => !party.archivedAt && (!isTyped || isFoundBy(party, edited.text)))
    .sort((a, b) => Number(beginsSo(b)) - Number(beginsSo(a)));
  // Enter in an unchanged or cleared field takes no party that was not chosen with the arrow keys.
  const chosen = useRef<PartyChoice | null>(null);
  const choose = (party: PartyChoice, act: () => void) => {
    onType(party.name);
    act();
  };
  return (
    <Combobox.Root
      items={listed}
      filter={null}
      value={null}
      inputValue={edited.text}
      itemToStringLabel={(party: PartyChoice) => party.name}
      defaultOpen
      autoHighlight={isTyped}
      onInputValueChange={(text, { reason }) => {
        if (reason === "input-change" || reason === "input-clear") onType(text);
      }}
      onItemHighlighted={(party, { reason }) => {
        chosen.current = party && (isTyped || reason === "keyboard") ? party : null;
      }}
      onValueChange={(party, { event }) => {
        if (party && event.type !== "keydown") choose(party, () => onSave(HERE));
      }}
    >
      <Combobox.Input
        ref={field}
        {...useFieldProps(props)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const step = stepOf(event);
          if (step === undefined && event.key !== "Escape") return;
          event.preventBaseUIHandler();
          stop(event);
          if (step === undefined) {
            onLeave();
            return;
          }
          const fills = isFill(event) && fillHint(edited.row.id) !== null;
          const act = fills ? onFill : () => onSave(isFill(event) ? HERE : step);
          if (chosen.current && listed.includes(chosen.current)) choose(chosen.current, act);
          else act();
        }}
        onBlur={() => {
          if (edited.problem === null) onLeave();
        }}
      />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-60">
          <Combobox.Popup className="max-h-[min(16rem,var(--available-height))] w-56 overflow-y-auto rounded-card border border-line-strong bg-surface py-1 shadow-pop">
            <Combobox.Empty>
              <p className="px-3 py-1.5 text-ink-2">
                {props.parties ? "No matching party. Create it under Parties." : "Loading parties…"}
              </p>
            </Combobox.Empty>
            <Combobox.List>
              {(party: PartyChoice) => (
                <Combobox.Item
                  key={party.id}
                  value={party}
                  className="cursor-default truncate px-3 py-1 outline-none data-highlighted:bg-accent-soft"
                >
                  {party.name}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/**
 * The field of the cell that is being edited. Enter saves and goes to the next row, Tab to the next cell of the row,
 * Ctrl+Enter saves in all selected rows, Esc leaves.
 */
export function CellEditor(props: Props) {
  const { row, column, problem, restored } = props.edited;
  const filling = fillHint(row.id);
  const isParty = editableCell(column)?.isParty === true;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const Field = isParty ? PartyCell : TextCell;
  return (
    <>
      <Field {...props} field={field} />
      <Popover.Root open={problem !== null || restored || filling !== null}>
        <Popover.Portal>
          {/* The list of parties is below the field. */}
          <Popover.Positioner
            anchor={field}
            side={isParty ? "top" : "bottom"}
            align="start"
            sideOffset={4}
            className="z-60"
          >
            <Popover.Popup
              initialFocus={false}
              finalFocus={false}
              className="max-w-80 rounded-card border border-line-strong bg-surface px-3 py-2 shadow-pop"
            >
              {filling !== null && problem === null && <p role="status">{filling}</p>}
              {restored && <p role="status">Unsaved text restored. Esc discards it.</p>}
              {problem !== null && (
                <p id="cell-problem" role="alert" className="text-late">
                  {problem}
                </p>
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  );
}
