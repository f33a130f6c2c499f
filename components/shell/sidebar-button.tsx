"use client";

import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isSidebarNarrow, subscribeToSidebar, toggleSidebar } from "@/components/preferences/sidebar";

/** Collapses the sidebar to its icons, and expands it. */
export function SidebarButton() {
  const narrow = useSyncExternalStore(subscribeToSidebar, isSidebarNarrow, () => false);
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose;
  const label = narrow ? "Expand sidebar" : "Collapse sidebar";
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-expanded={!narrow}
      onClick={toggleSidebar}
      className="inline-flex size-7 items-center justify-center rounded-chip text-ink-3 hover:bg-surface hover:text-ink"
    >
      <Icon aria-hidden size={15} />
    </button>
  );
}
