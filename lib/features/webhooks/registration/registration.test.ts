import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EVENTS } from "@/lib/contract/events";
import { listServiceWebhooks, type ServiceWebhook } from "@/lib/features/webhooks/queries/account-webhooks";
import { installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import {
  findOwnWebhook,
  listDeliverySecrets,
  listRetiredWebhooks,
  rememberOwnWebhook,
  writeRetiredWebhooks,
} from "@/lib/tracking-client/registered-webhook";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
} from "@/tracking-service/testing/running-service";
import { type Keeping, putWebhookInOrder, rotateWebhookSecret } from "./registration";
import { findWebhookCheck } from "./registration-check";
import { writeWebhookChoice } from "./subscribed-events";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let service: TestService;
let receiver: Receiver;
let keeping: Keeping;
let requested = 0;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  service = await startTestService({ seedContainers: 4 });
  receiver = await startReceiver();
  const client = new TrackingClient({ baseUrl: service.url, key: service.key, patienceMs: 0 });
  const askForRound = async () => {
    requested += 1;
  };
  keeping = { db: dashboard.db, client, url: receiver.url, overlapHours: 24, requestSyncRun: askForRound };
});
afterAll(async () => {
  await service.end();
  await receiver.close();
  await dashboard.close();
});
beforeEach(async () => {
  await dashboard.db.delete(installation);
  for (const { id } of await there()) await service.call(`/webhooks/${id}`, { method: "DELETE" });
});

const there = (): Promise<ServiceWebhook[]> => listServiceWebhooks(keeping.client);
const create = (url: string, events = ["container.updated"]) =>
  service.call("/webhooks", {
    body: { data: { type: "webhook", attributes: { url, active: true, events } } },
  });
const switchOff = (id: string) =>
  service.call(`/webhooks/${id}`, {
    method: "PATCH",
    body: { data: { type: "webhook", attributes: { active: false } } },
  });
/** Runs putWebhookInOrder and returns whether a sync run was requested for missed deliveries. */
async function inOrder(also: Partial<Keeping> = {}) {
  requested = 0;
  await putWebhookInOrder({ ...keeping, ...also });
  return { missed: requested > 0 };
}

describe("the webhook at the tracking service", () => {
  it("is registered with all events, found again, and its state is stored", async () => {
    expect(await inOrder()).toEqual({ missed: true });
    expect(await inOrder()).toEqual({ missed: false });
    const [only, ...others] = await there();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ url: keeping.url, active: true, events: [...EVENTS] });
    expect(await listDeliverySecrets(dashboard.db)).toEqual([only?.secret]);
    expect(await findWebhookCheck(dashboard.db)).toMatchObject({
      atService: { id: only?.id, active: true },
      deliveries: { looked: 0, failed: 0, waiting: 0 },
      others: [],
      problem: null,
    });
    const noted = JSON.stringify(await dashboard.db.select().from(installation));
    expect(noted).not.toContain(only?.secret);
  });

  it("is reactivated after a successful test delivery, and a sync run is requested", async () => {
    await inOrder();
    const [own] = await there();
    await switchOff(own?.id ?? "");
    const elsewhere = { ...keeping, url: "http://127.0.0.1:9/hook" };
    await rememberOwnWebhook(dashboard.db, {
      id: own?.id ?? "",
      url: elsewhere.url,
      secret: own?.secret ?? "",
    });
    await expect(putWebhookInOrder(elsewhere)).rejects.toThrow(/can’t deliver to http:\/\/127.0.0.1:9/);
    expect(await there()).toMatchObject([{ active: false }]);
    await rememberOwnWebhook(dashboard.db, {
      id: own?.id ?? "",
      url: keeping.url,
      secret: own?.secret ?? "",
    });
    expect(await inOrder()).toEqual({ missed: true });
    expect(await there()).toMatchObject([{ id: own?.id, active: true }]);
    expect((await findWebhookCheck(dashboard.db))?.reactivatedAt).not.toBeNull();
  });

  it("is registered again after it was deleted upstream", async () => {
    await inOrder();
    const [own] = await there();
    await service.call(`/webhooks/${own?.id}`, { method: "DELETE" });
    expect(await inOrder()).toEqual({ missed: true });
    expect(await there()).toHaveLength(1);
    expect((await findOwnWebhook(dashboard.db))?.id).not.toBe(own?.id);
  });

  it("subscribes to the chosen events, and to all again", async () => {
    await inOrder();
    await writeWebhookChoice(dashboard.db, { events: ["container.updated", "container.created"] });
    await inOrder();
    expect((await there())[0]?.events.sort()).toEqual(["container.created", "container.updated"]);
    await writeWebhookChoice(dashboard.db, { events: null });
    await inOrder();
    expect((await there())[0]?.events).toHaveLength(EVENTS.length);
  });

  it.each([
    ["fewer", ["container.updated"], true],
    ["more", [...EVENTS], false],
  ])("is subscribed to the chosen events again after another user set %s", async (_, events, missed) => {
    await writeWebhookChoice(dashboard.db, { events: ["container.updated", "container.created"] });
    await inOrder();
    const [own] = await there();
    await service.call(`/webhooks/${own?.id}`, {
      method: "PATCH",
      body: { data: { type: "webhook", attributes: { events } } },
    });
    expect(await inOrder()).toEqual({ missed });
    expect((await there())[0]?.events.sort()).toEqual(["container.created", "container.updated"]);
    expect(await inOrder()).toEqual({ missed: false });
  });

  it("omits the events not in the plan and reports them", async () => {
    const { key, accountId } = await service.stranger("Without rail");
    const { accounts } = await import("@/tracking-service/store/schema");
    const { eq } = await import("drizzle-orm");
    await service.store.db.update(accounts).set({ features: [] }).where(eq(accounts.id, accountId));
    const client = new TrackingClient({ baseUrl: service.url, key, patienceMs: 0 });
    await putWebhookInOrder({ ...keeping, client });
    const own = await findOwnWebhook(dashboard.db);
    expect(own?.withheldEvents).toEqual(["container.pickup_lfd_rail.changed"]);
    const [webhook] = await listServiceWebhooks(client);
    expect(webhook?.events).toHaveLength(EVENTS.length - 1);
    const edits = vi.spyOn(client, "edit");
    expect(await inOrder({ client })).toEqual({ missed: false });
    expect(edits).not.toHaveBeenCalled();
  });

  it("is removed with those it replaced, is not registered again, and other webhooks are kept", async () => {
    await create("https://elsewhere.example/hook");
    await inOrder();
    await rotateWebhookSecret(keeping);
    await writeWebhookChoice(dashboard.db, { wanted: false });
    await inOrder();
    await inOrder();
    expect(await there()).toMatchObject([{ url: "https://elsewhere.example/hook" }]);
    expect(await listDeliverySecrets(dashboard.db)).toEqual([]);
  });

  it("is independent of a webhook at another address, which is kept and listed", async () => {
    await create("https://elsewhere.example/hook");
    await inOrder();
    expect((await findWebhookCheck(dashboard.db))?.others).toMatchObject([
      { url: "https://elsewhere.example/hook", atOurAddress: false },
    ]);
    expect(await there()).toHaveLength(2);
  });

  it("has its secret refetched when the stored one cannot be read", async () => {
    await inOrder();
    const [own] = await there();
    const value = { id: own?.id, url: keeping.url, secret: "sealed:v1:AAAA" };
    await dashboard.db.update(installation).set({ value });
    expect(await listDeliverySecrets(dashboard.db)).toEqual([]);
    await inOrder();
    expect(await listDeliverySecrets(dashboard.db)).toEqual([own?.secret]);
  });
});

describe("a change of PUBLIC_URL", () => {
  let moved: Receiver;
  beforeAll(async () => {
    moved = await startReceiver();
  });
  afterAll(() => moved.close());

  /** Creates an own webhook at the old address, an unrelated webhook, and then changes the own address. */
  async function move() {
    await inOrder();
    const [before] = await there();
    await create("https://elsewhere.example/hook");
    expect(await inOrder({ url: moved.url })).toEqual({ missed: true });
    return before?.id ?? "";
  }

  it("limits the webhook at the old address to waiting deliveries and removes it after the overlap", async () => {
    const before = await move();
    const at = async (id: string) => (await there()).find((webhook) => webhook.id === id);
    expect(await at(before)).toMatchObject({ url: keeping.url, events: ["document.extraction_failed"] });
    const [old] = await listRetiredWebhooks(dashboard.db);
    expect(old).toMatchObject({ id: before, quiet: true });
    expect(await listDeliverySecrets(dashboard.db)).toHaveLength(2);
    const retiredAt = new Date(Date.now() - 24.1 * 3_600_000).toISOString();
    if (old) await writeRetiredWebhooks(dashboard.db, [{ ...old, retiredAt }]);
    await inOrder({ url: moved.url });
    expect((await there()).map(({ url }) => url).sort()).toEqual([
      moved.url,
      "https://elsewhere.example/hook",
    ]);
  });

  it("reuses the webhook at the old address with all events after the change is reverted", async () => {
    const before = await move();
    await inOrder();
    expect((await findOwnWebhook(dashboard.db))?.id).toBe(before);
    expect((await there()).find(({ id }) => id === before)?.events).toHaveLength(EVENTS.length);
    expect((await there()).find(({ url }) => url === moved.url)?.events).toHaveLength(1);
  });

  it("removes both webhooks when the user removes the webhook", async () => {
    await move();
    await writeWebhookChoice(dashboard.db, { wanted: false });
    await inOrder({ url: moved.url });
    expect(await there()).toMatchObject([{ url: "https://elsewhere.example/hook" }]);
  });
});

describe("a secret rotation", () => {
  it("creates a new webhook, limits the old one to waiting deliveries and accepts both secrets", async () => {
    await inOrder();
    const [before] = await there();
    requested = 0;
    await rotateWebhookSecret(keeping);
    expect(requested, "nothing is missed by it").toBe(0);
    const webhooks = await there();
    const own = await findOwnWebhook(dashboard.db);
    expect(webhooks).toHaveLength(2);
    expect(webhooks.find(({ id }) => id === own?.id)?.events).toHaveLength(EVENTS.length);
    expect(webhooks.find(({ id }) => id === before?.id)).toMatchObject({
      active: true,
      events: ["document.extraction_failed"],
    });
    expect(await listDeliverySecrets(dashboard.db)).toEqual([own?.secret, before?.secret]);
    expect(own?.secret).not.toBe(before?.secret);
  });

  it("requests a sync run when the old webhook was inactive", async () => {
    await inOrder();
    await switchOff((await there())[0]?.id ?? "");
    requested = 0;
    await rotateWebhookSecret(keeping);
    expect(requested).toBe(1);
    expect(await inOrder()).toEqual({ missed: false });
  });

  it("removes the old webhook at the service after the overlap", async () => {
    await inOrder();
    await rotateWebhookSecret(keeping);
    const [old] = await listRetiredWebhooks(dashboard.db);
    const retiredAt = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    if (!old) throw new Error("nothing was retired");
    await writeRetiredWebhooks(dashboard.db, [{ ...old, retiredAt: retiredAt(23.9) }]);
    await inOrder();
    expect(await there()).toHaveLength(2);
    await writeRetiredWebhooks(dashboard.db, [{ ...old, retiredAt: retiredAt(24.1) }]);
    await inOrder();
    expect(await there()).toMatchObject([{ id: (await findOwnWebhook(dashboard.db))?.id }]);
    expect(await listDeliverySecrets(dashboard.db)).toHaveLength(1);
  });

  it("uses one webhook, accepts both and later removes the other when killed after the creation", async () => {
    await inOrder();
    const [before] = await there();
    await create(keeping.url, [...EVENTS]);
    await inOrder();
    expect((await findOwnWebhook(dashboard.db))?.id).toBe(before?.id);
    expect(await listDeliverySecrets(dashboard.db)).toHaveLength(2);
    const [stray] = await listRetiredWebhooks(dashboard.db);
    expect(stray).toMatchObject({ quiet: true });
    expect(await there()).toHaveLength(2);
  });

  it("limits the old webhook at the next check when killed before that step", async () => {
    await inOrder();
    await rotateWebhookSecret(keeping);
    const [old] = await listRetiredWebhooks(dashboard.db);
    if (!old) throw new Error("nothing was retired");
    await writeRetiredWebhooks(dashboard.db, [{ ...old, quiet: false }]);
    await inOrder();
    expect(await listRetiredWebhooks(dashboard.db)).toMatchObject([{ id: old.id, quiet: true }]);
  });

  it("is refused when no webhook is registered", async () => {
    await expect(rotateWebhookSecret(keeping)).rejects.toMatchObject({ code: "not_found" });
    expect(await there()).toEqual([]);
  });
});
