"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";

const TICK_MS = 1_000;

let timer: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer) {
      clearInterval(timer);
      timer = null;
    }
  };
}

const RenderedAt = createContext<number | null>(null);

/** Provides the server's render time (epoch ms) to live texts, so that the first paint equals the server's. */
export function ClockStart({ at, children }: { at: number; children: ReactNode }) {
  return <RenderedAt value={at}>{children}</RenderedAt>;
}

/**
 * A text computed from the current time (epoch ms) every second, with one timer for the whole tab. The component
 * renders again only when the text changes, and no request is sent.
 */
export function useTicking(text: (now: number) => string): string {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(
    subscribe,
    () => text(Date.now()),
    () => text(renderedAt ?? 0),
  );
}
