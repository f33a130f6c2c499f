"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { classNames } from "./class-names";

const DIALOG = "inset-x-3 top-[8dvh] mx-auto max-h-[84dvh] rounded-card border";
const DRAWER = "inset-y-0 right-0 w-[min(40rem,100vw)] border-l";

const FIELDS = "input:not([type=hidden],:disabled), select:not(:disabled), textarea:not(:disabled)";

/** A dialog over the page, or a drawer at its right edge, with a title and a close button. The first field has the focus. */
export function Panel({
  title,
  onClose,
  wide = false,
  drawer = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  drawer?: boolean;
  children: ReactNode;
}) {
  const content = useRef<HTMLDivElement>(null);
  // On a touch screen the focus in a field would open the keyboard over the dialog.
  const firstField = (openedBy: string) =>
    openedBy === "touch" || (content.current?.querySelector<HTMLElement>(FIELDS) ?? true);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[var(--shade)]" />
        <Dialog.Popup
          initialFocus={firstField}
          className={classNames(
            "fixed z-50 flex flex-col overflow-hidden border-line-strong bg-surface shadow-pop outline-none",
            drawer ? DRAWER : classNames(DIALOG, wide ? "max-w-2xl" : "max-w-md"),
          )}
        >
          <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
            <Dialog.Title className="text-lead font-[620] tracking-tight">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="inline-flex size-7.5 items-center justify-center rounded-field text-ink-2 hover:bg-raised"
            >
              <X aria-hidden size={16} />
            </Dialog.Close>
          </div>
          <div ref={content} className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
