"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { liveFeed } from "@/components/realtime/feed";
import type { JobProgress } from "@/lib/features/bulk-jobs/messages";
import { fetchJobs } from "./requests";

/** Refetch interval in addition to the live feed. A missed update is shown after this time. */
const REREAD_MS = 5_000;

export const JOBS_KEY = ["jobs"] as const;

/** Running jobs and the jobs of the last day, updated live. Undefined while loading. */
export function useJobs(): readonly JobProgress[] | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: JOBS_KEY,
    queryFn: ({ signal }) => fetchJobs(signal),
    refetchInterval: ({ state }) => (state.data?.some(({ endedAt }) => endedAt === null) ? REREAD_MS : false),
  });
  useEffect(() => {
    const read = () => void client.invalidateQueries({ queryKey: JOBS_KEY });
    const leaveChanges = liveFeed.onChange(({ jobs }) => jobs?.length && read());
    const leaveResync = liveFeed.onResync(read);
    return () => {
      leaveChanges();
      leaveResync();
    };
  }, [client]);
  return data;
}
