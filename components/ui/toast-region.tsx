"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { noticesWanted } from "./toasts";

const Toaster = dynamic(() => import("sonner").then((module) => module.Toaster), { ssr: false });

/** The corner region that shows the notices. */
export function NoticesCorner() {
  const wanted = useSyncExternalStore(
    noticesWanted.subscribe,
    noticesWanted.snapshot,
    noticesWanted.serverSnapshot,
  );
  if (!wanted) return null;
  return (
    <Toaster
      position="bottom-right"
      gap={8}
      style={{ fontFamily: "inherit" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-80 max-w-full items-center gap-2 rounded-card border border-line-strong bg-surface px-3.5 py-2.5 font-sans text-ink shadow-pop",
          success: "[&_[data-icon]]:text-go",
          error: "[&_[data-icon]]:text-late",
          content: "min-w-0 wrap-anywhere",
          actionButton:
            "ml-auto shrink-0 rounded-field whitespace-nowrap px-2 py-1 font-medium text-accent hover:bg-raised",
        },
      }}
    />
  );
}
