import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BOARD_ROW_VERSION } from "@/lib/domain/board-row/board-row";
import { openTestAccount } from "@/lib/features/test-account";
import { oldRowRebuilder, readRebuilds, requireKnownRows } from "@/lib/platform/database/row-versions";
import { NewerSchemaError } from "@/lib/platform/database/schema-version";
import { endHeartbeat, recordHeartbeat } from "@/lib/platform/database/worker-heartbeats";
import { OLD_BOARD_ROWS } from "./rebuild-old-board-rows";
import { rebuildStale } from "./rebuild-outdated-rows";

const CONTAINERS = ["c-1", "c-2", "c-3", "c-4", "c-5"];
const THIS_VERSION = { board_rows: BOARD_ROW_VERSION, report_containers: 1 };
const FORMER_VERSION = { ...THIS_VERSION, board_rows: BOARD_ROW_VERSION - 1 };
const NEXT_VERSION = BOARD_ROW_VERSION + 1;

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

const numberOf = (id: string) => ({ number: `MSKU480000${id.slice(2)}` });
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await dashboard.pool.query<Row>(text, values)).rows;

/** Two rows a batch. */
const rebuilder = () => oldRowRebuilder(dashboard.db, { ...OLD_BOARD_ROWS, rowsAtOnce: 2 });

/** The containers whose rows have an older version, and those whose rows have this one. */
async function versions(): Promise<{ old: string[]; present: string[] }> {
  const rows = await query<{ id: string; version: number }>(
    "select container_id as id, row_version as version from board_rows order by 1",
  );
  const of = (matches: (version: number) => boolean) =>
    rows.filter(({ version }) => matches(version)).map(({ id }) => id);
  return {
    old: of((version) => version < BOARD_ROW_VERSION),
    present: of((version) => version === BOARD_ROW_VERSION),
  };
}

/** Stores the rows as a former version did, without the note; the container with the highest number changed last. */
async function makeOld(): Promise<void> {
  await query(
    `update board_rows set row = row - 'note', row_version = $1, checked_at = null,
       changed_at = case when container_id in ('c-1', 'c-2') then null
         else '2026-11-20T00:00:00Z'::timestamptz + right(container_id, 1)::int * interval '1 minute' end`,
    [BOARD_ROW_VERSION - 1],
  );
  await query("delete from report_rebuild_queue");
}

beforeAll(async () => {
  dashboard = await openTestAccount();
  for (const id of CONTAINERS) await dashboard.tell(numberOf(id), id);
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await query("delete from workers");
  await query("update board_rows set row_version = $1", [BOARD_ROW_VERSION]);
  await query("delete from row_rebuild_queue");
  await query("delete from report_rebuild_queue");
});

describe("rows of an older version", () => {
  it("are rebuilt newest first, in batches, until none is left", async () => {
    await makeOld();
    const step = rebuilder();
    expect(await step()).toBe(true);
    expect((await versions()).present).toEqual(["c-4", "c-5"]);
    expect(await step()).toBe(true);
    expect((await versions()).old).toEqual(["c-1"]);
    expect(await step()).toBe(true);
    expect((await versions()).old).toEqual([]);
    expect(await step()).toBe(false);
    const [row] = await query<{ note: boolean }>("select bool_and(row ? 'note') as note from board_rows");
    expect(row?.note).toBe(true);
  });

  it("are rebuilt after those of the version before, which an interrupted rebuild had begun with", async () => {
    await makeOld();
    await query("update board_rows set row_version = row_version - 1 where container_id in ('c-4', 'c-5')");
    await rebuilder()();
    expect((await versions()).present).toEqual(["c-2", "c-3"]);
  });

  it("are not marked as changed, do not make reports due, and are pushed to open browsers", async () => {
    await makeOld();
    await query(`update board_rows set row = jsonb_set(row, '{status,label}', '"Former text"')`);
    await query("delete from report_rebuild_queue");
    const marks = "select container_id, changed_at, fact_changes from board_rows order by 1";
    const before = await query(marks);
    const [last] = await query<{ id: string }>("select coalesce(max(id), 0) as id from live_changes");
    while (await rebuilder()());
    expect(await query(marks)).toEqual(before);
    expect(await query("select from report_rebuild_queue")).toEqual([]);
    const pushed = await query<{ ids: string[] }>(
      "select change -> 'containers' as ids from live_changes where id > $1",
      [last?.id],
    );
    expect(pushed.flatMap(({ ids }) => ids).sort()).toEqual(CONTAINERS);
  });

  it("of which one cannot be rebuilt do not block the others", async () => {
    await makeOld();
    const step = oldRowRebuilder(dashboard.db, {
      ...OLD_BOARD_ROWS,
      rowsAtOnce: 2,
      rebuild: async (tx, ids) => {
        await OLD_BOARD_ROWS.rebuild(tx, ids);
        if (ids.includes("c-4")) throw new Error("this row cannot be built");
      },
    });
    while (await step());
    expect((await versions()).old).toEqual(["c-4"]);
    expect(await step()).toBe(false);
  });

  it("that a killed worker had begun with stay old, and the next worker continues", async () => {
    await makeOld();
    await rebuilder()();
    const holder = await dashboard.pool.connect();
    await holder.query("begin; lock table cache_tags in exclusive mode");
    const killed = rebuilder()().catch((error: unknown) => error);
    const blocked =
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect(await query(blocked)).toHaveLength(1), { timeout: 10_000 });
    await query(`select pg_terminate_backend(pid) from (${blocked}) waiting`);
    expect(await killed).toBeInstanceOf(Error);
    await holder.query("rollback");
    holder.release();
    expect((await versions()).present).toEqual(["c-4", "c-5"]);
    const step = rebuilder();
    await step();
    expect((await versions()).old).toEqual(["c-1"]);
    await step();
    expect((await versions()).old).toEqual([]);
  });

  it("are shared by several workers, without one waiting for another", async () => {
    await makeOld();
    const holder = await dashboard.pool.connect();
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock(4901002)");
    expect(await rebuilder()()).toBe(false);
    await holder.query("rollback");
    holder.release();
    const steps = [rebuilder(), rebuilder(), rebuilder()];
    await vi.waitFor(
      async () => {
        await Promise.all(steps.map((step) => step()));
        expect((await versions()).old).toEqual([]);
      },
      { timeout: 10_000 },
    );
  });

  it("wait for notifications and outdated rows, but at most 15 s", async () => {
    await makeOld();
    const step = rebuilder();
    await query("insert into row_rebuild_queue (container_id) values ('c-1')");
    expect(await step()).toBe(false);
    await query("delete from row_rebuild_queue");
    await query("insert into inbox (notification_id, event, body, created_at) values ('n', 'e', '', now())");
    expect(await step()).toBe(false);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 16_000);
    expect(await step()).toBe(true);
    expect(await step()).toBe(false);
    vi.restoreAllMocks();
    await query("delete from inbox");
    expect(await step()).toBe(true);
  });
});

describe("the rebuild", () => {
  it("waits while a worker of a former version runs, and starts when it has ended", async () => {
    await makeOld();
    const [former, present] = [randomUUID(), randomUUID()];
    await recordHeartbeat(dashboard.db, former, FORMER_VERSION);
    await recordHeartbeat(dashboard.db, present, THIS_VERSION);
    const step = rebuilder();
    expect(await step()).toBe(false);
    expect((await versions()).old).toEqual(CONTAINERS);
    await endHeartbeat(dashboard.db, former);
    expect(await step()).toBe(true);
  });

  it("starts one minute after the last heartbeat of a worker of a former version", async () => {
    await makeOld();
    const former = randomUUID();
    await recordHeartbeat(dashboard.db, former, FORMER_VERSION);
    const step = rebuilder();
    await query("update workers set heartbeat_at = now() - interval '59 seconds'");
    expect(await step()).toBe(false);
    await query("update workers set heartbeat_at = now() - interval '61 seconds'");
    expect(await step()).toBe(true);
    await recordHeartbeat(dashboard.db, former, FORMER_VERSION);
    expect(await step()).toBe(false);
  });

  it("is left to a worker of a newer version", async () => {
    await makeOld();
    await recordHeartbeat(dashboard.db, randomUUID(), { ...THIS_VERSION, board_rows: NEXT_VERSION });
    expect(await rebuilder()()).toBe(false);
  });

  it("shows its progress, and whether it waits", async () => {
    const former = randomUUID();
    await recordHeartbeat(dashboard.db, randomUUID(), THIS_VERSION);
    expect(await readRebuilds(dashboard.db)).toEqual([]);
    await makeOld();
    const progress = { table: "board_rows", left: 5, total: 5, waiting: false };
    expect(await readRebuilds(dashboard.db)).toEqual([progress]);
    await recordHeartbeat(dashboard.db, former, FORMER_VERSION);
    expect(await readRebuilds(dashboard.db)).toEqual([{ ...progress, waiting: true }]);
    await endHeartbeat(dashboard.db, former);
    const step = rebuilder();
    await step();
    expect(await readRebuilds(dashboard.db)).toEqual([{ ...progress, left: 3 }]);
    while (await step());
    expect(await readRebuilds(dashboard.db)).toEqual([]);
  });
});

describe("a row of a newer version", () => {
  const makeNewer = (id: string) =>
    query("update board_rows set row = row || '{\"later\": 1}', row_version = $2 where container_id = $1", [
      id,
      NEXT_VERSION,
    ]);
  const spot = async (id: string) =>
    (
      await query<{ spot: string; later: number; version: number }>(
        "select row ->> 'yardSpot' as spot, row -> 'later' as later, row_version as version from board_rows where container_id = $1",
        [id],
      )
    )[0];

  it("is not overwritten by a change; a newer worker rebuilds it", async () => {
    await makeNewer("c-2");
    await dashboard.tell({ ...numberOf("c-2"), location_at_pod_terminal: "A 1" }, "c-2");
    expect(await spot("c-2")).toMatchObject({ later: 1, version: NEXT_VERSION });
    const [stored] = await query<{ spot: string }>(
      "select attributes ->> 'location_at_pod_terminal' as spot from containers where id = 'c-2'",
    );
    expect(stored?.spot).toBe("A 1");
    expect(await query("select container_id as id from row_rebuild_queue")).toEqual([{ id: "c-2" }]);
    // This worker is too old for it.
    expect(await rebuildStale(dashboard.db)).toBe(false);
    expect(await query("select container_id as id from row_rebuild_queue")).toEqual([{ id: "c-2" }]);
  });

  it("is not overwritten when it is written while an older worker applies a change", async () => {
    await dashboard.tell({ ...numberOf("c-3"), location_at_pod_terminal: "A 1" }, "c-3");
    const newer = await dashboard.pool.connect();
    await newer.query("begin");
    await newer.query("update board_rows set row_version = $1 where container_id = 'c-3'", [NEXT_VERSION]);
    const applied = dashboard.tell({ ...numberOf("c-3"), location_at_pod_terminal: "B 2" }, "c-3");
    const blocked =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect(await query(blocked)).toHaveLength(1), { timeout: 10_000 });
    await newer.query("commit");
    newer.release();
    await applied;
    expect(await spot("c-3")).toMatchObject({ spot: "A 1", version: NEXT_VERSION });
    expect(await query("select container_id as id from row_rebuild_queue")).toEqual([{ id: "c-3" }]);
  });

  it("keeps a worker of this version from starting", async () => {
    await requireKnownRows(dashboard.db, THIS_VERSION);
    await makeNewer("c-4");
    const refused = await requireKnownRows(dashboard.db, THIS_VERSION).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NewerSchemaError);
    expect(String(refused)).toContain(`up to ${BOARD_ROW_VERSION}`);
  });
});
