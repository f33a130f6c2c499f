"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";

/** A dialog over the board, with a title and a close button. */
export function Panel({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[var(--shade)]" />
        <Dialog.Popup
          className={`fixed inset-x-3 top-[8dvh] z-50 mx-auto flex max-h-[84dvh] flex-col overflow-hidden rounded-card border border-line-strong bg-surface shadow-pop outline-none ${wide ? "max-w-2xl" : "max-w-md"}`}
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
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
