"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import { isJobComplete, type JobProgress } from "@/lib/features/bulk-jobs/messages";
import { dismissJob, readDismissed } from "./dismissed-jobs";
import { JobLine } from "./job-progress";
import { useCompletionNotices } from "./use-completion-notices";
import { JOBS_KEY } from "./use-jobs";

const MAX_LINES = 3;

/** Whether an ended job needs the user: it failed in part, and was neither retried nor dismissed. */
const isUnresolved = (job: JobProgress, dismissed: readonly string[]): boolean =>
  job.mine && !isJobComplete(job) && job.retriedBy === null && !dismissed.includes(job.id);

/** All running jobs, and the user's own ended jobs that are unresolved. */
const shownJobs = (jobs: readonly JobProgress[], dismissed: readonly string[]): JobProgress[] =>
  jobs.filter((job) => job.endedAt === null || isUnresolved(job, dismissed));

/**
 * The jobs at the foot of the board, each with its progress. A job of the user that did everything leaves with a notice,
 * which can undo it.
 */
export function JobsStrip({ jobs }: { jobs: readonly JobProgress[] }) {
  const client = useQueryClient();
  const reread = () => void client.invalidateQueries({ queryKey: JOBS_KEY });
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  useEffect(() => setDismissed(readDismissed()), []);
  useCompletionNotices(jobs, reread);
  const all = shownJobs(jobs, dismissed);
  // Only the latest ended job is shown, to leave room for the rows.
  const latest = all.find(({ endedAt }) => endedAt !== null);
  const shown = all.filter((job) => job.endedAt === null || job === latest);
  const open = shown.filter(({ endedAt }) => endedAt === null).length;
  const ended = shown.find(({ endedAt }) => endedAt !== null);
  if (shown.length === 0) return null;
  return (
    <section
      aria-label="Jobs"
      className="mt-1.5 shrink-0 rounded-card border border-line bg-surface px-3 py-1 text-note"
    >
      <ul>
        {shown.slice(0, MAX_LINES).map((job) => (
          <li key={job.id}>
            <JobLine job={job} onChange={reread} onDismiss={() => setDismissed(dismissJob(job.id))} />
          </li>
        ))}
      </ul>
      {all.length > Math.min(shown.length, MAX_LINES) && (
        <Link href="/jobs" prefetch={false} className="text-accent hover:underline">
          All {all.length} jobs
        </Link>
      )}
      <p role="status" className="sr-only">
        {open > 0
          ? `${open} ${open === 1 ? "job is" : "jobs are"} in progress.`
          : ended
            ? `${ended.title}: ${ended.done} done, ${ended.failed} failed.`
            : ""}
      </p>
    </section>
  );
}
