import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BOARD_ROW_VERSION } from "@/lib/domain/board-row/board-row";
import { actionText } from "@/lib/features/activity/messages";
import { listActivity, listActivityChoices } from "@/lib/features/activity/queries";
import { countQueues } from "@/lib/features/board/queries/board";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { listJobRows, readJob } from "@/lib/features/bulk-jobs/queries/read-jobs";
import { readMirrorFacts } from "@/lib/features/connection/queries/plan-limit-sources";
import { readReconciliationState } from "@/lib/features/connection/queries/sync-runs";
import { listViews } from "@/lib/features/saved-views/commands";
import { visitShare } from "@/lib/features/sharing/links/share-links";
import { findWebhookArchive } from "@/lib/ingest/archive";
import { OLD_BOARD_ROWS } from "@/lib/mirror/apply/rebuild-old-board-rows";
import type { Database } from "@/lib/platform/database/client";
import { oldRowRebuilder } from "@/lib/platform/database/row-versions";
import { openUpgraded } from "./upgraded-database";

/** The data in from-0041.sql: who wrote it, and what it is called. */
const ANA = { userId: "84d1f1bf-c8f3-4bd1-a6ee-8c081849be29" };
const BEN = { userId: "12669d45-cfd7-4622-86c8-33e047360a4f" };
const VIEW = "8eb97aca-fe88-4197-912c-47c42ec1c01e";
const JOB = "39428f5a-92b4-4e40-a089-e48882a7ccfe";
const SHARE_TOKEN = "a5k_Y0lEoGObloPlNmMuw1dNkZOP5L5OOB3Tm0gP_tg";

/** Tables that were renamed after migration 0041: former name, present name. */
const RENAMED = new Map([
  ["beside_readings", "related_fetches"],
  ["chase_entries", "follow_up_entries"],
  ["chases", "follow_ups"],
  ["evidence", "webhook_archive"],
  ["healings", "drift_repairs"],
  ["line_terms", "per_diem_terms"],
  ["looks", "last_seen"],
  ["fetches", "fetch_log"],
  ["plan_gates", "plan_limits"],
  ["refetches", "fetch_queue"],
  ["report_boxes", "report_containers"],
  ["report_due", "report_rebuild_queue"],
  ["reports", "source_updates"],
  ["request_pauses", "rate_limit_pauses"],
  ["role_readings", "party_role_fetches"],
  ["round_lists", "sync_run_lists"],
  ["rounds", "sync_runs"],
  ["service_circuit", "circuit_breaker"],
  ["sightings", "seen_records"],
  ["sign_in_tries", "sign_in_attempts"],
  ["stale_rows", "row_rebuild_queue"],
]);

/** Tables that migrations after 0041 fill from other tables. */
const DERIVED = ["board_count_deltas", "board_counts_until"];

let upgraded: Awaited<ReturnType<typeof openUpgraded>>;
let db: Database;

beforeAll(async () => {
  upgraded = await openUpgraded("0041");
  db = upgraded.db;
}, 60_000);
afterAll(() => upgraded.close());

describe("data of a dashboard at migration 0041, after the upgrade", () => {
  it("keeps every row of every table", async () => {
    const expected = [...upgraded.before].map(([name, count]) => [RENAMED.get(name) ?? name, count] as const);
    expect(upgraded.before.get("chases")).toBe(1);
    expect(upgraded.before.get("evidence")).toBe(3);
    const after = [...(await upgraded.countAll())].filter(([name]) => !DERIVED.includes(name));
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(expected));
  });

  it("opens a saved view of the queue by its former name", async () => {
    const { views, defaultViewId } = await listViews(db, ANA);
    const [view] = views.filter(({ id }) => id === VIEW);
    expect(defaultViewId).toBe(VIEW);
    expect(view).toMatchObject({ name: "Ask again", shared: true, owner: "Ana" });
    const { query, problems } = readBoardQuery(new URLSearchParams(view?.address));
    expect(query.queue).toBe("follow-up-due");
    expect(problems).toEqual([]);
  });

  it("counts the follow-up as due on the board, with its log", async () => {
    const due = await countQueues(db, new Date("2026-11-23T18:00:00Z"));
    expect(due["follow-up-due"]).toBe(1);
    const { rows } = await upgraded.pool.query(
      `select f.owner, e.contacted, e.promise from follow_ups f join follow_up_entries e on e.follow_up_id = f.id order by e.id`,
    );
    expect(rows).toEqual([
      { owner: "Cy at the broker", contacted: "Pacific Brokers", promise: "released by noon" },
      { owner: "Cy at the broker", contacted: "Customs", promise: "exam on Monday" },
    ]);
    const { rows: board } = await upgraded.pool.query(
      "select row -> 'followUp' ->> 'owner' as owner, row ? 'chase' as former from board_rows where container_id = 'c-1'",
    );
    expect(board).toEqual([{ owner: "Cy at the broker", former: false }]);
  });

  it("reads rows stored by a former version, and rebuilds them without marking cells as changed", async () => {
    const read = async () => {
      const { rows } =
        await upgraded.pool.query(`select container_id, row #>> '{readiness,reasons,0,text}' as reason,
        row_version as version, changed_at from board_rows order by 1`);
      return rows;
    };
    const former = await read();
    const reasons = (text: string) => [text, text, null];
    expect(former.map(({ reason }) => reason)).toEqual(
      reasons("Waits for customs release: customs broker resolves it"),
    );
    expect(former.map(({ version }) => version)).toEqual([0, 0, 0]);
    // Its containers come first.
    await upgraded.pool.query("delete from row_rebuild_queue");
    expect(await oldRowRebuilder(db, OLD_BOARD_ROWS)()).toBe(true);
    const present = await read();
    expect(present.map(({ reason }) => reason)).toEqual(
      reasons("Waiting for customs release: customs broker resolves it"),
    );
    expect(present.every(({ version }) => version === BOARD_ROW_VERSION)).toBe(true);
    expect(present.map(({ changed_at }) => changed_at)).toEqual(former.map(({ changed_at }) => changed_at));
  });

  it("opens a share link", async () => {
    const visit = await visitShare(db, SHARE_TOKEN, () => undefined, new Date("2026-11-21T12:00:00Z"));
    expect(visit).toMatchObject({ state: "open", settings: { about: { kind: "container", id: "c-1" } } });
  });

  it("reads a job half way through, with its rows", async () => {
    expect(await readJob(db, ANA, JOB)).toMatchObject({ kind: "assign_carrier", done: 1, total: 2 });
    const rows = await listJobRows(db, JOB, { state: null, offset: 0, limit: 10 });
    expect(rows.map(({ state }) => state).sort()).toEqual(["done", "waiting"]);
  });

  it("shows audit entries under their present action, and finds them by it", async () => {
    const everything = { who: "", record: null, from: null, to: null, before: null };
    const read = (act: string) => listActivity(db, { ...everything, act }, { zone: null, limit: 100 });
    const all = await read("");
    expect(all.map(({ action }) => actionText(action))).toEqual(
      expect.arrayContaining(["began a follow-up", "added to a follow-up", "created a share link"]),
    );
    expect(await read("follow_up.began")).toHaveLength(1);
    expect((await listActivityChoices(db)).actions).not.toContain("began a chase");
  });

  it("finds archived webhook deliveries of two months by their ids", async () => {
    for (const id of ["n-1", "n-2", "n-3"])
      expect((await findWebhookArchive(db, id))?.body.toString("utf8")).toContain(id);
    const { rows } = await upgraded.pool.query(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'webhook_archive'::regclass order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(["webhook_archive_2026_10", "webhook_archive_2026_11"]);
  });

  it("lists the drift repair with its sync run, and reads what the plan's limits are judged by", async () => {
    const { driftRepairs, rounds } = await readReconciliationState(db);
    expect(driftRepairs).toMatchObject([
      { subjectId: "c-1", field: "seal_number", oldValue: "A1", newValue: "A2" },
    ]);
    expect(rounds).toMatchObject([{ repaired: 1, completed: true }]);
    expect((await readMirrorFacts(db)).mapAt).toBe("2026-11-20T11:00:00.000Z");
  });

  it("keeps what each user saw, the dead letter and the drift repair", async () => {
    const { rows } = await upgraded.pool.query(
      `select (select count(*)::int from last_seen where user_id = $1) as seen,
         (select notification_id from inbox where dead_lettered_at is not null) as letter,
         (select field from drift_repairs where repaired_at is not null) as repaired,
         (select value ->> 'repaired' from installation where name = 'deliveries_looked_until') as until`,
      [BEN.userId],
    );
    expect(rows).toEqual([{ seen: 1, letter: "n-4", repaired: "seal_number", until: '["c-1"]' }]);
  });
});
