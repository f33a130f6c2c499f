"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import type { JobProgress } from "@/lib/features/bulk-jobs/messages";
import { JobLine } from "./job-progress";
import { JOBS_KEY } from "./use-jobs";

const MAX_LINES = 3;
const PUT_AWAY = "drayboard-jobs-put-away";
const MAX_KEPT = 100;

function readPutAway(): string[] {
  try {
    return (localStorage.getItem(PUT_AWAY) ?? "").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

/** All running jobs, and the user's own ended jobs that are not dismissed. */
function shownJobs(jobs: readonly JobProgress[], putAway: readonly string[]): JobProgress[] {
  return jobs.filter(({ id, mine, endedAt }) => (endedAt === null ? true : mine && !putAway.includes(id)));
}

/** The jobs at the foot of the board, each with its progress. */
export function JobsStrip({ jobs }: { jobs: readonly JobProgress[] }) {
  const client = useQueryClient();
  const [putAway, setPutAway] = useState<readonly string[]>([]);
  useEffect(() => setPutAway(readPutAway()), []);
  const all = shownJobs(jobs, putAway);
  // Only the latest ended job is shown, to leave room for the rows.
  const latest = all.find(({ endedAt }) => endedAt !== null);
  const shown = all.filter((job) => job.endedAt === null || job === latest);
  const open = shown.filter(({ endedAt }) => endedAt === null).length;
  const ended = shown.find(({ endedAt }) => endedAt !== null);

  function dismiss(id: string): void {
    const next = [...putAway, id].slice(-MAX_KEPT);
    setPutAway(next);
    try {
      localStorage.setItem(PUT_AWAY, next.join(" "));
    } catch {
      // Stored for this page only.
    }
  }
  if (shown.length === 0) return null;
  return (
    <section
      aria-label="Jobs"
      className="mt-1.5 shrink-0 rounded-card border border-line bg-surface px-3 py-1 text-note"
    >
      <ul>
        {shown.slice(0, MAX_LINES).map((job) => (
          <li key={job.id}>
            <JobLine
              job={job}
              onChange={() => void client.invalidateQueries({ queryKey: JOBS_KEY })}
              onDismiss={() => dismiss(job.id)}
            />
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
