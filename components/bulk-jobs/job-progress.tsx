"use client";

import Link from "next/link";
import { useState } from "react";
import { BoardRequestError } from "@/components/board/data/requests";
import { useTicking } from "@/components/time/clock";
import { useMay } from "@/components/ui/permissions";
import { type JobProgress, jobCounts, jobHref, jobState } from "@/lib/features/bulk-jobs/messages";
import { retryJob, stopJob, undoJob } from "./requests";

const ACTION =
  "inline-flex min-h-6 shrink-0 items-center rounded-chip px-1.5 py-0.5 text-accent hover:bg-accent-soft disabled:opacity-55";

/** The progress as a bar. The figures next to it contain the same information. */
function Bar({ job }: { job: JobProgress }) {
  const share = (count: number) => `${job.total === 0 ? 0 : (100 * count) / job.total}%`;
  return (
    <span
      aria-hidden
      className="flex h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-raised inset-ring inset-ring-line-strong"
    >
      <span className="bg-accent" style={{ width: share(job.done) }} />
      <span className="bg-late" style={{ width: share(job.failed) }} />
    </span>
  );
}

/** The status text of a job, with a countdown while it waits. */
export function JobText({ job }: { job: JobProgress }) {
  const text = useTicking((now) => {
    if (job.stoppedBecause !== null) return job.stoppedBecause;
    const state = jobState(job, new Date(now));
    if (state === "waits" && job.pausedUntil) {
      const seconds = Math.max(1, Math.ceil((Date.parse(job.pausedUntil) - now) / 1_000));
      return `${job.pausedBecause}; resumes in ${seconds}s`;
    }
    if (state === "runs") return job.cancelledAt === null ? "" : "stopping";
    if (state === "cancelled") return "stopped";
    return "";
  });
  const state = job.endedAt !== null && job.failed > 0 ? "text-late" : "text-ink-2";
  return (
    <span className="min-w-0">
      <span className={state}>{jobCounts(job)}</span>
      {text && <span className="text-ink-3"> · {text}</span>}
    </span>
  );
}

/** One job with its progress and its actions. */
export function JobLine({
  job,
  onChange,
  onDismiss,
  linked = true,
}: {
  job: JobProgress;
  onChange: () => void;
  /** Dismisses the line. Absent if the line cannot be dismissed. */
  onDismiss?: () => void;
  /** Whether the line links to the job's page. */
  linked?: boolean;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function action(send: (id: string) => Promise<unknown>): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await send(job.id);
    } catch (error) {
      setProblem(
        error instanceof BoardRequestError ? error.message : "Couldn’t send the request. Try again.",
      );
    }
    setBusy(false);
    onChange();
  }
  const open = job.endedAt === null;
  const continues = job.stoppedBecause !== null && job.cancelled > 0;
  const mayAct = useMay("dispatch");
  return (
    <div data-job={job.id} className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-0.5">
      <Bar job={job} />
      <b className="min-w-0 max-w-[40ch] truncate font-[560]" title={job.title}>
        {job.title}
      </b>
      {!job.mine && <span className="text-ink-3">{job.by}</span>}
      <JobText job={job} />
      {problem && (
        <span role="alert" className="text-late">
          {problem}
        </span>
      )}
      <span className="ml-auto flex items-center">
        {mayAct && open && job.cancelledAt === null && (
          <button type="button" className={ACTION} disabled={busy} onClick={() => void action(stopJob)}>
            Stop
          </button>
        )}
        {mayAct && !open && job.retriedBy === null && (job.failed > 0 || continues) && (
          <button type="button" className={ACTION} disabled={busy} onClick={() => void action(retryJob)}>
            {continues ? "Continue" : "Retry failed"}
          </button>
        )}
        {job.retriedBy !== null && (
          <Link href={`/jobs/${job.retriedBy}`} prefetch={false} className={ACTION}>
            {continues ? "continued" : "retried"}
          </Link>
        )}
        {mayAct && !open && job.undoneBy === null && job.undoable > 0 && (
          <button type="button" className={ACTION} disabled={busy} onClick={() => void action(undoJob)}>
            Undo
          </button>
        )}
        {job.undoneBy !== null && <span className="px-1.5 text-ink-3">undone</span>}
        {linked && (
          <Link
            href={jobHref(job)}
            prefetch={false}
            className={ACTION}
            aria-label={`View rows of: ${job.title}`}
          >
            View rows
          </Link>
        )}
        {!open && onDismiss && (
          <button type="button" className={ACTION} aria-label={`Dismiss: ${job.title}`} onClick={onDismiss}>
            Dismiss
          </button>
        )}
      </span>
    </div>
  );
}
