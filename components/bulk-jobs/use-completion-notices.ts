"use client";

import { useEffect, useRef } from "react";
import { BoardRequestError } from "@/components/board/data/requests";
import { useMay } from "@/components/ui/permissions";
import { notify, notifyProblem } from "@/components/ui/toasts";
import { isJobComplete, type JobProgress, jobCounts } from "@/lib/features/bulk-jobs/messages";
import { dismissJob, readDismissed } from "./dismissed-jobs";
import { undoJob } from "./requests";

/** A job that ended earlier, as while the browser was closed, gets no notice. */
const RECENT_MS = 10 * 60_000;

async function undo(id: string, reread: () => void): Promise<void> {
  try {
    await undoJob(id);
  } catch (error) {
    await notifyProblem(
      error instanceof BoardRequestError ? error.message : "Not undone. Try again under Jobs.",
    );
  }
  reread();
}

/** Shows a notice once for each job of the user that did everything, with a button that undoes it where possible. */
export function useCompletionNotices(jobs: readonly JobProgress[], reread: () => void): void {
  const mayUndo = useMay("dispatch");
  const noted = useRef(new Set<string>());
  useEffect(() => {
    const dismissed = readDismissed();
    for (const job of jobs) {
      const { id, title, mine, endedAt, undoable, undoneBy } = job;
      if (!mine || endedAt === null || !isJobComplete(job)) continue;
      if (noted.current.has(id) || dismissed.includes(id)) continue;
      noted.current.add(id);
      if (Date.now() - Date.parse(endedAt) > RECENT_MS) continue;
      dismissJob(id);
      const canUndo = mayUndo && undoable > 0 && undoneBy === null;
      void notify(
        `${title}: ${jobCounts(job)}.`,
        canUndo ? { label: "Undo", act: () => void undo(id, reread) } : undefined,
      );
    }
  }, [jobs, mayUndo, reread]);
}
