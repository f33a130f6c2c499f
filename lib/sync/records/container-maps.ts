import { sql } from "drizzle-orm";
import { z } from "zod";
import { mapSchema } from "@/lib/contract/map-geojson";
import { keepMap, noteRelatedFailure, wasRefused } from "@/lib/mirror/read-status";
import type { Database } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import { errorOfOneRecord, Silences } from "./record-error";

/** No map is refetched sooner; a vessel at sea moves slowly. */
const YOUNGEST_HOURS = 6;
/** The number of containers sorted per query. */
const IN_LINE = 50;

/**
 * Returns the containers whose map is read next: those not discharged yet, first those never read, then by age. Skips
 * recently requested ones.
 */
async function listNext(db: Database): Promise<string[]> {
  return queryColumn(
    db,
    z.string(),
    sql`
      select c.id from containers c join board_rows b on b.container_id = c.id
      left join related_fetches r on r.what = 'map' and r.container_id = c.id
      left join seen_records s on s.type = 'container' and s.id = c.id
      where not b.picked_up and c.attributes ->> 'pod_discharged_at' is null and s.deleted_upstream_at is null
        and (r.attempted_at is null or r.attempted_at < clock_timestamp() - make_interval(hours => ${YOUNGEST_HOURS}))
      order by r.attempted_at nulls first, c.id limit ${IN_LINE}`,
  );
}

/** Reads the service's maps of current and future voyages, one container after another. */
export class MapSweep {
  private line: string[] = [];
  private readonly silences = new Silences();

  constructor(
    private readonly db: Database,
    private readonly client: TrackingClient,
  ) {}

  /**
   * Reads the map of the next container. Returns false when all were read recently or when the service refused maps to
   * the account within a day. Also returns false during a pause because the service responds for no container. Throws
   * the client's errors in an outage.
   */
  async readNext(): Promise<boolean> {
    const { db, client } = this;
    if (this.silences.rests() || (await wasRefused(db, "map"))) return false;
    if (!this.line.length) this.line = await listNext(db);
    const id = this.line.shift();
    if (id === undefined) return false;
    try {
      const error = await errorOfOneRecord(client, () => this.read(id));
      this.silences.note(error);
      if (!error) return true;
      this.line = [];
      // `not_allowed` applies to the whole account.
      await noteRelatedFailure(db, "map", error, error.code === "not_allowed" ? "" : id);
    } catch (error) {
      this.line = [];
      throw error;
    }
    return true;
  }

  private async read(id: string): Promise<void> {
    const path = pathOf("containers", id, "map_geojson");
    const { document, sentAt } = await this.client.getPlain(path, mapSchema);
    await keepMap(this.db, id, document, sentAt);
  }
}
