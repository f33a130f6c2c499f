"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useLiveRead } from "@/components/realtime/use-live-read";
import { ContainerLink } from "@/components/search/container-link";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { RowPages } from "@/components/ui/lists/pagination";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { formatContainerNumber } from "@/lib/contract/container-number";
import {
  isJobKind,
  JOB_SUBJECTS,
  type JobProgress,
  type JobRow,
  type JobSubject,
} from "@/lib/features/bulk-jobs/messages";
import { shipmentHref } from "@/lib/features/containers/urls";
import { JobLine } from "./job-progress";
import { fetchJob, type JobPageData } from "./requests";

const PAGE = 200;
const REFETCH_MS = 5_000;
type State = JobRow["state"];

const STATE_LABELS: Record<State, string> = {
  done: "Done",
  failed: "Failed",
  waiting: "Waiting",
  cancelled: "Not started",
};
const TONES: Record<State, string> = {
  done: "text-ink",
  failed: "font-[560] text-late",
  waiting: "text-ink-3",
  cancelled: "text-ink-3",
};

const countsOf = (job: JobProgress): Record<State, number> => ({
  done: job.done,
  failed: job.failed,
  waiting: job.total - job.done - job.failed - job.cancelled,
  cancelled: job.cancelled,
});

function Filters({
  job,
  state,
  onState,
}: {
  job: JobProgress;
  state: State | null;
  onState: (state: State | null) => void;
}) {
  const counts = countsOf(job);
  const states: State[] = ["failed", "done", "waiting", "cancelled"];
  const chip = (chosen: boolean) =>
    `inline-flex min-h-6.5 items-center gap-1 rounded-chip border px-2 py-0.5 ${chosen ? "border-accent bg-accent-soft" : "border-line-strong"}`;
  return (
    <div className="flex flex-wrap gap-1.5">
      <button
        type="button"
        aria-pressed={state === null}
        className={chip(state === null)}
        onClick={() => onState(null)}
      >
        All {job.total.toLocaleString("en-US")}
      </button>
      {states.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={state === each}
          className={chip(state === each)}
          onClick={() => onState(each)}
        >
          {STATE_LABELS[each]} {counts[each].toLocaleString("en-US")}
        </button>
      ))}
    </div>
  );
}

/** The label of a row, linked to the record that the row is about. */
function Subject({ row, subject }: { row: JobRow; subject: string }) {
  if (subject === "party")
    return (
      <Link href="/parties" className="font-sans hover:underline">
        {row.label}
      </Link>
    );
  if (subject === "shipment")
    return (
      <a href={shipmentHref(row.subjectId)} className="hover:underline">
        {row.label}
      </a>
    );
  return (
    <ContainerLink id={row.subjectId} className="hover:underline">
      {formatContainerNumber(row.label)}
    </ContainerLink>
  );
}

const SUBJECT_HEADS: Record<JobSubject, string> = {
  container: "Container",
  number: "Container",
  shipment: "Shipment",
  record: "Record",
};

function Rows({ job, rows }: { job: JobProgress; rows: readonly JobRow[] }) {
  const subject = isJobKind(job.kind) ? JOB_SUBJECTS[job.kind] : "container";
  return (
    <Table
      label={`Rows of: ${job.title}`}
      heads={
        <>
          <Head>{SUBJECT_HEADS[subject]}</Head>
          <Head>Status</Head>
          <Head className="w-full">Result</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.position} data-state={row.state}>
          <Cell className="font-mono whitespace-nowrap">
            <Subject row={row} subject={row.subjectType ?? subject} />
          </Cell>
          <Cell className={`whitespace-nowrap ${TONES[row.state]}`}>{STATE_LABELS[row.state]}</Cell>
          <Cell className="min-w-40 break-words text-ink-2">{row.words ?? "–"}</Cell>
        </Row>
      ))}
    </Table>
  );
}

function Page({ initial }: { initial: JobPageData }) {
  const { id } = initial.job;
  const client = useQueryClient();
  const [state, setState] = useState<State | null>(null);
  const [offset, setOffset] = useState(0);
  const first = state === null && offset === 0;
  const { data = initial } = useQuery({
    queryKey: ["job", id, state, offset],
    queryFn: ({ signal }) => fetchJob(id, { state, offset }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: read }) => (read.data?.job.endedAt === null ? REFETCH_MS : false),
    initialData: first ? initial : undefined,
  });
  const refetch = () => void client.invalidateQueries({ queryKey: ["job", id] });
  useLiveRead(refetch, ({ jobs }) => jobs?.includes(id) ?? false);
  const { job, rows } = data;
  const listed = state === null ? job.total : countsOf(job)[state];
  return (
    <div className="flex flex-col gap-3">
      <div className="rounded-card border border-line bg-surface px-3 py-1.5">
        <JobLine job={job} linked={false} onChange={refetch} />
      </div>
      <Filters
        job={job}
        state={state}
        onState={(next) => {
          setState(next);
          setOffset(0);
        }}
      />
      {rows.length > 0 ? <Rows job={job} rows={rows} /> : <p className="text-ink-3">No matching rows.</p>}
      <RowPages offset={offset} size={PAGE} total={listed} onOffset={setOffset} />
    </div>
  );
}

/** One job with its rows, updated live. */
export function JobView({ initial, readAt }: { initial: JobPageData; readAt: string }) {
  return (
    <ReadingProvider readAt={readAt}>
      <Page initial={initial} />
    </ReadingProvider>
  );
}
