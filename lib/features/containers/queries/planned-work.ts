import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Container } from "@/lib/domain/container/container-facts";
import { pickupPlace } from "@/lib/domain/container/pickup";
import type { Moment } from "@/lib/domain/time/moment";
import type { ContainerWork } from "@/lib/features/containers/rules";
import { listFollowUps } from "@/lib/features/holds/queries";
import { NOTHING_PLANNED, type PlannedMove } from "@/lib/features/moves/rules/planned-move";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";

const planRowSchema = z.object({
  pickup: z.string().nullable(),
  pickup_zone: z.string().nullable(),
  delivery: z.string().nullable(),
  delivery_zone: z.string().nullable(),
  delivery_place: z.string().nullable(),
  empty_return: z.string().nullable(),
  empty_return_zone: z.string().nullable(),
  empty_return_place: z.string().nullable(),
  driver: z.string().nullable(),
  note: z.string(),
  version: z.number(),
  saved_by: z.string(),
  saved_at: z.string(),
});

const at = (instant: string | null, zone: string | null): Moment | null =>
  instant === null ? null : { at: instant, zone };

async function findPlan(executor: Executor, containerId: string): Promise<PlannedMove> {
  const rows = await queryRows(
    executor,
    planRowSchema,
    sql`
      select to_iso(pickup_at) as pickup, pickup_zone, to_iso(delivery_at) as delivery, delivery_zone, delivery_place,
        to_iso(empty_return_at) as empty_return, empty_return_zone, empty_return_place, driver, note, version,
        ${userName(sql`m.updated_by`)} as saved_by, to_iso(updated_at) as saved_at
      from planned_moves m where container_id = ${containerId}`,
  );
  const [row] = rows;
  if (!row) return NOTHING_PLANNED;
  return {
    pickup: at(row.pickup, row.pickup_zone),
    delivery: at(row.delivery, row.delivery_zone),
    deliveryPlace: row.delivery_place ?? "",
    emptyReturn: at(row.empty_return, row.empty_return_zone),
    emptyReturnPlace: row.empty_return_place ?? "",
    driver: row.driver ?? "",
    note: row.note,
    version: row.version,
    savedBy: row.saved_by,
    savedAt: row.saved_at,
  };
}

/**
 * Loads the follow-ups of a container with their logs, newest first, the team's plan, and the gate hours of its
 * terminal.
 */
export async function loadContainerWork(executor: Executor, container: Container): Promise<ContainerWork> {
  const facilityId = pickupPlace(container).facility?.id;
  const [followUps, plan] = await Promise.all([
    listFollowUps(executor, container.id),
    findPlan(executor, container.id),
  ]);
  const gates = container.team.gates.find((each) => each.facilityId === facilityId) ?? null;
  return { followUps, plan, gates };
}
