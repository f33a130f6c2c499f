import { sql } from "drizzle-orm";
import type { TrackPoint } from "@/tracking-service/geo/track";
import type { RouteLeg } from "@/tracking-service/sources/route";
import type { Source } from "@/tracking-service/sources/source";
import type { Reader } from "@/tracking-service/store/database";
import { transportEvents } from "@/tracking-service/store/schema";

type Asked = { accountId: string; vesselId: string };

/** The container of the account that a vessel left a port with last; null when there is none. */
async function lastAboard(reader: Reader, { accountId, vesselId }: Asked): Promise<string | null> {
  const t = transportEvents;
  // The events stand here as they do in the index that answers this.
  const { rows } = await reader.execute<{ container_id: string }>(sql`
    select ${t.containerId} from ${t}
    where ${t.accountId} = ${accountId} and ${t.places} -> 'vessel' ->> 'id' = ${vesselId} and ${t.milestone}
      and ${t.event} in (
        'container.transport.vessel_departed',
        'container.transport.feeder_departed',
        'container.transport.transshipment_departed'
      )
    order by ${t.happenedAt} desc, ${t.id}
    limit 1`);
  return rows[0]?.container_id ?? null;
}

/**
 * The leg on which a vessel carries, or carried last, something of the account's; null when nothing of it was ever
 * aboard. Nobody learns from it where another account's containers are.
 */
export async function vesselVoyage(
  reader: Reader,
  source: Source,
  asked: Asked,
  now: Date,
): Promise<RouteLeg | null> {
  const containerId = await lastAboard(reader, asked);
  if (containerId === null) return null;
  const legs = await source.route(reader, containerId, now);
  return legs.findLast(({ vessel, behind }) => vessel.id === asked.vesselId && behind.length > 0) ?? null;
}

/** A place of a vessel as the interface writes it (supplement.md, vessel). */
export function writtenPosition({ position, headingDegrees, at }: TrackPoint, estimated: boolean) {
  const [longitude, latitude] = position;
  return { latitude, longitude, heading: headingDegrees, timestamp: at, estimated };
}
