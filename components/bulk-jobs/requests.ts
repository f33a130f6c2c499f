import { get, post } from "@/components/board/data/requests";
import type { JobKind, JobPreview, JobProgress, JobRow } from "@/lib/features/bulk-jobs/messages";

/** The selected containers: named ones, or all that the board shows at an address, with exceptions. */
export type Selected = { ids: string[] } | { address: string; except: string[] };
/** The kind of a job and its input. */
export type JobInput = { kind: JobKind; input: Record<string, unknown> };

const NOTHING = new URLSearchParams();

export const fetchJobs = async (signal?: AbortSignal): Promise<JobProgress[]> =>
  (await get<{ jobs: JobProgress[] }>("/api/jobs", NOTHING, signal)).jobs;

export type JobPageData = { job: JobProgress; rows: JobRow[] };

export function fetchJob(
  id: string,
  { state, offset }: { state: JobRow["state"] | null; offset: number },
  signal?: AbortSignal,
): Promise<JobPageData> {
  const params = new URLSearchParams({ offset: String(offset) });
  if (state) params.set("state", state);
  return get(`/api/jobs/${id}`, params, signal);
}

export const previewJob = (selection: Selected): Promise<JobPreview> =>
  post("/api/jobs/preview", { selection });

export const makeJob = (ask: JobInput, selection: Selected): Promise<JobProgress> =>
  post("/api/jobs", { ask, selection });

/** Stops a job and returns it. */
export const stopJob = (id: string): Promise<JobProgress> => post(`/api/jobs/${id}`, { act: "stop" });

/** Undoes a job. Returns the job that does so. */
export const undoJob = (id: string): Promise<JobProgress> => post(`/api/jobs/${id}`, { act: "undo" });

/** Retries the failed rows of a job. Returns the job that does so. */
export const retryJob = (id: string): Promise<JobProgress> => post(`/api/jobs/${id}`, { act: "retry" });

export const fetchRange = async (address: string, offset: number, limit: number): Promise<string[]> => {
  const params = new URLSearchParams({ address, offset: String(offset), limit: String(limit) });
  return (await get<{ ids: string[] }>("/api/jobs/range", params)).ids;
};
