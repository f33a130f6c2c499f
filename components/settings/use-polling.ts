"use client";

import { useQuery } from "@tanstack/react-query";
import type { SettingsSlug } from "./settings-pages";

/**
 * The data of a settings page: the server's rendering, then refetched every `everyMs` while the page is visible.
 * `stale` means that the refetch failed.
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
  // After an action the page is rendered again, later than the last refetch.
  const read = query.data ?? initial;
  const data = read.readAt >= initial.readAt ? read : initial;
  return { data, stale: query.isError };
}
