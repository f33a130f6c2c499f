import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Writer } from "@/lib/auth/access/actor";
import { testContext } from "@/lib/auth/commands/test-context";
import { boardPageJson } from "@/lib/features/board/queries/board";
import { EVERYTHING } from "@/lib/features/board/rules/board-address";
import { openTestAccount } from "@/lib/features/test-account";
import { beginMarks, saveLastSeen } from "./seen-rows";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let cal: Writer;

beforeAll(async () => {
  dashboard = await openTestAccount();
  await dashboard.tell({ number: "MSKU4807969" });
  await dashboard.tell({ number: "TCLU6718152" }, "c-2");
  cal = await dashboard.person("Cal");
  for (const user of [dashboard.ana, dashboard.ben]) await beginMarks(dashboard.db, user);
});
afterAll(() => dashboard.close());

type UnseenChanges = Record<string, { at: string; columns: string[] }>;

async function look(
  { userId }: Writer,
  changed = false,
): Promise<{ unseenChanges: UnseenChanges; changed: number; total: number }> {
  const query = { ...EVERYTHING, changed };
  return JSON.parse(await boardPageJson(dashboard.db, query, { offset: 0, limit: 10 }, new Date(), userId));
}

const columnsOf = (changes: UnseenChanges, id: string) => changes[id]?.columns.toSorted();

describe("unseen changes of a user", () => {
  it("contain neither earlier changes nor a new check time alone", async () => {
    expect(await look(dashboard.ana)).toMatchObject({ unseenChanges: {}, changed: 0 });
    await dashboard.tell({ terminal_checked_at: "2026-11-20T09:00:00Z" });
    expect(await look(dashboard.ana)).toMatchObject({ unseenChanges: {}, changed: 0 });
  });

  it("contain the changed cells, separately for each user", async () => {
    await dashboard.tell({ pickup_appointment_at: "2026-11-21T22:00:00Z" });
    const { unseenChanges, changed } = await look(dashboard.ana);
    expect(columnsOf(unseenChanges, "c-1")).toEqual(["appointment"]);
    expect([Object.keys(unseenChanges), changed]).toEqual([["c-1"], 1]);
    await saveLastSeen(testContext(dashboard.db, dashboard.ana), {
      seen: [{ id: "c-1", at: unseenChanges["c-1"]?.at ?? "" }],
    });
    expect(await look(dashboard.ana)).toMatchObject({ unseenChanges: {}, changed: 0 });
    expect(columnsOf((await look(dashboard.ben)).unseenChanges, "c-1")).toEqual(["appointment"]);
  });

  it("accumulate until seen, and can be filtered", async () => {
    await dashboard.tell({ current_status: "available" });
    expect(columnsOf((await look(dashboard.ana)).unseenChanges, "c-1")).toEqual(["release", "status"]);
    expect(columnsOf((await look(dashboard.ben)).unseenChanges, "c-1")).toEqual([
      "appointment",
      "release",
      "status",
    ]);
    expect(await look(dashboard.ana, true)).toMatchObject({ total: 1, changed: 1 });
  });

  it("keep a change that is newer than the seen version", async () => {
    const seen = (await look(dashboard.ana)).unseenChanges["c-1"]?.at ?? "";
    await dashboard.tell({
      seal_number: "S1",
      fees_at_pod_terminal: [{ type: "demurrage", amount: 5, currency_code: "USD" }],
    });
    await saveLastSeen(testContext(dashboard.db, dashboard.ana), { seen: [{ id: "c-1", at: seen }] });
    expect(columnsOf((await look(dashboard.ana)).unseenChanges, "c-1")).toEqual(["charges"]);
  });

  it("do not reappear after a late report, and are not marked as seen in advance", async () => {
    const at = (await look(dashboard.ana)).unseenChanges["c-1"]?.at ?? "";
    await saveLastSeen(testContext(dashboard.db, dashboard.ana), {
      seen: [
        { id: "c-1", at },
        { id: "c-1", at: "2020-01-01T00:00:00Z" },
        { id: "c-2", at: "2099-01-01T00:00:00Z" },
      ],
    });
    await saveLastSeen(testContext(dashboard.db, dashboard.ana), {
      seen: [{ id: "c-1", at: "2020-01-01T00:00:00Z" }],
    });
    expect((await look(dashboard.ana)).changed).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await dashboard.tell({ number: "TCLU6718152", current_status: "available" }, "c-2");
    expect(columnsOf((await look(dashboard.ana)).unseenChanges, "c-2")).toEqual(["release", "status"]);
  });

  it("are all marked as seen at once, for this user only, and exactly those are unseen after an undo", async () => {
    const { unseenChanges: before } = await look(dashboard.ana);
    expect(Object.keys(before)).toEqual(["c-2"]);
    const marked = await saveLastSeen(testContext(dashboard.db, dashboard.ana), { all: true });
    expect(await look(dashboard.ana)).toMatchObject({ unseenChanges: {}, changed: 0 });
    expect((await look(dashboard.ben)).changed).toBe(2);
    if (!marked) throw new Error("nothing undoes it");
    await saveLastSeen(testContext(dashboard.db, dashboard.ben), { undo: marked });
    expect((await look(dashboard.ana)).changed).toBe(0);
    await saveLastSeen(testContext(dashboard.db, dashboard.ana), { undo: marked });
    expect((await look(dashboard.ana)).unseenChanges).toEqual(before);
  });

  it("stay seen when all were marked again before the undo, and the former times are removed then", async () => {
    const first = await saveLastSeen(testContext(dashboard.db, dashboard.ana), { all: true });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await saveLastSeen(testContext(dashboard.db, dashboard.ana), { all: true });
    if (!first) throw new Error("nothing undoes it");
    await saveLastSeen(testContext(dashboard.db, dashboard.ana), { undo: first });
    expect((await look(dashboard.ana)).changed).toBe(0);
    const { rows } = await dashboard.pool.query(
      "select 1 from last_seen where user_id = $1 and container_id = 'c-1'",
      [dashboard.ana.userId],
    );
    expect(rows).toEqual([]);
  });

  it("are empty for a new user until counting begins", async () => {
    expect(await look(cal)).toMatchObject({ unseenChanges: {}, changed: 0 });
    await beginMarks(dashboard.db, cal);
    await beginMarks(dashboard.db, cal);
    expect((await look(cal)).changed).toBe(0);
    await dashboard.tell({ pickup_appointment_at: "2026-11-23T22:00:00Z" });
    expect((await look(cal)).changed).toBe(1);
  });
});
