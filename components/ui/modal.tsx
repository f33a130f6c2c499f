"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { classNames } from "./class-names";

/**
 * A dialog over the page: the rest is out of reach while it stands, Escape and a click next to it close it, and what had
 * the focus has it again.
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
  // Before the dialog leaves the page: only then does the browser give the focus back.
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
