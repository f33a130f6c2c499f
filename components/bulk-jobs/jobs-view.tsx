"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { Notice } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { JobLine } from "./job-progress";
import { JOBS_KEY, useJobs } from "./use-jobs";

function List() {
  const jobs = useJobs();
  const client = useQueryClient();
  if (!jobs) return <Skeleton className="h-24" />;
  if (jobs.length === 0)
    return (
      <Notice title="No jobs">
        Select containers on the board to assign, tag, refresh or stop tracking in bulk. Running jobs and jobs
        that ended in the last day are listed here.
      </Notice>
    );
  return (
    <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface px-3">
      {jobs.map((job) => (
        <li key={job.id} className="py-1">
          <JobLine job={job} onChange={() => void client.invalidateQueries({ queryKey: JOBS_KEY })} />
        </li>
      ))}
    </ul>
  );
}

/** Running jobs and the jobs of the last day. */
export function JobsView({ readAt }: { readAt: string }) {
  return (
    <ReadingProvider readAt={readAt}>
      <List />
    </ReadingProvider>
  );
}
