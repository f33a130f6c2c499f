import { get, post } from "@/components/board/data/requests";
import type { JobProgress } from "@/lib/features/bulk-jobs/messages";
import type { ListCells, ListLayout } from "@/lib/features/tracking-requests/list-import/rules/columns";
import type {
  ListOutcome,
  ListRowState,
  OutcomeCounts,
} from "@/lib/features/tracking-requests/list-import/rules/row-outcome";
import type { KnownNumber } from "@/lib/features/tracking-requests/rules/tracked-number";

export type RequestedNumber = { key: string; scac: string | null };

/** The numbers of these that are already tracked, by key. */
export async function fetchKnown(
  numbers: readonly RequestedNumber[],
): Promise<ReadonlyMap<string, KnownNumber>> {
  const { known } = await post<{ known: KnownNumber[] }>("/api/track/check", { numbers });
  return new Map(known.map((each) => [each.key, each]));
}

/** Submits a list to the dashboard, which processes it in the background. Returns the job's id. */
export const giveList = (list: {
  name: string | null;
  cells: ListCells;
  layout: ListLayout;
  even: boolean;
}): Promise<{ id: string }> => post("/api/track/lists", list);

/** The progress of a list, with some of its rows. */
export type TrackListData = {
  job: JobProgress;
  counts: OutcomeCounts;
  /** Failed rows with a number that can be requested again. */
  requestable: number;
  rows: ListRowState[];
};

export function fetchTrackList(
  id: string,
  { outcome, offset }: { outcome: ListOutcome | null; offset: number },
  signal?: AbortSignal,
): Promise<TrackListData> {
  const params = new URLSearchParams({ offset: String(offset) });
  if (outcome) params.set("outcome", outcome);
  return get(`/api/track/lists/${id}`, params, signal);
}
