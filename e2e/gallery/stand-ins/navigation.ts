import { useMemo, useSyncExternalStore } from "react";

/** What components requested of the router since the section was rendered. */
export type RouterCall = { call: "push" | "replace" | "refresh" | "back"; href: string | null };

let calls: RouterCall[] = [];
const listeners = new Set<() => void>();

const changed = () => {
  for (const listener of listeners) listener();
};

// Next notes changes of the address that components make by themselves, so the stand-in does too.
for (const name of ["pushState", "replaceState"] as const) {
  const original = window.history[name].bind(window.history);
  window.history[name] = (...args: Parameters<History["pushState"]>) => {
    original(...args);
    changed();
  };
}
window.addEventListener("popstate", changed);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const router = {
  push(href: string): void {
    calls.push({ call: "push", href });
    window.history.pushState(null, "", href);
  },
  replace(href: string): void {
    calls.push({ call: "replace", href });
    window.history.replaceState(null, "", href);
  },
  refresh: () => void calls.push({ call: "refresh", href: null }),
  back: () => void calls.push({ call: "back", href: null }),
  forward: () => undefined,
  prefetch: () => undefined,
};

/** The calls so far, and a fresh start at an address. */
export const routerCalls = {
  all: (): readonly RouterCall[] => calls,
  begin(href: string): void {
    calls = [];
    window.history.replaceState(null, "", href);
  },
};

// The interface of `next/navigation` that components use.
export const useRouter = () => router;
export const usePathname = (): string => useSyncExternalStore(subscribe, () => window.location.pathname);
export function useSearchParams(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** The error of a server action that another build of the dashboard does not have. */
export class UnrecognizedActionError extends Error {}

export const unstable_isUnrecognizedActionError = (error: unknown): boolean =>
  error instanceof UnrecognizedActionError;

/** No section navigates by throwing. */
export const unstable_rethrow = (_: unknown): void => undefined;
