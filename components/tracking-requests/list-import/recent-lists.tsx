"use client";

import { useQueryClient } from "@tanstack/react-query";
import { JobLine } from "@/components/bulk-jobs/job-progress";
import { JOBS_KEY, useJobs } from "@/components/bulk-jobs/use-jobs";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { Card } from "@/components/ui/card";

function Lists() {
  const client = useQueryClient();
  const lists = useJobs()?.filter(({ kind }) => kind === "track_numbers") ?? [];
  if (lists.length === 0) return null;
  return (
    <Card title="Running lists and lists from the last day" className="mt-3.5">
      <ul className="flex flex-col divide-y divide-line">
        {lists.map((job) => (
          <li key={job.id} className="py-1">
            <JobLine job={job} onChange={() => void client.invalidateQueries({ queryKey: JOBS_KEY })} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Running and recent lists, each with its progress, so that a user who left the page can return. */
export function RecentLists({ readAt }: { readAt: string }) {
  return (
    <ReadingProvider readAt={readAt}>
      <Lists />
    </ReadingProvider>
  );
}
