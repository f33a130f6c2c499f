import { sql } from "drizzle-orm";
import { z } from "zod";
import { queryColumn } from "@/lib/platform/database/rows";
import type { TrackPoint } from "@/tracking-service/geo/track";
import type { RouteLeg } from "@/tracking-service/sources/route";
import type { Source } from "@/tracking-service/sources/source";
import type { Reader } from "@/tracking-service/store/database";
import { transportEvents } from "@/tracking-service/store/schema";

type VesselOfAccount = { accountId: string; vesselId: string };

/** The account's container that last departed on this vessel. Null when there is none. */
async function lastAboard(reader: Reader, { accountId, vesselId }: VesselOfAccount): Promise<string | null> {
  const t = transportEvents;
  // The order of the events matches the index that serves this query.
  const [container_id = null] = await queryColumn(
    reader,
    z.string(),
    sql`
      select ${t.containerId} from ${t}
      where ${t.accountId} = ${accountId} and ${t.places} -> 'vessel' ->> 'id' = ${vesselId} and ${t.milestone}
        and ${t.event} in (
          'container.transport.vessel_departed',
          'container.transport.feeder_departed',
          'container.transport.transshipment_departed'
        )
      order by ${t.happenedAt} desc, ${t.id}
      limit 1`,
  );
  return container_id;
}

/**
 * The leg on which a vessel carries, or last carried, a container of the account. Null when it never carried one. The
 * result reveals nothing about containers of other accounts.
 */
export async function vesselVoyage(
  reader: Reader,
  source: Source,
  requested: VesselOfAccount,
  now: Date,
): Promise<RouteLeg | null> {
  const containerId = await lastAboard(reader, requested);
  if (containerId === null) return null;
  const legs = await source.route(reader, containerId, now);
  return legs.findLast(({ vessel, behind }) => vessel.id === requested.vesselId && behind.length > 0) ?? null;
}

/** Formats a vessel position for the interface (supplement.md, vessel). */
export function writtenPosition({ position, headingDegrees, at }: TrackPoint, estimated: boolean) {
  const [longitude, latitude] = position;
  return { latitude, longitude, heading: headingDegrees, timestamp: at, estimated };
}
