import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { exportAuditEntries, verifyAuditExport, writeAuditExport } from "./export-entries";

const NOW = new Date("2030-06-01T12:00:00Z");
const BEFORE = new Date("2026-01-01T00:00:00Z");

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let folder = "";
let file = "";

beforeAll(async () => {
  dashboard = await openTestDashboard();
  folder = await mkdtemp(join(tmpdir(), "drayboard-audit-"));
  await dashboard.pool.query(`
    insert into audit_entries (at, actor, action, data)
    select timestamptz '2025-01-01' + make_interval(hours => n), 'ana@example.com', 'password.changed',
      jsonb_build_object('note', 'line' || chr(10) || '“' || n || '”')
    from generate_series(1, 2500) n;
    insert into audit_entries (at, actor, action) values ('2026-01-01T00:00:00Z', 'ben@example.com', 'password.changed')`);
});
afterAll(async () => {
  await dashboard.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  file = join(folder, "export.ndjson.gz");
  await rm(file, { force: true });
});

const actions = async () =>
  (
    await dashboard.pool.query(
      "select actor, action from audit_entries where at >= '2026-01-01' or at < '2025-01-01' order by id",
    )
  ).rows;
const count = async () => (await dashboard.pool.query("select from audit_entries")).rowCount;

describe("an export of audit entries", () => {
  it("has every entry before the instant, one a line", async () => {
    const written = await writeAuditExport(dashboard.db, file, BEFORE);
    expect(written).toMatchObject({ entries: 2_500, lastId: 2_500 });
    const lines = gunzipSync(await readFile(file))
      .toString("utf8")
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(2_500);
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({
      id: 3,
      at: "2025-01-01T03:00:00.000Z",
      actor: "ana@example.com",
      data: { note: "line\n“3”" },
    });
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  it("does not replace a file", async () => {
    await writeFile(file, "mine");
    await expect(writeAuditExport(dashboard.db, file, BEFORE)).rejects.toThrow("exists. Name another file.");
    expect(await readFile(file, "utf8")).toBe("mine");
  });

  it.each<[string, (lines: string[]) => string[]]>([
    ["a changed line", ([first, ...others]) => [String(first).replace("ana@", "eve@"), ...others]],
    ["a missing line", (lines) => lines.slice(0, -1)],
    ["an added line", (lines) => [...lines, "{}"]],
  ])("is refused with %s", async (_, change) => {
    const written = await writeAuditExport(dashboard.db, file, BEFORE);
    const lines = gunzipSync(await readFile(file))
      .toString("utf8")
      .trimEnd()
      .split("\n");
    await writeFile(file, gzipSync(`${change(lines).join("\n")}\n`));
    await expect(verifyAuditExport(dashboard.db, file, BEFORE, written)).rejects.toThrow(file);
  });

  it("deletes nothing without the word, nor entries of the last 30 days", async () => {
    await exportAuditEntries(dashboard.db, file, { before: BEFORE, deletes: false, now: NOW });
    expect(await count()).toBe(2_501);
    const tooLate = new Date(NOW.getTime() - 29 * 86_400_000);
    const other = `${file}.2`;
    await expect(
      exportAuditEntries(dashboard.db, other, { before: tooLate, deletes: true, now: NOW }),
    ).rejects.toMatchObject({ code: "bad_input" });
    expect(existsSync(other)).toBe(false);
  });
});

describe("the function that deletes exported entries", () => {
  const call = (lastId: number, before: string, entries: number) =>
    dashboard.pool.query("select delete_exported_audit_entries($1, $2, $3)", [lastId, before, entries]);

  it("deletes nothing when the export has another number of entries", async () => {
    await expect(call(2_500, "2026-01-01", 2_499)).rejects.toThrow(
      "2500 audit entries would be deleted, but 2499",
    );
    expect(await count()).toBe(2_501);
  });

  it("deletes nothing of the last 30 days", async () => {
    const recent = new Date(Date.now() - 29 * 86_400_000).toISOString();
    await expect(call(2_501, recent, 2_501)).rejects.toThrow("last 30 days");
  });
});

it("deletes exported entries and records it, and the others stay immutable", async () => {
  const { checksum } = await exportAuditEntries(dashboard.db, file, {
    before: BEFORE,
    deletes: true,
    now: NOW,
  });
  expect(await actions()).toEqual([
    { actor: "ben@example.com", action: "password.changed" },
    { actor: "npm run audit", action: "audit_entries.deleted" },
  ]);
  const { rows } = await dashboard.pool.query("select data from audit_entries order by id desc limit 1");
  expect(rows[0]?.data).toEqual({ entries: 2_500, before: "2026-01-01T00:00:00.000Z", checksum });
  await expect(dashboard.pool.query("delete from audit_entries")).rejects.toThrow(
    "cannot be changed or deleted",
  );
});
