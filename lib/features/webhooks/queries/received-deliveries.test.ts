import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord, terminalRecord } from "@/lib/contract/fixtures";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { findReceived, findSubjectNames, listReceived } from "./received-deliveries";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  await applyResponse(
    dashboard.db,
    { data: containerRecord("c 1"), included: [terminalRecord("t-1", "Pier 400")] },
    new Date(),
  );
  await dashboard.pool.query("delete from changes");
  await dashboard.pool.query(`
    insert into inbox (notification_id, event, subject, body, received_at, created_at, processed_at, dead_lettered_at, attempts, last_error)
    values
      ('old', 'container.created', null, '', '2026-11-20T08:00:00Z', '2026-11-20T07:59:59Z', '2026-11-20T08:00:01Z', null, 1, null),
      ('reported', 'container.updated', 'container c 1', '', '2026-11-20T09:00:00Z', '2026-11-20T08:59:59Z', '2026-11-20T09:00:01Z', null, 2, null),
      ('aside', 'container.updated', 'container c-9', '', '2026-11-20T10:00:00Z', '2026-11-20T09:59:59Z', null, '2026-11-20T10:30:00Z', 8, 'no such seal'),
      ('waits', 'container.updated', 'container c 1', '', '2026-11-20T11:00:00Z', '2026-11-20T10:59:59Z', null, null, 0, null);
    insert into changes (subject_type, subject_id, field, before, after, as_of, notification_id)
      select 'container', 'c 1', 'field_' || n, null, to_jsonb(n), now(), 'reported' from generate_series(1, 8) n;
    insert into changes (subject_type, subject_id, field, before, after, as_of, notification_id) values
      ('container', 'c 1', 'pod_terminal', null, '"t-1"', now(), 'old'),
      ('container', 'c 1', 'seal_number', null, '"S"', now(), null);`);
});
afterAll(() => dashboard.close());

const ids = async (state: "any" | "waiting" | "dead_lettered", offset = 0, limit = 30) => {
  const { total, deliveries } = await listReceived(dashboard.db, { state, offset, limit });
  return [total, ...deliveries.map(({ id }) => id)];
};

describe("received deliveries", () => {
  it("are listed latest first, page by page and by state", async () => {
    expect(await ids("any")).toEqual([4, "waits", "aside", "reported", "old"]);
    expect(await ids("any", 1, 2)).toEqual([4, "aside", "reported"]);
    expect(await ids("any", 9)).toEqual([4]);
    expect(await ids("waiting")).toEqual([1, "waits"]);
    expect(await ids("dead_lettered")).toEqual([1, "aside"]);
  });

  it("include their changes with labels and the number of further changes", async () => {
    const found = await findReceived(dashboard.db, ["reported", "old", "aside", "nobody"]);
    expect([...found.keys()]).toEqual(["reported", "old", "aside"]);
    const reported = found.get("reported");
    expect(reported).toMatchObject({
      receivedAt: expect.stringMatching(/^2026-11-20T09:00:00(\.0+)?Z$/),
      processedAt: expect.stringMatching(/^2026-11-20T09:00:01/),
      changeCount: 8,
      subject: { type: "container", id: "c 1", name: "MSKU4807969" },
    });
    expect(reported?.changes.map(({ field }) => field)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `field_${n}`));
    expect(reported?.changes[0]).toMatchObject({ name: "MSKU4807969", subjectId: "c 1", after: 1 });
    expect(found.get("old")).toMatchObject({ subject: null, changes: [{ after: "Pier 400" }] });
    expect(found.get("aside")).toMatchObject({
      error: "no such seal",
      changes: [],
      changeCount: 0,
      subject: { id: "c-9", name: null },
    });
  });

  it("findSubjectNames returns names only for records in the mirror", async () => {
    const names = await findSubjectNames(dashboard.db, [
      { type: "container", id: "c 1" },
      { type: "container", id: "c-9" },
      { type: "party", id: "c 1" },
    ]);
    expect([...names]).toEqual([["container c 1", "MSKU4807969"]]);
    expect((await findSubjectNames(dashboard.db, [])).size).toBe(0);
    expect((await findReceived(dashboard.db, [])).size).toBe(0);
  });
});
