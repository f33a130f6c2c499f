"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { isFoundBy, isNearName, isNewName, nearestFirst } from "@/lib/domain/parties/party-names";
import { Field, fieldClass, fieldProps } from "./field";
import { ChoiceField } from "./form-draft";

/** A party to choose. An archived one is not offered, but shown where it is chosen already. */
export type PartyChoice = { id: string; name: string; archivedAt?: string | null };

/** The id of the choice that creates a party. No party has this id. */
const NEW = "new party";
/**
 * The id of the row above it when no party matches. It is highlighted then, so that Enter alone does nothing.
 */
const NONE = "no party";

function choiceText({ id, name }: PartyChoice): string {
  if (id === NONE) return "No matching party.";
  return id === NEW ? `Create “${name}”` : name;
}

function Choice({ party, note }: { party: PartyChoice; note: string | null }) {
  return (
    <Combobox.Item
      value={party}
      disabled={party.id === NONE}
      className="grid cursor-default grid-cols-[1rem_minmax(0,1fr)] items-center gap-x-1.5 px-3 py-1.5 outline-none data-highlighted:bg-accent-soft"
    >
      {party.id === NEW ? (
        <Plus aria-hidden size={13} className="text-ink-3" />
      ) : (
        <Combobox.ItemIndicator>
          <Check aria-hidden size={13} className="text-accent" />
        </Combobox.ItemIndicator>
      )}
      <span className="col-start-2 truncate">{choiceText(party)}</span>
      {note && <span className="col-start-2 text-note text-ink-2">{note}</span>}
    </Combobox.Item>
  );
}

/**
 * A field to search and choose a party. Submits its id under `name`. Enter chooses the highlighted party. A new party is
 * only chosen by its row *Create “…”*, with the arrow keys or the mouse, and submitted as `companyName`.
 */
export function PartyPicker({
  id,
  name,
  label,
  parties,
  value,
  onChange,
  newParty,
  withArchived = false,
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
  /** The chosen name of a party to create, "" for none. Absent where none can be created. */
  newParty?: { name: string; onChoose: (name: string) => void };
  /** Whether archived parties are offered, to find what they are assigned to. */
  withArchived?: boolean;
  error?: string | null;
  optional?: boolean;
}) {
  const [typed, setTyped] = useState("");
  const highlightedBy = useRef("none");
  const wanted = typed.trim();
  const creates = newParty !== undefined && newParty.name !== "";
  const chosen = creates
    ? { id: NEW, name: newParty.name }
    : (parties.find((party) => party.id === value) ?? null);
  const listed = parties.filter(({ archivedAt }) => withArchived || !archivedAt);
  const archived = withArchived
    ? null
    : parties.find((party) => party.archivedAt && isNearName(party.name, wanted));
  const offersNew = newParty !== undefined && isNewName(parties, wanted);
  const matches = listed.some((party) => isFoundBy(party, wanted));
  const isNear = ({ id: each, name: known }: PartyChoice) =>
    offersNew && each !== NEW && each !== NONE && isNearName(known, wanted);
  const added = offersNew
    ? [...(matches ? [] : [{ id: NONE, name: wanted }]), { id: NEW, name: wanted }]
    : [];
  return (
    <Field
      id={id}
      label={label}
      error={error}
      optional={optional}
      hint={creates && "A new party. It is created when you submit the form."}
    >
      <ChoiceField name={name} value={creates ? "" : value} onRestore={onChange} />
      {newParty && <ChoiceField name="companyName" value={newParty.name} onRestore={newParty.onChoose} />}
      <Combobox.Root
        items={[...nearestFirst(listed, wanted), ...added]}
        filter={(party, query) => party.id === NEW || party.id === NONE || isFoundBy(party, query)}
        value={chosen}
        itemToStringLabel={(party) => party.name}
        isItemEqualToValue={(a, b) => a.id === b.id}
        onValueChange={(party, details) => {
          const byEnter = details.event.type === "keydown";
          if (party?.id !== NEW) onChange(party?.id ?? "");
          else if (byEnter && highlightedBy.current !== "keyboard") details.cancel();
          else newParty?.onChoose(wanted);
        }}
        onInputValueChange={setTyped}
        onItemHighlighted={(_, { reason }) => {
          highlightedBy.current = reason;
        }}
        autoHighlight
      >
        <div className="relative">
          <Combobox.Input
            {...fieldProps(id, { hint: creates, error })}
            placeholder="Enter a name"
            className={`${fieldClass(Boolean(error))} pr-8`}
            onKeyDown={({ key, currentTarget }) => {
              // Leaves the field, so that the keys of the page work again. An open list is closed first.
              if (key === "Escape" && currentTarget.getAttribute("aria-expanded") !== "true")
                currentTarget.blur();
            }}
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
                {!archived && <p className="px-3 py-2 text-ink-2">No matching party.</p>}
              </Combobox.Empty>
              <Combobox.Status>
                {archived && (
                  <p className="px-3 py-2 text-ink-2">
                    {archived.name} is archived. Restore it on the Parties page.
                  </p>
                )}
              </Combobox.Status>
              <Combobox.List>
                {(party: PartyChoice) => (
                  <Choice key={party.id} party={party} note={isNear(party) ? "Similar name" : null} />
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Field>
  );
}
