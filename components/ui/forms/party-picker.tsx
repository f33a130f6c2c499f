"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown, Plus } from "lucide-react";
import { useState } from "react";
import { Field, fieldClass, fieldProps } from "./field";

export type PartyChoice = { id: string; name: string };

/** The id of the choice that creates a party. No party has this id. */
const NEW = "new party";

/** A field to search and choose a party. Submits its id under `name`. */
export function PartyPicker({
  id,
  name,
  label,
  parties,
  value,
  onChange,
  onCreate,
  error,
  optional,
}: {
  id: string;
  name: string;
  label: string;
  parties: readonly PartyChoice[];
  /** The id of the chosen party. "" for none. */
  value: string;
  onChange: (id: string) => void;
  /** Creates a party with the typed name if no party has it. Absent where that is not possible. */
  onCreate?: { label: (name: string) => string; create: (name: string) => void };
  error?: string | null;
  optional?: boolean;
}) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim();
  const chosen = parties.find((party) => party.id === value) ?? null;
  const known = parties.some((party) => party.name.toLowerCase() === wanted.toLowerCase());
  const offered =
    onCreate && wanted !== "" && !known ? [...parties, { id: NEW, name: onCreate.label(wanted) }] : parties;
  return (
    <Field id={id} label={label} error={error} optional={optional}>
      <input type="hidden" name={name} value={value} />
      <Combobox.Root
        items={offered}
        value={chosen}
        itemToStringLabel={(party) => party.name}
        isItemEqualToValue={(a, b) => a.id === b.id}
        onValueChange={(party) => {
          if (party?.id === NEW) onCreate?.create(wanted);
          else onChange(party?.id ?? "");
        }}
        onInputValueChange={setTyped}
        autoHighlight
      >
        <div className="relative">
          <Combobox.Input
            {...fieldProps(id, { error })}
            placeholder="Enter a name"
            className={`${fieldClass(Boolean(error))} pr-8`}
          />
          <Combobox.Trigger
            aria-label={`Show ${label.toLowerCase()} choices`}
            className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-ink-3"
          >
            <ChevronDown aria-hidden size={14} />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-60">
            <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-[var(--anchor-width)] overflow-y-auto rounded-card border border-line-strong bg-surface py-1 shadow-pop">
              <Combobox.Empty>
                <p className="px-3 py-2 text-ink-2">No matching party.</p>
              </Combobox.Empty>
              <Combobox.List>
                {(party: PartyChoice) => (
                  <Combobox.Item
                    key={party.id}
                    value={party}
                    className="grid cursor-default grid-cols-[1rem_minmax(0,1fr)] items-center gap-1.5 px-3 py-1.5 outline-none data-highlighted:bg-accent-soft"
                  >
                    {party.id === NEW ? (
                      <Plus aria-hidden size={13} className="text-ink-3" />
                    ) : (
                      <Combobox.ItemIndicator>
                        <Check aria-hidden size={13} className="text-accent" />
                      </Combobox.ItemIndicator>
                    )}
                    <span className="col-start-2 truncate">{party.name}</span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Field>
  );
}
