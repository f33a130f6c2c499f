"use client";

import { KeyCap } from "@/components/keyboard/key-cap";
import { liveKeys } from "@/components/keyboard/shortcut-registry";

/** Opens the palette by click and shows its shortcut. */
export function PaletteButton() {
  return (
    <button
      type="button"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={() => liveKeys.press("palette")}
      className="mb-2 flex items-center justify-between gap-2 rounded-chip border border-line bg-surface px-2.5 py-1.25 text-ink-3 hover:text-ink max-md:min-h-11"
    >
      Search or run…
      <KeyCap of="mod+k" />
    </button>
  );
}
