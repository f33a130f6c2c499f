"use client";

import { classNames } from "@/components/ui/class-names";
import { notify } from "@/components/ui/toasts";
import { cellEdits, type UnsavedEdit } from "./edits";
import { sendAgain, showRow } from "./send-edit";

/** A small text button in a list of unsaved edits or at their cell. */
export function DecisionButton({ label, act, about }: { label: string; act: () => void; about?: string }) {
  return (
    <button
      type="button"
      aria-label={about && `${label}: ${about}`}
      onClick={act}
      className={classNames(
        "rounded-field px-1.5 py-0.5 font-medium whitespace-nowrap text-accent hover:bg-raised",
      )}
    >
      {label}
    </button>
  );
}

async function send(edit: UnsavedEdit): Promise<void> {
  const outcome = await sendAgain(edit);
  if (outcome.state === "saved") void notify(`Saved: ${outcome.name}.`);
}

function discard(edit: UnsavedEdit): void {
  cellEdits.discard(edit);
  void showRow(edit.row.id);
}

/** What the user decides about an unsaved edit. `about` names it in a list. */
export function Decisions({ edit, about }: { edit: UnsavedEdit; about?: string }) {
  const [keeps, sends] = edit.why.state === "theirs" ? ["Keep theirs", "Use mine"] : ["Discard", "Retry"];
  return (
    <span className="-mx-1.5 flex gap-1">
      <DecisionButton label={keeps} about={about} act={() => discard(edit)} />
      <DecisionButton label={sends} about={about} act={() => void send(edit)} />
    </span>
  );
}
