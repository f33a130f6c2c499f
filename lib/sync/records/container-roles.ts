import { sql } from "drizzle-orm";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { applyRoles } from "@/lib/mirror/apply/apply-response";
import type { Database, Executor } from "@/lib/platform/database/client";
import type { Transactor } from "@/lib/platform/database/transaction";
import { logger } from "@/lib/platform/log";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import { errorOfOneRecord, Silences } from "./record-error";

const log = logger("reconcile");

/** Roles at the terminal's containers count as ageing so many times faster: those are pulled next. */
const TERMINAL_HASTE = 8;
/** Nothing is read again sooner, however little there is to do. */
const YOUNGEST_MINUTES = 30;
/** Roles the service refuses to show are asked for again after a day. */
const REFUSED_HOURS = 24;
/** How many are put in order at a time. */
const IN_LINE = 50;

/** Notes that a container's roles are asked for; answers when, by the clock that Drayboard's own changes are noted by. */
async function noteAsked(db: Executor, containerId: string): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(sql`
    insert into role_readings (roleable_id, tried_at) values (${containerId}, clock_timestamp())
    on conflict (roleable_id) do update set tried_at = excluded.tried_at returning to_iso(tried_at) as at`);
  const [row] = rows;
  if (!row) throw new Error("the reading was not noted");
  return new Date(row.at);
}

/** All roles of a container, as of when their first page was asked for, into the mirror. Throws what the client throws. */
export async function readRoles(db: Transactor, client: TrackingClient, containerId: string): Promise<void> {
  const path = pathOf("containers", containerId, "party_roles");
  const askedAt = await db.transaction((tx) => noteAsked(tx, containerId));
  const { document } = await client.getPage(path);
  const records: JsonApiRecord[] = [...document.data, ...(document.included ?? [])];
  const total = document.meta?.total ?? 0;
  for (let read = document.data.length, page = 2; read < total; page += 1) {
    const next = (await client.getPage(path, { "page[number]": page })).document;
    if (!next.data.length) break;
    records.push(...next.data, ...(next.included ?? []));
    read += next.data.length;
  }
  await applyRoles(db, containerId, records, askedAt);
}

/**
 * The containers whose roles are read next: those never read, containers at the terminal before others, then by age. None
 * that was read or tried lately; containers that came back empty or vanished are read once.
 */
async function listNext(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.container_id as id from board_rows b
    left join role_readings r on r.roleable_id = b.container_id
    left join sightings s on s.type = 'container' and s.id = b.container_id
    cross join lateral (select (b.row ->> 'onTerminalGround')::boolean as grounded) at
    where (r.tried_at is null or r.tried_at < clock_timestamp() - make_interval(mins => ${YOUNGEST_MINUTES}))
      and (r.as_of is null or (s.vanished_at is null
        and jsonb_typeof(b.row -> 'emptyReturned') is distinct from 'object'))
    order by r.as_of is null desc, case when r.as_of is null then not grounded end,
      (clock_timestamp() - r.as_of) * case when grounded then ${TERMINAL_HASTE} else 1 end desc, b.container_id
    limit ${IN_LINE}`);
  return rows.map(({ id }) => id);
}

/** Lets a container's next reading become due as though it was tried a day from now, less what each waits. */
async function leaveForADay(db: Database, containerId: string): Promise<void> {
  await db.execute(sql`
    update role_readings set tried_at = clock_timestamp()
      + make_interval(hours => ${REFUSED_HOURS}) - make_interval(mins => ${YOUNGEST_MINUTES})
    where roleable_id = ${containerId}`);
}

/** Reads the roles of one container after the other. */
export class RoleSweep {
  private line: string[] = [];
  private readonly silences = new Silences();

  constructor(
    private readonly db: Database,
    private readonly client: TrackingClient,
  ) {}

  /**
   * Reads those of the next container; one whose roles cannot be read keeps those it has and waits its turn. Answers false
   * when all were read lately, or for a while when the service answers for none. Throws what the client throws for an outage.
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
      // A container that is gone is for the round to find.
      if (error && error.code !== "not_found")
        log.warn({ id, code: error.code, message: error.message }, "a container's roles were passed over");
    } catch (error) {
      await this.db.execute(sql`update role_readings set tried_at = null where roleable_id = ${id}`);
      this.line = [];
      throw error;
    }
    return true;
  }
}
