import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { applyRoles } from "@/lib/mirror/apply/apply-response";
import type { Database, Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import type { Transactor } from "@/lib/platform/database/transaction";
import { logger } from "@/lib/platform/log";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import { errorOfOneRecord, Silences } from "./record-error";

const log = logger("reconcile");

/** Roles of containers at the terminal age this many times faster: those containers are pulled next. */
const TERMINAL_HASTE = 8;
/** Minimum time between two reads of one container's roles. */
const YOUNGEST_MINUTES = 30;
/** Roles that the service refuses to return are requested again after this time. */
const REFUSED_HOURS = 24;
/** The number of containers sorted per query. */
const IN_LINE = 50;

/**
 * Records that a container's roles are requested. Returns the time, by the same clock that dates Drayboard's own
 * changes.
 */
async function noteRequested(db: Executor, containerId: string): Promise<Date> {
  const [at] = await queryColumn(
    db,
    z.string(),
    sql`
      insert into party_role_fetches (roleable_id, attempted_at) values (${containerId}, clock_timestamp())
      on conflict (roleable_id) do update set attempted_at = excluded.attempted_at returning to_iso(attempted_at) as at`,
  );
  if (at === undefined) throw new Error("the reading was not noted");
  return new Date(at);
}

/**
 * Applies all roles of a container to the mirror, dated by the request of their first page. Throws the client's errors.
 */
export async function readRoles(db: Transactor, client: TrackingClient, containerId: string): Promise<void> {
  const path = pathOf("containers", containerId, "party_roles");
  const requestedAt = await db.transaction((tx) => noteRequested(tx, containerId));
  const { document } = await client.getPage(path);
  const records: JsonApiRecord[] = [...document.data, ...(document.included ?? [])];
  const total = document.meta?.total ?? 0;
  for (let read = document.data.length, page = 2; read < total; page += 1) {
    const next = (await client.getPage(path, { "page[number]": page })).document;
    if (!next.data.length) break;
    records.push(...next.data, ...(next.included ?? []));
    read += next.data.length;
  }
  await applyRoles(db, containerId, records, requestedAt);
}

/**
 * Returns the containers whose roles are read next: those never read first, containers at the terminal before others,
 * then by age. Skips those read or tried recently. Returned containers and those deleted upstream are read once.
 */
async function listNext(db: Database): Promise<string[]> {
  return queryColumn(
    db,
    z.string(),
    sql`
      select b.container_id as id from board_rows b
      left join party_role_fetches r on r.roleable_id = b.container_id
      left join seen_records s on s.type = 'container' and s.id = b.container_id
      cross join lateral (select (b.row ->> 'onTerminalGround')::boolean as grounded) at
      where (r.attempted_at is null or r.attempted_at < clock_timestamp() - make_interval(mins => ${YOUNGEST_MINUTES}))
        and (r.as_of is null or (s.deleted_upstream_at is null
          and jsonb_typeof(b.row -> 'emptyReturned') is distinct from 'object'))
      order by r.as_of is null desc, case when r.as_of is null then not grounded end,
        (clock_timestamp() - r.as_of) * case when grounded then ${TERMINAL_HASTE} else 1 end desc, b.container_id
      limit ${IN_LINE}`,
  );
}

/** Makes a container's next read due as if it was tried a day from now minus the usual wait. */
async function leaveForADay(db: Database, containerId: string): Promise<void> {
  await db.execute(sql`
    update party_role_fetches set attempted_at = clock_timestamp()
      + make_interval(hours => ${REFUSED_HOURS}) - make_interval(mins => ${YOUNGEST_MINUTES})
    where roleable_id = ${containerId}`);
}

/** Reads the roles of one container after another. */
export class RoleSweep {
  private line: string[] = [];
  private readonly silences = new Silences();

  constructor(
    private readonly db: Database,
    private readonly client: TrackingClient,
  ) {}

  /**
   * Reads the roles of the next container. A container whose roles cannot be read keeps its stored roles. Returns false
   * when all were read recently, or during a pause because the service responds for no container. Throws the client's
   * errors in an outage.
   */
  async readNext(): Promise<boolean> {
    if (this.silences.rests()) return false;
    if (!this.line.length) this.line = await listNext(this.db);
    const id = this.line.shift();
    if (id === undefined) return false;
    try {
      const error = await errorOfOneRecord(this.client, () => readRoles(this.db, this.client, id));
      this.silences.note(error);
      if (error?.code === "not_allowed") await leaveForADay(this.db, id);
      // The sync run detects containers deleted upstream.
      if (error && error.code !== "not_found")
        log.warn({ id, code: error.code, message: error.message }, "a container's roles were passed over");
    } catch (error) {
      await this.db.execute(sql`update party_role_fetches set attempted_at = null where roleable_id = ${id}`);
      this.line = [];
      throw error;
    }
    return true;
  }
}
