"use client";

import { Popover } from "@base-ui/react/popover";
import { useState } from "react";
import { useLocale } from "@/components/preferences/locale";
import { useMinute } from "@/components/time/clock";
import type { SentEdit, UnsavedEdit } from "./edits";
import { Decisions } from "./unsaved-buttons";
import { unsavedText } from "./unsaved-text";

/** The typed text of a cell whose change is being sent. */
export function SentCell({ edit: { text, isSlow } }: { edit: SentEdit }) {
  return (
    <span className="flex min-w-0 gap-1 text-ink-3">
      <span className="truncate">{text}</span>
      {isSlow && <span className="shrink-0 italic">Saving…</span>}
    </span>
  );
}

/** The typed text of a cell that is not saved, with the reason and what the user can do. */
export function UnsavedCell({ edit }: { edit: UnsavedEdit }) {
  const [open, setOpen] = useState(true);
  const locale = useLocale();
  const now = useMinute();
  const why = unsavedText(locale, edit.why, now);
  return (
    <Popover.Root
      open={open}
      // It stays until the user decides. Esc and the cell close it, and the cell opens it again.
      onOpenChange={(next, { reason }) => {
        if (next || reason === "escape-key" || reason === "trigger-press") setOpen(next);
      }}
    >
      <Popover.Trigger
        aria-label={`${edit.text || "No text"}, not saved`}
        className="flex w-full min-w-0 items-center gap-1 text-left text-late"
      >
        <span aria-hidden className="size-[7px] shrink-0 rounded-full bg-late" />
        <span className="truncate">{edit.text || "—"}</span>
      </Popover.Trigger>
      <Popover.Portal>
        {/* The next cell that is typed in is below or to the right, with its suggestions below it. */}
        <Popover.Positioner side="top" align="start" sideOffset={6} className="z-20">
          <Popover.Popup
            initialFocus={false}
            finalFocus={false}
            aria-label={edit.name}
            className="max-w-80 rounded-card border border-line-strong bg-surface px-3 py-1.5 text-note shadow-pop"
          >
            <p role="alert" className="wrap-anywhere text-ink">
              {why}
            </p>
            <Decisions edit={edit} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
