import { expect } from "@playwright/test";
import { readDashboard } from "@/e2e/system/databases";
import { reportEach } from "@/e2e/system/world";
import { asTyped } from "@/lib/domain/time/local-time-input";

/** A container in the queue *No appointment*. */
export type ContainerToBook = { id: string; number: string };

const READY = {
  ...{ availability_known: true, available_for_pickup: true },
  ...{ holds_at_pod_terminal: [], ind_facility_holds: [], pickup_appointment_at: null },
};

/** The first of those on the ground are used by other tests. */
const USED_ELSEWHERE = 20;

/**
 * Puts containers into the queue *No appointment*: each is discharged, available and not held, without an appointment and a
 * plan. Those that are in it already are first, so that a small number changes nothing that other tests use.
 */
export async function containersToBook(count: number): Promise<ContainerToBook[]> {
  const all = await readDashboard<ContainerToBook & { discharged: boolean }>(
    `select c.id, b.number, c.attributes ->> 'pod_discharged_at' is not null as discharged
     from board_rows b join containers c on c.id = b.container_id
     where not b.picked_up and b.status not in ('new', 'on_rail') and c.attributes ->> 'pod_timezone' like 'America/%'
       and not exists (select from planned_moves m where m.container_id = c.id)
     order by b.row #>> '{readiness,state}' = 'ready' and b.row ->> 'appointment' is null desc,
       (c.attributes ->> 'current_status' = 'available') desc, b.number`,
  );
  const containers = [...all.slice(USED_ELSEWHERE), ...all.slice(0, USED_ELSEWHERE)].slice(0, count);
  if (containers.length < count)
    throw new Error(`Only ${containers.length} of ${count} containers are left.`);
  const now = new Date().toISOString();
  await reportEach(
    containers.map(({ number, discharged }) => [
      number,
      discharged ? READY : { ...READY, pod_discharged_at: now },
    ]),
  );
  const ids = containers.map(({ id }) => id);
  const waiting = () =>
    readDashboard(
      `select container_id from board_rows where container_id = any($1)
         and not (row #>> '{readiness,state}' = 'ready' and row ->> 'appointment' is null)`,
      [ids],
    );
  await expect.poll(waiting, { timeout: 120_000 }).toEqual([]);
  return containers.map(({ id, number }) => ({ id, number }));
}

/**
 * The planned pickup of each container as it was typed, in the zone of its place, and how many times its plan was saved.
 * Undefined: it has no plan.
 */
export async function plannedPickups(containers: readonly ContainerToBook[]) {
  const plans = await readDashboard<{ id: string; at: string; zone: string | null; times: number }>(
    `select container_id as id, to_iso(pickup_at) as at, pickup_zone as zone, version as times
     from planned_moves where container_id = any($1) and pickup_at is not null`,
    [containers.map(({ id }) => id)],
  );
  return containers.map(({ id }) => {
    const plan = plans.find((each) => each.id === id);
    return plan && { pickup: asTyped(plan.at, plan.zone).replace("T", " "), times: plan.times };
  });
}
