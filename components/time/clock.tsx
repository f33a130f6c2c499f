"use client";

import { createContext, type ReactNode, useContext, useRef, useSyncExternalStore } from "react";
import { sameContent } from "./same-content";

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;

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

let minute = 0;

/** The first instant that was seen of the current minute (epoch ms). */
function instantOfMinute(): number {
  const now = Date.now();
  if (Math.floor(now / MINUTE_MS) !== Math.floor(minute / MINUTE_MS)) minute = now;
  return minute;
}

/**
 * The current time (epoch ms), updated within a second after each full minute. For a list of many texts, which all
 * render again once a minute instead of each reading the clock.
 */
export function useMinute(): number {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(subscribe, instantOfMinute, () => renderedAt ?? 0);
}

/**
 * A value computed from the current time (epoch ms) every second, with one timer for the whole tab. The component
 * renders again only when the content of the value changes, and no request is sent.
 */
export function useTicking<Value>(read: (now: number) => Value): Value {
  const renderedAt = useContext(RenderedAt);
  const last = useRef<{ value: Value } | null>(null);
  // React compares snapshots by identity, so a value with the same content stays the same value.
  const valueAt = (now: number): Value => {
    const value = read(now);
    if (last.current === null || !sameContent(last.current.value, value)) last.current = { value };
    return last.current.value;
  };
  return useSyncExternalStore(
    subscribe,
    () => valueAt(Date.now()),
    () => valueAt(renderedAt ?? 0),
  );
}
