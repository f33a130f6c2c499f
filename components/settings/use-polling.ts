"use client";

import { useQuery } from "@tanstack/react-query";
import type { SettingsSlug } from "./settings-pages";

/**
 * What a page of the settings shows: what the server rendered, then read again every `everyMs` while somebody looks.
 * `stale` says that it could not be read again.
 */
export function useReading<T extends { readAt: string }>(
  slug: SettingsSlug,
  initial: T,
  everyMs: number,
): { data: T; stale: boolean } {
  const query = useQuery({
    queryKey: ["settings", slug],
    queryFn: async ({ signal }): Promise<T> => {
      const response = await fetch(`/api/settings/${slug}`, { signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.json();
    },
    initialData: initial,
    initialDataUpdatedAt: Date.parse(initial.readAt),
    staleTime: everyMs,
    refetchInterval: everyMs,
    retry: false,
  });
  // After an act the page is rendered anew, later than what was last read.
  const read = query.data ?? initial;
  const data = read.readAt >= initial.readAt ? read : initial;
  return { data, stale: query.isError };
}
