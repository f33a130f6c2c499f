import { afterAll, beforeAll, expect, it } from "vitest";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";
import { foldBoardCounts, joinBoardCountDeltas } from "@/lib/mirror/board-rows/board-counts";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { openRng } from "@/lib/platform/seeded-random";
import { countQueues } from "./board";
import { findWrongBoardCounts } from "./test-recount";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
beforeAll(async () => {
  dashboard = await openTestDashboard();
  // The rows of these tests belong to no containers.
  await dashboard.pool.query("alter table board_rows drop constraint board_rows_container_id_fkey");
});
afterAll(() => dashboard.close());

const START = Date.parse("2026-11-20T12:00:00Z");
const HOUR_MS = 3_600_000;
const STEPS = 300;

const QUEUES = QUEUE_IDS.filter((queue) => queue !== "all").map((queue) => queue.replaceAll("-", "_"));
const LISTS = {
  holds: ["customs", "freight", "TMF"],
  tags: ["urgent", "reefer"],
  carrier_ids: ["p-1", "p-2"],
};
const TEXTS = {
  terminal: ["Pier A", "Pier B"],
  customer: ["Acme"],
  vessel: ["EVER GIVEN", "MSC OSCAR"],
  line: ["MSCU", "HLCU"],
  line_name: ["One", "Two"],
  port: ["USLAX"],
  port_name: ["Los Angeles"],
  driver: ["Driver 1"],
  follow_up_owner: ["broker", "line"],
  status: ["available"],
};

/** Random windows and values of a row, as columns of board_rows. */
function columns(below: (limit: number) => number): Record<string, unknown> {
  const bound = () => (below(4) === 0 ? null : new Date(START + (below(200) - 60) * HOUR_MS));
  const windows = QUEUES.flatMap((queue) => [
    [`${queue}_from`, bound()],
    [`${queue}_to`, bound()],
  ]);
  const lists = Object.entries(LISTS).map(([name, all]) => [name, all.filter(() => below(2) === 0)]);
  const texts = Object.entries(TEXTS).map(([name, all]) => [name, all[below(all.length + 1)] ?? null]);
  return Object.fromEntries([...windows, ...lists, ...texts]);
}

async function write(id: string, values: Record<string, unknown>): Promise<void> {
  const row = {
    container_id: id,
    row: {},
    search: "",
    no_appointment: false,
    held: false,
    picked_up: false,
    number: id,
    ...values,
  };
  const names = Object.keys(row);
  await dashboard.pool.query(
    `insert into board_rows (${names}) values (${names.map((_, n) => `$${n + 1}`)})
     on conflict (container_id) do update set ${names.map((name) => `${name} = excluded.${name}`)}`,
    Object.values(row),
  );
}

async function expectSameAsRecount(now: Date): Promise<void> {
  expect(await findWrongBoardCounts(dashboard.db, now), now.toISOString()).toEqual([]);
}

it.each([1, 2, 3])(
  "counts of queues and filters equal a recount after any edits and folds, seed %i",
  async (seed) => {
    await dashboard.pool.query("truncate board_rows; update board_counts_until set at = '-infinity'");
    const rng = openRng(seed);
    const below = (limit: number) => rng.whole(0, limit - 1);
    let folded = START;
    for (let step = 0; step < STEPS; step += 1) {
      const id = `c-${below(12)}`;
      const act = below(20);
      if (act === 0) {
        folded += below(5) * HOUR_MS;
        await foldBoardCounts(dashboard.db, new Date(folded));
      } else if (act === 1) await joinBoardCountDeltas(dashboard.db);
      else if (act === 2) await dashboard.pool.query("delete from board_rows where container_id = $1", [id]);
      else if (act === 3)
        await dashboard.pool.query("update board_rows set number = number || '1', terminal = 'Pier C'");
      else if (act === 4) {
        const client = await dashboard.pool.connect();
        await client.query("begin; update board_rows set held_from = null, held_to = null; rollback");
        client.release();
      } else await write(id, columns(below));
      if (step % 10 === 0) await expectSameAsRecount(new Date(START + (below(400) - 100) * HOUR_MS));
    }
    await expectSameAsRecount(new Date(folded));
    const { rows } = await dashboard.pool.query(
      "select count(*)::int as rows from board_counts where containers = 0",
    );
    expect(rows).toEqual([{ rows: 0 }]);
  },
);

it("folds nothing while another process folds, and what is written meanwhile stays counted", async () => {
  await dashboard.pool.query("truncate board_rows; update board_counts_until set at = '-infinity'");
  await write("c-1", { terminal: "Pier A" });
  const client = await dashboard.pool.connect();
  await client.query("begin; select pg_advisory_xact_lock(4901019)");
  await foldBoardCounts(dashboard.db, new Date(START));
  const deltas = "select count(*)::int as n from board_count_deltas";
  expect((await dashboard.pool.query(deltas)).rows[0].n).toBeGreaterThan(0);
  await client.query(
    "rollback; begin; insert into board_rows (container_id, row, search, no_appointment, held, picked_up, number) values ('c-2', '{}', '', false, false, false, 'c-2')",
  );
  await foldBoardCounts(dashboard.db, new Date(START));
  expect((await countQueues(dashboard.db, new Date(START))).all).toBe(1);
  await client.query("commit");
  client.release();
  await expectSameAsRecount(new Date(START));
  expect((await countQueues(dashboard.db, new Date(START))).all).toBe(2);
});

it("counts from the rows before the instant of the last fold", async () => {
  await dashboard.pool.query("truncate board_rows; update board_counts_until set at = '-infinity'");
  await write("c-1", { held_from: new Date(START), held_to: new Date(START + HOUR_MS) });
  await foldBoardCounts(dashboard.db, new Date(START + 3 * HOUR_MS));
  await expectSameAsRecount(new Date(START + HOUR_MS / 2));
  // This fold adds only deltas that cancel each other.
  await write("c-1", { held_from: new Date(START + 4 * HOUR_MS), held_to: new Date(START + 5 * HOUR_MS) });
  await foldBoardCounts(dashboard.db, new Date(START + 6 * HOUR_MS));
  await expectSameAsRecount(new Date(START + 4.5 * HOUR_MS));
  expect((await countQueues(dashboard.db, new Date(START + 4.5 * HOUR_MS))).held).toBe(1);
  await write("c-1", { held_from: new Date(START), held_to: new Date(START + HOUR_MS) });
  expect((await countQueues(dashboard.db, new Date(START + HOUR_MS / 2))).held).toBe(1);
});
