"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names";

const DIALOG = "inset-x-3 top-[8dvh] mx-auto max-h-[84dvh] rounded-card border";
const DRAWER = "inset-y-0 right-0 w-[min(40rem,100vw)] border-l";

/** A dialog over the page, or a drawer at its right edge, with a title and a close button. */
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
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[var(--shade)]" />
        <Dialog.Popup
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
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
