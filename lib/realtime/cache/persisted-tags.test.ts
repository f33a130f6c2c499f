import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cacheTags } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { expireTags } from "@/lib/realtime/publish";
import { forgetOldTags, readStoredTags } from "./persisted-tags";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => dashboard.db.delete(cacheTags));

const MINUTES = 60_000;

async function expired(tags: Record<string, number>): Promise<void> {
  for (const [tag, minutesAgo] of Object.entries(tags))
    await dashboard.pool.query("insert into cache_tags values ($1, now() - $2 * interval '1 minute')", [
      tag,
      minutesAgo,
    ]);
}

async function stored() {
  const connection = await dashboard.pool.connect();
  try {
    const { tags, forgottenAgeMs } = await readStoredTags(connection);
    const minutes = forgottenAgeMs === null ? null : Math.round(forgottenAgeMs / MINUTES);
    return { tags: tags.map(({ tag }) => tag).sort(), forgotten: minutes };
  } finally {
    connection.release();
  }
}

describe("the stored expiry of record tags", () => {
  it("is deleted after an hour, and the latest deleted expiry is kept", async () => {
    await expired({ "container:old": 300, "shipment:old": 61, "container:new": 59 });
    expect(await forgetOldTags(dashboard.db)).toBe(2);
    expect(await stored()).toEqual({ tags: ["container:new"], forgotten: 61 });
  });

  it("never moves the latest deleted expiry back, after any number of deletions", async () => {
    await expired({ "container:a": 70 });
    await forgetOldTags(dashboard.db);
    await expired({ "container:b": 500 });
    expect(await forgetOldTags(dashboard.db)).toBe(1);
    expect(await stored()).toEqual({ tags: [], forgotten: 70 });
    expect(await forgetOldTags(dashboard.db)).toBe(0);
    expect(await stored()).toEqual({ tags: [], forgotten: 70 });
  });

  it("keeps the tags of lists and paths of any age", async () => {
    await expired({
      counts: 9_000,
      parties: 9_000,
      requests: 9_000,
      "/containers/c-1": 9_000,
      contain: 9_000,
    });
    expect(await forgetOldTags(dashboard.db)).toBe(0);
    expect(await stored()).toEqual({
      tags: ["/containers/c-1", "contain", "counts", "parties", "requests"],
      forgotten: null,
    });
  });

  it("keeps a tag that expires again meanwhile, without blocking the other transaction", async () => {
    await expired({ "container:busy": 100, "container:idle": 100 });
    await dashboard.db.transaction(async (tx) => {
      await expireTags(tx, ["container:busy"]);
      expect(await forgetOldTags(dashboard.db)).toBe(1);
    });
    expect(await stored()).toEqual({ tags: ["container:busy"], forgotten: 100 });
    expect(await forgetOldTags(dashboard.db)).toBe(0);
  });

  it("deletes more rows than one batch, with several processes at once", async () => {
    await dashboard.pool.query(
      "insert into cache_tags select 'container:' || n, now() - interval '2 hours' from generate_series(1, 12000) n",
    );
    const counts = await Promise.all([1, 2, 3].map(() => forgetOldTags(dashboard.db)));
    await forgetOldTags(dashboard.db);
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(12_000);
    expect(await stored()).toEqual({ tags: [], forgotten: 120 });
  });
});
