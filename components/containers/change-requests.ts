import { post } from "@/components/board/data/requests";
import type { DrayCarrier } from "@/lib/domain/container/container-facts";

/** A request that changes a container, from the board or the day plan. See docs/api.md. */
export type ChangeRequest = { path: string; body: Readonly<Record<string, unknown>> };

/**
 * How a change is undone: its members with the value before and after are swapped, or the dray carriers of its response are
 * restored. Null if it cannot be undone.
 */
export type SentChange = ChangeRequest & { undo: "plan" | "tags" | "carrier" | null };

/** The response to a change: what a saved plan does not fit, or the dray carriers before and after. */
export type ChangeAnswer = {
  conflicts?: readonly string[];
  assigned?: readonly DrayCarrier[];
  removed?: readonly DrayCarrier[];
  after?: readonly string[];
};

export const changePath = (id: string, part: string): string =>
  `/api/containers/${encodeURIComponent(id)}/${part}`;

type PlanPart = "pickup" | "delivery" | "emptyReturn" | "driver" | "note";

/** Changes one part of the plan from `was`, the value that the user saw, to `value`. */
export const planRequest = (id: string, part: PlanPart, was: unknown, value: unknown): ChangeRequest => ({
  path: changePath(id, "plan"),
  body: { part, was, value },
});

/** Replaces the dray carriers `replaced` with a party, null for none. `seen`: the parties that the user saw assigned. */
export const carrierRequest = (
  id: string,
  party: { id: string; name: string } | null,
  replaced: readonly DrayCarrier[],
  seen: readonly string[] = replaced.map(({ partyId }) => partyId),
): ChangeRequest => ({ path: changePath(id, "carrier"), body: { party, replaced, seen } });

/** Undoes a `carrierRequest`, from its response. */
export function carrierUndo(
  id: string,
  { assigned = [], removed = [], after = [] }: ChangeAnswer,
): ChangeRequest {
  const [former] = removed;
  return carrierRequest(id, former ? { id: former.partyId, name: former.name } : null, assigned, after);
}

/** The request that undoes a change of a container after its response. Null if it cannot be undone. */
export function undoOf(
  id: string,
  { path, body, undo }: SentChange,
  answer: ChangeAnswer,
): ChangeRequest | null {
  if (undo === "plan") return { path, body: { ...body, was: body.value, value: body.was } };
  if (undo === "tags") return { path, body: { before: body.after, after: body.before } };
  return undo === "carrier" ? carrierUndo(id, answer) : null;
}

/** A change without a response within this time is not saved. Drayboard itself waits 20 s for the tracking service. */
const CHANGE_MS = 30_000;

/** Sends a change. Throws BoardRequestError with the reason if it is refused. */
export const sendChange = ({ path, body }: ChangeRequest): Promise<ChangeAnswer> =>
  post(path, body, { signal: AbortSignal.timeout(CHANGE_MS) });

/** Why a change failed. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : "Drayboard is not responding.";
