"use client";

import { useSyncExternalStore } from "react";
import { keyCaps } from "./shortcuts";

const never = () => () => {};
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The key caps of a shortcut. The server does not know the keyboard and renders Ctrl. */
export function KeyCap({ of }: { of: string }) {
  const mac = useSyncExternalStore(never, isMac, () => false);
  return (
    <span className="inline-flex gap-0.5">
      {keyCaps(of, mac).map((cap) => (
        <kbd
          key={cap}
          className="rounded-tag border border-line-strong bg-surface px-1.25 font-sans text-micro text-ink-3"
        >
          {cap}
        </kbd>
      ))}
    </span>
  );
}
