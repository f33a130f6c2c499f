"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { classNames } from "./class-names";

/**
 * A modal dialog. The rest of the page is inert while it is open. Escape and a click outside close it, and the
 * previously focused element gets the focus back.
 */
export function Modal({
  label,
  onClose,
  children,
  className,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
  className?: string;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Runs before the dialog is removed, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={classNames(
        "m-auto mt-[12vh] w-[min(40rem,calc(100vw-1.5rem))] overflow-hidden rounded-card border border-line-strong bg-surface p-0 text-ink shadow-pop backdrop:bg-[var(--shade)] max-md:mt-3",
        className,
      )}
    >
      {children}
    </dialog>
  );
}
