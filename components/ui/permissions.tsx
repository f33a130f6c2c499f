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

/** Says, for a page from its first paint on, what its reader may do. */
export function MayStart({ rights, children }: { rights: readonly string[]; children: ReactNode }) {
  return <Rights value={rights}>{children}</Rights>;
}

/** Says the same, once it is known, for what stands around every page, such as the palette. */
export function MayHere({ rights }: { rights: readonly string[] }) {
  useLayoutEffect(() => {
    known = rights;
    for (const listener of listeners) listener();
  }, [rights]);
  return null;
}

/**
 * Which rights whoever reads has, so that what they may not is not offered; whatever is sent all the same is refused. All
 * until it is known.
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

/** Whether whoever reads may do this. */
export const useMay = (deed: Deed): boolean => useRights()(deed);

/** What only those see who may do this. */
export function OnlyWho({
  may,
  children,
  others = null,
}: {
  may: Deed;
  children: ReactNode;
  others?: ReactNode;
}) {
  return useMay(may) ? children : others;
}
