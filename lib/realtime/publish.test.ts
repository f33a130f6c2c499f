import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Listener, listen } from "@/lib/platform/database/postgres-listener";
import { cacheTags } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { CHANGES_CHANNEL, type ChangeEvent, notedChangeSchema, TAGS_CHANNEL } from "./channels";
import { announceChange, expireTags } from "./publish";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let listener: Listener;
let received: { channel: string; payload: string }[] = [];

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(cacheTags);
  received = [];
  await new Promise<void>((onOpen) => {
    listener = listen(dashboard.url, [TAGS_CHANNEL, CHANGES_CHANNEL], {
      onMessage: (channel, payload) => received.push({ channel, payload }),
      onOpen,
    });
  });
});
afterEach(() => listener.close());

const payloads = (channel: string) =>
  received.filter((reported) => reported.channel === channel).map(({ payload }) => payload);
const tagsHeard = (): string[] => payloads(TAGS_CHANNEL).flatMap((payload) => JSON.parse(payload));
const changesHeard = () =>
  payloads(CHANGES_CHANNEL).map((payload) => notedChangeSchema.parse(JSON.parse(payload)).change);

/** Waits until all notifications committed before were received. */
async function listened(): Promise<void> {
  await dashboard.pool.query("select pg_notify($1, 'end')", [CHANGES_CHANNEL]);
  await vi.waitFor(() => expect(received.at(-1)?.payload).toBe("end"), { timeout: 60_000 });
  received.pop();
}

describe("expired tags and announced changes", () => {
  it("are received on another connection at the commit, not before", async () => {
    await dashboard.db.transaction(async (tx) => {
      await announceChange(tx, { containers: ["c-1"] });
      await listened();
      expect(received).toEqual([]);
    });
    await listened();
    expect(tagsHeard()).toEqual(["container:c-1", "counts"]);
    expect(changesHeard()).toEqual([{ containers: ["c-1"], shipments: [], requests: [], parties: false }]);
    expect((await dashboard.db.select().from(cacheTags)).map(({ tag }) => tag).sort()).toEqual([
      "container:c-1",
      "counts",
    ]);
  });

  it("are never received after a rollback", async () => {
    const broken = dashboard.db.transaction(async (tx) => {
      await announceChange(tx, { containers: ["c-1"], parties: true });
      await expireTags(tx, ["shipment:s-1"]);
      throw new Error("rolled back");
    });
    await expect(broken).rejects.toThrow("rolled back");
    await listened();
    expect(received).toEqual([]);
    expect(await dashboard.db.select().from(cacheTags)).toEqual([]);
  });

  it("are not sent when nothing changed", async () => {
    await announceChange(dashboard.db, {});
    await announceChange(dashboard.db, { containers: [], shipments: [], requests: [], parties: false });
    await expireTags(dashboard.db, []);
    await listened();
    expect(received).toEqual([]);
  });

  it.each<[Partial<ChangeEvent>, string[]]>([
    [{ containers: ["c-1"] }, ["container:c-1", "counts"]],
    [{ shipments: ["s-1"] }, ["shipment:s-1"]],
    [{ requests: ["r-1"] }, ["requests"]],
    [{ parties: true }, ["parties"]],
    [
      { containers: ["c-1"], shipments: ["s-1"], requests: ["r-1"], parties: true },
      ["container:c-1", "counts", "parties", "requests", "shipment:s-1"],
    ],
  ])("contain only the given records for %j", async (change, tags) => {
    await announceChange(dashboard.db, change);
    await listened();
    expect(tagsHeard().sort()).toEqual(tags);
    expect(changesHeard()).toMatchObject([change]);
  });

  it.each<[string, (n: number) => string]>([
    ["10,000 ids", (n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`],
    ["10,000 short ids", (n) => `c${n}`],
    ["10,000 ids of 300 signs, quotes and other alphabets among them", (n) => `${n}"\\船ä`.padEnd(300, "x")],
  ])("arrive completely for %s, in payloads PostgreSQL accepts", async (_, id) => {
    const containers = Array.from({ length: 10_000 }, (_, n) => id(n));
    await announceChange(dashboard.db, { containers, shipments: containers.slice(0, 100) });
    await listened();
    expect(received.every(({ payload }) => Buffer.byteLength(payload) < 8_000)).toBe(true);
    expect(changesHeard().flatMap((change) => change.containers)).toEqual(containers);
    expect(changesHeard().flatMap((change) => change.shipments)).toHaveLength(100);
    const tags = [
      ...containers.map((c) => `container:${c}`),
      ...containers.slice(0, 100).map((s) => `shipment:${s}`),
    ];
    expect(new Set(tagsHeard())).toEqual(new Set([...tags, "counts"]));
  });

  it("do not block each other when many transactions expire the same tags in any order", async () => {
    const tags = Array.from({ length: 200 }, (_, n) => `container:${n}`);
    const rounds = Array.from({ length: 8 }, (_, n) =>
      expireTags(dashboard.db, n % 2 ? tags : [...tags].reverse()),
    );
    await Promise.all(rounds);
    expect(await dashboard.db.select().from(cacheTags)).toHaveLength(200);
  });
});
