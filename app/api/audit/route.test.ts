import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { AppError } from "@/lib/platform/errors";
import { GET } from "./route";

const { requireSession, database } = vi.hoisted(() => ({ requireSession: vi.fn(), database: vi.fn() }));
vi.mock("next/server", () => ({ connection: async () => undefined }));
vi.mock("@/lib/auth/sign-in/current-session", () => ({ requireSession }));
vi.mock("@/lib/platform/config/config", async (original) => ({
  ...(await original<object>()),
  config: () => ({ locale: "en-US" }),
}));
vi.mock("@/lib/platform/database/client", async (original) => ({
  ...(await original<object>()),
  db: database,
  exportsDb: database,
}));

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let ana = "";

beforeAll(async () => {
  dashboard = await openTestDashboard();
  database.mockReturnValue(dashboard.db);
  const { rows } = await dashboard.pool.query<{ id: string }>(
    "insert into users (email) values ('ana@example.com') returning id",
  );
  ana = rows[0]?.id ?? "";
  await dashboard.pool.query(
    "insert into audit_entries (actor, action, detail) select 'ben@example.com', 'counted', n::text from generate_series(1, 2500) n",
  );
  await recordAuditEntry(
    dashboard.db,
    { userId: ana },
    {
      action: "party.renamed",
      record: { type: "party", id: '=HYPERLINK("x")' },
      data: { before: "+1", after: "@sum, a" },
    },
  );
});
afterAll(() => dashboard.close());
beforeEach(() => {
  requireSession.mockReset();
  requireSession.mockResolvedValue({ userId: ana, email: "ana@example.com" });
});

const get = (query = "") => GET(new Request(`http://127.0.0.1:3000/api/audit${query}`));
const linesOf = async (response: Response) =>
  (await response.text()).replace("\uFEFF", "").trimEnd().split("\r\n");

it("exports all entries regardless of their number and records the export", async () => {
  const response = await get();
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="[\w .-]*activity[\w .-]*\.csv"$/i,
  );
  const [head, first, ...rest] = await linesOf(response);
  expect(head).toBe("When (UTC),Who,IP address,What,Record type,Record,ID,Details");
  expect(first).toContain("ana@example.com");
  expect(first).toContain("exported the activity");
  expect(rest).toHaveLength(2_501);
  expect(new Set(rest.slice(1).map((line) => line.split(",").at(-1))).size).toBe(2_500);
});

it("escapes spreadsheet formulas", async () => {
  const [, line] = await linesOf(await get("?act=renamed+a+party"));
  expect(line).toMatch(/,renamed a party,party,,"'=HYPERLINK\(""x""\)","'\+1 → @sum, a"$/);
});

it("applies the filters of the activity page", async () => {
  expect(await linesOf(await get("?who=ben%40example.com&act=counted&to=2020-01-01"))).toHaveLength(1);
  expect(await linesOf(await get("?record=party"))).toHaveLength(2);
});

it("allows admins only and records nothing for a rejected request", async () => {
  const count = async () =>
    (await dashboard.pool.query("select count(*)::int as n from audit_entries")).rows[0];
  const before = await count();
  requireSession.mockRejectedValue(new AppError("not_allowed", "Your role does not allow this."));
  const response = await get();
  expect(response.status).toBe(403);
  expect(requireSession).toHaveBeenCalledWith("administer");
  expect(await count()).toEqual(before);
});
