import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { VesselLeg, VesselPositions } from "@/lib/domain/voyage/vessel-positions";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows, storedJson } from "@/lib/platform/database/rows";

/** A leg is read this often while maps name it; the positions of a day change little in this time. */
const AGAIN_HOURS = 12;

const isLeg = ({ vesselId, previousPortId, portId }: VesselLeg): SQL =>
  sql`vessel_id = ${vesselId} and previous_port_id = ${previousPortId} and port_id = ${portId}`;

/** Records that a map shows a vessel on this leg, so that its positions are read. */
export async function requestPositions(
  executor: Executor,
  { vesselId, previousPortId, portId }: VesselLeg,
): Promise<void> {
  await executor.execute(sql`
    insert into vessel_positions as held (vessel_id, previous_port_id, port_id, needed_at)
    values (${vesselId}, ${previousPortId}, ${portId}, clock_timestamp())
    on conflict (vessel_id, previous_port_id, port_id) do update set needed_at = excluded.needed_at`);
}

const legSchema = z.object({ vesselId: z.string(), previousPortId: z.string(), portId: z.string() });

/** Finds the leg whose positions are read next: recently shown by a map, and not requested within twelve hours. */
export async function findNextLeg(executor: Executor): Promise<VesselLeg | null> {
  const [leg] = await queryRows(
    executor,
    legSchema,
    sql`
      select vessel_id as "vesselId", previous_port_id as "previousPortId", port_id as "portId"
      from vessel_positions
      where needed_at > clock_timestamp() - make_interval(hours => ${AGAIN_HOURS})
        and (attempted_at is null or attempted_at < clock_timestamp() - make_interval(hours => ${AGAIN_HOURS}))
      order by attempted_at nulls first, vessel_id limit 1`,
  );
  return leg ?? null;
}

/** Records that the positions of a leg were requested, and stores them if they were read. */
export async function savePositions(
  executor: Executor,
  leg: VesselLeg,
  positions: VesselPositions | null,
): Promise<void> {
  const stored = positions
    ? sql`, positions = ${JSON.stringify(positions)}::jsonb, as_of = clock_timestamp()`
    : sql``;
  await executor.execute(sql`
    update vessel_positions set attempted_at = clock_timestamp()${stored} where ${isLeg(leg)}`);
}

const positionsSchema = z.object({ positions: storedJson<VesselPositions>().nullable() });

/** Returns the stored positions of a leg. Null if none were read yet. */
export async function findPositions(executor: Executor, leg: VesselLeg): Promise<VesselPositions | null> {
  const [row] = await queryRows(
    executor,
    positionsSchema,
    sql`select positions from vessel_positions where ${isLeg(leg)}`,
  );
  return row?.positions ?? null;
}
