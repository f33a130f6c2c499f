import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { recordAuditEntry } from "./audit-log";

const { headers } = vi.hoisted(() => ({ headers: vi.fn() }));
vi.mock("next/headers", () => ({ headers }));

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let ana = "";

beforeAll(async () => {
  vi.stubEnv("PUBLIC_URL", "http://127.0.0.1:3000");
  vi.stubEnv("TRACKING_API_URL", "http://127.0.0.1:9/v2");
  vi.stubEnv("TRACKING_API_KEY", "k");
  dashboard = await openTestDashboard();
  vi.stubEnv("DATABASE_URL", dashboard.url);
  const { rows } = await dashboard.pool.query<{ id: string }>(
    "insert into users (email, name) values ('ana@example.com', 'Ana') returning id",
  );
  ana = rows[0]?.id ?? "";
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await dashboard.close();
});
beforeEach(() => {
  headers.mockRejectedValue(new Error("outside a request"));
});

async function last(): Promise<Record<string, unknown>> {
  const { rows } = await dashboard.pool.query(
    "select user_id, actor, address, action, record_type, record_id, data from audit_entries order by id desc limit 1",
  );
  return rows[0] ?? {};
}

describe("an audit entry", () => {
  it("stores the actor with their current name, and the record", async () => {
    await recordAuditEntry(
      dashboard.db,
      { userId: ana },
      { action: "party.created", record: { type: "party", id: "p-1" }, data: { name: "Harbor Dray" } },
    );
    expect(await last()).toEqual({
      user_id: ana,
      actor: "ana@example.com",
      address: null,
      action: "party.created",
      record_type: "party",
      record_id: "p-1",
      data: { name: "Harbor Dray" },
    });
  });

  it("keeps the actor's e-mail after deletion, and other actors by their label", async () => {
    const gone = "00000000-0000-4000-8000-000000000000";
    await recordAuditEntry(dashboard.db, { userId: gone }, { action: "user.signed_in" });
    expect(await last()).toMatchObject({ actor: "somebody", user_id: gone });
    await recordAuditEntry(dashboard.db, { userId: null, email: "who knows" }, { action: "user.signed_in" });
    expect(await last()).toMatchObject({ actor: "who knows", user_id: null, record_type: null });
    await recordAuditEntry(
      dashboard.db,
      { userId: ana, email: "ana.before@example.com" },
      { action: "user.signed_in" },
    );
    expect(await last()).toMatchObject({ actor: "ana.before@example.com" });
  });

  it("stores the request's address, or null for a worker", async () => {
    headers.mockResolvedValue(new Headers({ "x-forwarded-for": "203.0.113.9" }));
    await recordAuditEntry(dashboard.db, { userId: ana }, { action: "user.signed_in" });
    // No socket was recorded here, and the header alone is forgeable.
    expect(await last()).toMatchObject({ address: "unknown" });
    await recordAuditEntry(dashboard.db, { userId: ana }, { action: "user.signed_in", address: null });
    expect(await last()).toMatchObject({ address: null });
    await recordAuditEntry(
      dashboard.db,
      { userId: ana },
      { action: "user.signed_in", address: "198.51.100.7" },
    );
    expect(await last()).toMatchObject({ address: "198.51.100.7" });
  });

  it("accepts any text, and truncates long text", async () => {
    const record = { type: "party", id: `p\0${"x".repeat(5_000)}` };
    await recordAuditEntry(
      dashboard.db,
      { userId: ana },
      { action: "party.created", record, data: { name: `\0${"y".repeat(5_000)}` } },
    );
    const { record_id, data } = await last();
    expect(String(record_id)).toMatch(/^px{999}…$/);
    expect(data).toEqual({ name: expect.stringMatching(/^y{1000}…$/) });
  });

  it("is rolled back with its change", async () => {
    const before = await last();
    const undone = dashboard.db.transaction(async (tx) => {
      await recordAuditEntry(tx, { userId: ana }, { action: "user.signed_out" });
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect(await last()).toEqual(before);
  });
});

it.each([
  "update audit_entries set detail = 'nothing happened'",
  "delete from audit_entries",
  "truncate audit_entries",
  "update audit_entries set actor = 'somebody else' where id = (select max(id) from audit_entries)",
])("an audit entry is immutable: %s is rejected", async (statement) => {
  const { rows: before } = await dashboard.pool.query("select * from audit_entries order by id");
  await expect(dashboard.pool.query(statement)).rejects.toThrow(/audit entries cannot be changed or deleted/);
  expect((await dashboard.pool.query("select * from audit_entries order by id")).rows).toEqual(before);
});
