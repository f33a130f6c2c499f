"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { BoardRequestError } from "@/components/board/data/requests";
import { JobText } from "@/components/bulk-jobs/job-progress";
import { retryJob, stopJob } from "@/components/bulk-jobs/requests";
import { useLiveRead } from "@/components/realtime/use-live-read";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { Button, buttonClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/forms/field";
import { RowPages } from "@/components/ui/lists/pagination";
import {
  failedRows,
  type ListOutcome,
  timeLeftText,
} from "@/lib/features/tracking-requests/list-import/rules/row-outcome";
import { counted } from "@/lib/platform/text/counted";
import { OutcomeBar, OutcomeChips, OutcomeRows } from "./outcome-bar";
import { fetchTrackList, type TrackListData } from "./requests";

const PAGE = 200;
const REFETCH_MS = 5_000;
/** Changes within this time are read together. */
const GATHER_MS = 700;

function Acts({ data, onChange }: { data: TrackListData; onChange: () => void }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { job, counts, requestable: askable } = data;
  const open = job.endedAt === null;
  const failed = failedRows(counts);

  async function action(send: () => Promise<string | null>): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const next = await send();
      if (next) router.push(`/track/list/${next}`);
    } catch (error) {
      setProblem(
        error instanceof BoardRequestError ? error.message : "Couldn’t send the request. Try again.",
      );
    }
    setBusy(false);
    onChange();
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {open && job.cancelledAt === null && (
        <Button
          disabled={busy}
          onClick={() =>
            void action(async () => {
              await stopJob(job.id);
              return null;
            })
          }
        >
          Stop
        </Button>
      )}
      {failed > 0 && (
        <a href={`/api/track/lists/${job.id}/errors`} download className={buttonClass()}>
          Save {counted(failed, "row")} with errors as CSV
        </a>
      )}
      {!open && askable > 0 && (
        <Button disabled={busy} onClick={() => void action(async () => (await retryJob(job.id)).id)}>
          Retry {counted(askable, "row")}
        </Button>
      )}
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}

function Progress({ initial }: { initial: TrackListData }) {
  const { id } = initial.job;
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<ListOutcome | null>(null);
  const [offset, setOffset] = useState(0);
  const first = outcome === null && offset === 0;
  const { data = initial } = useQuery({
    queryKey: ["track-list", id, outcome, offset],
    queryFn: ({ signal }) => fetchTrackList(id, { outcome, offset }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: read }) => (read.data?.job.endedAt === null ? REFETCH_MS : false),
    initialData: first ? initial : undefined,
  });
  const refetch = () => void client.invalidateQueries({ queryKey: ["track-list", id] });
  useLiveRead(refetch, ({ jobs, requests }) => jobs?.includes(id) || requests.length > 0, GATHER_MS);
  const { job, counts, rows } = data;
  const listed = outcome === null ? job.total : counts[outcome];
  const settled = job.total - counts.waiting;
  const time = timeLeftText(counts.waiting);
  const failed = failedRows(counts);
  return (
    <div className="flex flex-col gap-3">
      <section
        aria-label="List progress"
        data-list={id}
        className="flex flex-col gap-2.5 rounded-card border border-line bg-surface px-3.5 py-3"
      >
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className="text-lead font-[620]">
            {settled.toLocaleString("en-US")} of {job.total.toLocaleString("en-US")} rows processed
          </b>
          {job.endedAt === null && time && <span className="text-ink-2">{time} left</span>}
          {job.endedAt === null && <JobText job={job} />}
          {job.endedAt !== null && job.cancelledAt !== null && (
            <span className="text-ink-2">{job.stoppedBecause ?? "stopped"}</span>
          )}
        </p>
        <p role="status" className="sr-only">
          {job.endedAt === null
            ? `More than ${Math.floor((10 * settled) / job.total) * 10}% processed.`
            : `Processed: ${failed.toLocaleString("en-US")} with errors.`}
        </p>
        <OutcomeBar counts={counts} total={job.total} />
        <OutcomeChips
          counts={counts}
          total={job.total}
          chosen={outcome}
          onChoose={(next) => {
            setOutcome(next);
            setOffset(0);
          }}
        />
        <Acts data={data} onChange={refetch} />
      </section>
      {rows.length > 0 ? <OutcomeRows rows={rows} /> : <p className="text-ink-3">No matching rows.</p>}
      <RowPages offset={offset} size={PAGE} total={listed} onOffset={setOffset} />
    </div>
  );
}

/** A submitted list: its progress and the result of each row, updated live. */
export function ListProgress({ initial, readAt }: { initial: TrackListData; readAt: string }) {
  return (
    <ReadingProvider readAt={readAt}>
      <Progress initial={initial} />
    </ReadingProvider>
  );
}
