import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { countView } from "./count-view";

const NOW = new Date("2026-11-20T17:00:00Z");
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const HOME = "192.0.2.1";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let createdBy = "";
let id = "";

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const [user] = await dashboard.db.insert(users).values({ email: "ana@example.com" }).returning();
  createdBy = user?.id ?? "";
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  const input = { kind: "share" as const, label: "For Lakin", settings: {}, createdBy, expiresAt: null };
  id = (await makeAccessToken(dashboard.db, input)).id;
});

/** Clears the memory of this process, so that the next call behaves like another Drayboard instance. */
const atAnotherDashboard = () => Reflect.deleteProperty(globalThis, "drayboardNoted");
const view = (minutes: number, address = HOME) => countView(dashboard.db, id, address, at(minutes));
async function seen() {
  const { rows } = await dashboard.pool.query(
    'select views::int, last_seen_at as "lastSeenAt" from access_tokens where id = $1',
    [id],
  );
  return rows[0];
}

describe("a view", () => {
  it("is counted once for a page that stays open and updates the time last seen", async () => {
    for (const minutes of [0, 0.2, 1, 9, 18]) await view(minutes);
    expect(await seen()).toEqual({ views: 1, lastSeenAt: at(18) });
  });

  it("is counted again from another network and after ten minutes", async () => {
    await view(0);
    await view(1, "192.0.2.9");
    expect(await seen()).toMatchObject({ views: 2 });
    await view(9.9);
    expect(await seen()).toMatchObject({ views: 2 });
    await view(19.8);
    expect(await seen()).toMatchObject({ views: 2 });
    await view(29.9);
    expect(await seen()).toEqual({ views: 3, lastSeenAt: at(29.9) });
  });

  it("is counted once across Drayboard instances", async () => {
    for (const minutes of [0, 0.2, 0.4, 8, 16]) {
      atAnotherDashboard();
      await view(minutes);
    }
    expect(await seen()).toEqual({ views: 1, lastSeenAt: at(16) });
    atAnotherDashboard();
    await view(26);
    expect(await seen()).toMatchObject({ views: 2 });
  });

  it("is counted once for concurrent requests", async () => {
    await Promise.all(
      Array.from({ length: 8 }, () => {
        atAnotherDashboard();
        return view(0);
      }),
    );
    expect(await seen()).toEqual({ views: 1, lastSeenAt: at(0) });
  });

  it("never moves the time last seen backward", async () => {
    await view(5);
    atAnotherDashboard();
    await view(3, "192.0.2.9");
    expect(await seen()).toEqual({ views: 2, lastSeenAt: at(5) });
  });

  it("is stored without the network address and removed after a day", async () => {
    await view(0, "198.51.100.77");
    const stored = await dashboard.pool.query("select * from token_visits where token_id = $1", [id]);
    expect(stored.rows).toHaveLength(1);
    expect(JSON.stringify(stored.rows)).not.toContain("198.51.100");
    await view(25 * 60, "192.0.2.9");
    const { rows } = await dashboard.pool.query("select seen_at from token_visits where token_id = $1", [id]);
    expect(rows).toEqual([{ seen_at: at(25 * 60) }]);
  });
});
