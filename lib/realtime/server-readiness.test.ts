import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/platform/database/client";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { readReadiness } from "./server-readiness";

const dashboard = await openTestDashboard();
afterAll(() => dashboard.close());

const later = (ms: number) => new Date(Date.now() + ms);
const read = (now = new Date()) => readReadiness(now, dashboard);

beforeEach(async () => {
  await dashboard.pool.query("delete from inbox; delete from installation");
  await dashboard.pool.query("insert into installation (name, value) values ('reconciler', '{}')");
});

describe("readiness", () => {
  it("is ok with a database, its migrations, a worker, an empty inbox and free connections", async () => {
    const { migrations, pool, ...others } = await read();
    expect(others).toMatchObject({ ready: true, database: { ok: true }, worker: { ok: true } });
    expect(others.inbox).toEqual({ ok: true, oldestAt: null });
    expect(migrations).toMatchObject({ ok: true, applied: "same" });
    expect(pool).toEqual({ ok: true, size: 10, free: 10, waiting: 0 });
  });

  it("fails for a worker without a heartbeat for one minute", async () => {
    expect(await read(later(50_000))).toMatchObject({ ready: true });
    expect(await read(later(70_000))).toMatchObject({ ready: false, worker: { ok: false } });
    await dashboard.pool.query("delete from installation");
    expect(await read()).toMatchObject({ ready: false, worker: { ok: false, heartbeatAt: null } });
  });

  it("fails for a lagging inbox, but not for failed notifications that wait for a retry", async () => {
    const insert =
      "insert into inbox (notification_id, event, body, created_at, attempts) values ($1, 'e', '', now(), $2)";
    await dashboard.pool.query(insert, ["failed before", 1]);
    expect((await read(later(50_000))).inbox).toEqual({ ok: true, oldestAt: null });
    await dashboard.pool.query(insert, ["new", 0]);
    await dashboard.pool.query("update installation set updated_at = now() + interval '1 minute'");
    expect(await read(later(70_000))).toMatchObject({ ready: false, inbox: { ok: false } });
  });

  it("distinguishes a database with a later build's migration from one that lacks migrations", async () => {
    const at = (when: string) =>
      dashboard.pool.query(
        `update drizzle.__drizzle_migrations set created_at = created_at ${when}
         where id = (select max(id) from drizzle.__drizzle_migrations)`,
      );
    await at("+ 1");
    expect(await read()).toMatchObject({ ready: false, migrations: { ok: false, applied: "newer" } });
    await at("- 2");
    expect(await read()).toMatchObject({ ready: false, migrations: { ok: false, applied: "older" } });
    await at("+ 1");
  });

  it("fails without a free connection", async () => {
    const held = await Promise.all(Array.from({ length: 10 }, () => dashboard.pool.connect()));
    const other = openDatabase(dashboard.url, { max: 1 });
    const readiness = await readReadiness(new Date(), { db: other.db, pool: dashboard.pool });
    for (const client of held) client.release();
    await other.pool.end();
    expect(readiness).toMatchObject({ ready: false, database: { ok: true }, pool: { ok: false, free: 0 } });
  });

  it("fails when the database does not respond", async () => {
    const away = openDatabase("postgres://nobody@127.0.0.1:1/none", { max: 1, responseTimeoutMs: 1_000 });
    const readiness = await readReadiness(new Date(), away);
    await away.pool.end();
    expect(readiness).toMatchObject({
      ready: false,
      database: { ok: false },
      migrations: { ok: false, applied: "unknown" },
      inbox: { ok: false },
    });
  });
});
