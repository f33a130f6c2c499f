"use client";

import { Search } from "lucide-react";
import { KeyCap } from "@/components/keyboard/key-cap";
import { liveKeys } from "@/components/keyboard/shortcut-registry";

/** Opens the palette by click and shows its shortcut. */
export function PaletteButton() {
  return (
    <button
      type="button"
      title="Search or run a command"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={() => liveKeys.press("palette")}
      className="mb-2 flex items-center justify-between gap-2 rounded-chip border border-line bg-surface px-2.5 py-1.25 text-ink-3 hover:text-ink max-md:min-h-11"
    >
      <Search aria-hidden size={15} className="hidden narrow:md:block" />
      <span className="narrow:md:sr-only">Search or run…</span>
      <span className="narrow:md:hidden">
        <KeyCap of="mod+k" />
      </span>
    </button>
  );
}
