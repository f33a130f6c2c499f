import { get, post } from "@/components/board/data/requests";
import { type FormAction, UNTRIED } from "@/components/ui/forms/form-state";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { DrayCarrier } from "@/lib/domain/container/container-facts";
import type { PlanEdit } from "@/lib/features/moves/rules/plan-edits";

/** The form actions that assign and remove a container's dray carrier. */
export type CarrierActions = { assign: FormAction; remove: FormAction };

/** One write of a change and its inverse. Both throw an error with the reason when they are refused. */
export type PlanStep = {
  /** Returns what the saved plan does not fit. */
  send: () => Promise<readonly string[]>;
  undo: () => Promise<void>;
};

type Part = "pickup" | "delivery" | "emptyReturn" | "driver";

function partStep(id: string, part: Part, was: unknown, value: unknown): PlanStep {
  const path = `/api/containers/${encodeURIComponent(id)}/plan`;
  return {
    send: async () => {
      const answer = await post<{ conflicts?: readonly string[] }>(path, { part, was, value });
      return answer.conflicts ?? [];
    },
    undo: async () => {
      await post(path, { part, was: value, value: was });
    },
  };
}

async function sendForm(action: FormAction, fields: readonly (readonly [string, string])[]): Promise<void> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const { done, problem, fields: problems } = await action(UNTRIED, form);
  if (done === null) throw new Error(problem ?? Object.values(problems)[0] ?? "Not saved. Try again.");
}

/** The dray carriers as they are now, with their roles. */
async function readCarriers(id: string): Promise<DrayCarrier[]> {
  const { rows } = await get<{ rows: BoardRow[] }>("/api/board", new URLSearchParams({ ids: id }));
  return rows.find((row) => row.id === id)?.drayCarriers ?? [];
}

async function setCarrier(
  id: string,
  current: readonly DrayCarrier[],
  next: string | null,
  { assign, remove }: CarrierActions,
): Promise<void> {
  if (next === null) {
    for (const { roleId } of current)
      await sendForm(remove, [
        ["containerId", id],
        ["roleId", roleId],
      ]);
    return;
  }
  await sendForm(assign, [
    ["containerId", id],
    ["party", next],
    ["mode", "replace"],
    ...current.flatMap(({ roleId, partyId }) => [
      ["replacedRoleId", roleId] as const,
      ["replacedPartyId", partyId] as const,
    ]),
  ]);
}

function carrierStep({ id, drayCarriers }: BoardRow, next: string | null, actions: CarrierActions): PlanStep {
  const former = drayCarriers[0]?.partyId ?? null;
  return {
    send: async () => {
      // The role of a carrier that was assigned a moment ago is not on the page yet.
      const isKnown = drayCarriers.every(({ roleId }) => roleId !== "");
      await setCarrier(id, isKnown ? drayCarriers : await readCarriers(id), next, actions);
      return [];
    },
    undo: async () => setCarrier(id, await readCarriers(id), former, actions),
  };
}

/** The writes of a change. The time is first, because it is the one that is refused most often. */
export function stepsOf({ card, time, driver, carrier }: PlanEdit, actions: CarrierActions): PlanStep[] {
  const { row, part, moment } = card;
  const steps: PlanStep[] = [];
  if (time) {
    const value = time.at === null ? null : { at: time.at, zone: time.zone };
    steps.push(partStep(row.id, part, moment && { at: moment.at, zone: moment.zone }, value));
  }
  if (driver !== null) steps.push(partStep(row.id, "driver", row.driver ?? "", driver));
  if (carrier) steps.push(carrierStep(row, carrier.to?.id ?? null, actions));
  return steps;
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : "Drayboard is not responding.";
