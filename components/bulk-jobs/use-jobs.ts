"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveRead } from "@/components/realtime/use-live-read";
import type { JobProgress } from "@/lib/features/bulk-jobs/messages";
import { fetchJobs } from "./requests";

/** Refetch interval in addition to the live feed. A missed update is shown after this time. */
const REFETCH_MS = 5_000;

export const JOBS_KEY = ["jobs"] as const;

/** Running jobs and the jobs of the last day, updated live. Undefined while loading. */
export function useJobs(): readonly JobProgress[] | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: JOBS_KEY,
    queryFn: ({ signal }) => fetchJobs(signal),
    refetchInterval: ({ state }) =>
      state.data?.some(({ endedAt }) => endedAt === null) ? REFETCH_MS : false,
  });
  useLiveRead(
    () => void client.invalidateQueries({ queryKey: JOBS_KEY }),
    ({ jobs }) => jobs !== undefined && jobs.length > 0,
  );
  return data;
}
