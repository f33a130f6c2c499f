"use client";

import { useEffect, useState } from "react";
import type { SearchMatch } from "@/lib/features/search/rules";
import { readMatch } from "./palette-results";

/** Delay after the last key press before the dashboard is requested. */
const WAIT_MS = 80;

export type Matches = {
  /** The text that the matches belong to. They remain until the matches of a new text arrive. */
  of: string;
  matches: readonly SearchMatch[];
  failed: boolean;
};

async function request(q: string, signal: AbortSignal): Promise<SearchMatch[]> {
  const response = await fetch(`/api/find?q=${encodeURIComponent(q)}`, { signal });
  if (!response.ok) throw new Error(`the search answered ${response.status}`);
  const result: unknown = await response.json();
  const matches: unknown = typeof result === "object" && result !== null && Reflect.get(result, "matches");
  return Array.isArray(matches) ? matches.flatMap((match) => readMatch(match) ?? []) : [];
}

/** The account's records that match a text, requested after the user stops typing. */
export function useMatches(text: string): Matches {
  const q = text.trim().slice(0, 200);
  const [found, setFound] = useState<Matches>({ of: "", matches: [], failed: false });
  useEffect(() => {
    if (q === "") {
      setFound({ of: "", matches: [], failed: false });
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      request(q, abort.signal).then(
        (matches) => setFound({ of: q, matches, failed: false }),
        () => abort.signal.aborted || setFound({ of: q, matches: [], failed: true }),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q]);
  return found;
}
