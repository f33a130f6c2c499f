import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { GET as getBoard } from "@/app/api/board/route";
import { openTestAccount } from "@/lib/features/test-account";
import { closeDatabase } from "@/lib/platform/database/client";
import { GET } from "./route";

const { requireSession } = vi.hoisted(() => ({ requireSession: vi.fn() }));
vi.mock("next/server", () => ({ connection: async () => undefined }));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));
vi.mock("@/lib/auth/sign-in/current-session", () => ({ requireSession }));

const CONTAINERS = 3_000;
let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  dashboard = await openTestAccount();
  vi.stubEnv("DATABASE_URL", dashboard.url);
  vi.stubEnv("TRACKING_API_URL", "http://127.0.0.1:9/v2");
  vi.stubEnv("TRACKING_API_KEY", "key");
  vi.stubEnv("NEXTAUTH_SECRET", "a secret of at least thirty-two characters");
  await dashboard.pool.query(`
    insert into containers select copy.* from containers c, generate_series(2, ${CONTAINERS}) n,
      lateral jsonb_populate_record(c, jsonb_build_object('id', 'x-' || n)) copy where c.id = 'c-1'`);
  await dashboard.pool.query(`
    insert into board_rows select copy.* from board_rows b, generate_series(2, ${CONTAINERS}) n,
      lateral jsonb_populate_record(b, jsonb_build_object('container_id', 'x-' || n, 'number', 'X' || n,
        'row', b.row || jsonb_build_object('id', 'x-' || n, 'number', 'X' || n))) copy where b.container_id = 'c-1'`);
});
afterAll(async () => {
  await closeDatabase();
  await dashboard.close();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  requireSession.mockReset();
});

const userId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Starts an export as a user and reads only its first bytes. */
async function startExport(user: string, format = "csv") {
  await dashboard.pool.query("insert into users (id, email) values ($1, $2) on conflict do nothing", [
    user,
    user,
  ]);
  requireSession.mockResolvedValueOnce({ userId: user });
  const response = await GET(new Request(`http://127.0.0.1:3000/api/export?format=${format}`));
  if (response.status !== 200 || response.body === null) return { response, cancel: async () => undefined };
  const reader = response.body.getReader();
  await reader.read();
  const rest = async () => {
    const parts: Uint8Array[] = [];
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return Buffer.concat(parts).toString("utf8");
      parts.push(value);
    }
  };
  return { response, rest, cancel: () => reader.cancel() };
}

async function readBoard() {
  requireSession.mockResolvedValueOnce({ userId: userId(99) });
  return getBoard(new Request("http://127.0.0.1:3000/api/board?queue=all&limit=10"));
}

it("keeps database connections free for the board while ten users hold unread exports", async () => {
  const held = await Promise.all(Array.from({ length: 10 }, (_, n) => startExport(userId(n))));
  expect(held.map(({ response }) => response.status)).toEqual(Array(10).fill(200));
  expect((await readBoard()).status).toBe(200);
  const { rows } = await dashboard.pool.query(
    "select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()",
  );
  expect(rows).toEqual([{ open: 0 }]);
  await Promise.all(held.map(({ cancel }) => cancel()));
}, 30_000);

it.each(["csv", "xlsx"])("rejects a second %s export of a user until the first has ended", async (format) => {
  const first = await startExport(userId(1), format);
  const second = await startExport(userId(1), format);
  expect(second.response.status).toBe(429);
  expect(second.response.headers.get("retry-after")).toBe("60");
  expect(await second.response.json()).toEqual({
    error: {
      code: "export_running",
      message: "You already have an export running. Wait for it to finish, or cancel it.",
    },
  });
  await first.cancel();
  const third = await startExport(userId(1), format);
  expect(third.response.status).toBe(200);
  await third.rest?.();
  const fourth = await startExport(userId(1), format);
  expect(fourth.response.status).toBe(200);
  await fourth.cancel();
});

it("writes each container once", async () => {
  const { rest } = await startExport(userId(2));
  const lines = (await rest?.())?.trimEnd().split("\r\n") ?? [];
  expect(lines).toHaveLength(CONTAINERS);
  expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(CONTAINERS);
});

it("returns an error and frees the slot when the rows cannot be listed", async () => {
  await dashboard.pool.query("alter table board_rows rename to board_rows_away");
  const failed = await startExport(userId(3)).finally(() =>
    dashboard.pool.query("alter table board_rows_away rename to board_rows"),
  );
  expect(failed.response.status).toBe(500);
  const next = await startExport(userId(3));
  expect(next.response.status).toBe(200);
  await next.cancel();
});
