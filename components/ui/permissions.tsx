"use client";

import { createContext, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from "react";

type Deed = "dispatch" | "share" | "administer";

const Rights = createContext<readonly string[] | null>(null);

let known: readonly string[] | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Provides the user's rights to a page from its first paint. */
export function MayStart({ rights, children }: { rights: readonly string[]; children: ReactNode }) {
  return <Rights value={rights}>{children}</Rights>;
}

/** Provides the rights, once known, to components outside the pages, such as the palette. */
export function MayHere({ rights }: { rights: readonly string[] }) {
  useLayoutEffect(() => {
    known = rights;
    for (const listener of listeners) listener();
  }, [rights]);
  return null;
}

/**
 * Checks the user's rights, so that unavailable actions are not offered. The server rejects them in any case. Returns
 * true for all until the rights are known.
 */
export function useRights(): (right: string) => boolean {
  const here = useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  );
  const rights = useContext(Rights) ?? here;
  return (right) => rights?.includes(right) ?? true;
}

/** Whether the user may do this. */
export const useMay = (deed: Deed): boolean => useRights()(deed);

/** Content that is shown only to users with the right. */
export function OnlyWho({ may, children }: { may: Deed; children: ReactNode }) {
  return useMay(may) ? children : null;
}
