"use client";

import Link from "next/link";
import { type KeyboardEvent, useSyncExternalStore } from "react";
import { useLocale } from "@/components/preferences/locale";
import { useMinute } from "@/components/time/clock";
import { notify } from "@/components/ui/toasts";
import { containerHref } from "@/lib/features/containers/urls";
import { cellEdits, type Edit, type SentEdit, type UnsavedEdit } from "./edits";
import { sendAgain, showRow } from "./send-edit";
import { DecisionButton, Decisions } from "./unsaved-buttons";
import { unsavedText } from "./unsaved-text";

const canRetry = ({ why }: UnsavedEdit): boolean => why.state !== "theirs";

function discardAll(edits: readonly UnsavedEdit[]): void {
  cellEdits.discard(...edits);
  for (const { row } of edits) void showRow(row.id);
  void notify("Edits discarded.", { label: "Undo", act: () => cellEdits.takeBack(edits) });
}

async function retryAll(edits: readonly UnsavedEdit[]): Promise<void> {
  const outcomes = await Promise.all(edits.filter(canRetry).map(sendAgain));
  const saved = outcomes.filter(({ state }) => state === "saved").length;
  if (saved > 0) void notify(`Saved: ${saved} ${saved === 1 ? "edit" : "edits"}.`);
}

/** Esc closes the open list and returns to its button. */
function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { currentTarget: list } = event;
  if (event.key !== "Escape" || !list.open) return;
  event.stopPropagation();
  list.open = false;
  list.querySelector("summary")?.focus();
}

function EditLine({ edit, why, children }: { edit: Edit; why: string; children?: React.ReactNode }) {
  return (
    <li className="border-t border-line px-3 py-1.5 first:border-t-0">
      <p className="flex min-w-0 gap-2">
        <Link href={containerHref(edit.row.id)} className="shrink-0 text-ink hover:underline">
          {edit.name}
        </Link>
        <span className="truncate text-ink-2" title={edit.text}>
          {edit.text || "—"}
        </span>
      </p>
      <p className="wrap-anywhere text-ink-2">{why}</p>
      {children}
    </li>
  );
}

/** The edits that are not saved, in a corner of every page: how many, and what the user can do about each. */
export function UnsavedTray() {
  const { unsaved, sending } = useSyncExternalStore(
    cellEdits.subscribe,
    cellEdits.snapshot,
    cellEdits.serverSnapshot,
  );
  const locale = useLocale();
  const now = useMinute();
  const slow: readonly SentEdit[] = sending.filter(({ isSlow }) => isSlow);
  const count = unsaved.length + slow.length;
  if (count === 0) return <span role="status" className="sr-only" />;
  return (
    <details
      className="fixed bottom-14 left-3 z-40 print:hidden text-note md:left-[208px] narrow:md:left-[68px]"
      onKeyDown={closeOnEscape}
    >
      <summary
        className={`w-fit cursor-pointer list-none rounded-field border border-line-strong bg-surface px-2.5 py-1 font-medium shadow-pop hover:bg-raised ${unsaved.length > 0 ? "text-late" : "text-ink-2"}`}
      >
        <span role={unsaved.length > 0 ? "status" : undefined}>{count} not saved</span>
      </summary>
      <section
        aria-label="Edits that are not saved"
        className="absolute bottom-full left-0 mb-1 w-96 max-w-[calc(100vw-1.5rem)] rounded-card border border-line-strong bg-surface shadow-pop"
      >
        <ul className="max-h-80 overflow-y-auto">
          {slow.map((edit) => (
            <EditLine key={`${edit.row.id} ${edit.column}`} edit={edit} why="Saving…" />
          ))}
          {unsaved.map((edit) => (
            <EditLine
              key={`${edit.row.id} ${edit.column}`}
              edit={edit}
              why={unsavedText(locale, edit.why, now)}
            >
              <Decisions edit={edit} about={edit.name} />
            </EditLine>
          ))}
        </ul>
        {unsaved.length > 1 && (
          <div className="flex gap-1 border-t border-line-strong px-1.5 py-1">
            <DecisionButton label="Discard all" act={() => discardAll(unsaved)} />
            {unsaved.some(canRetry) && (
              <DecisionButton label="Retry all" act={() => void retryAll(unsaved)} />
            )}
          </div>
        )}
      </section>
    </details>
  );
}
