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
let asked = 0;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  service = await startTestService({ seedContainers: 4 });
  receiver = await startReceiver();
  const client = new TrackingClient({ baseUrl: service.url, key: service.key, patienceMs: 0 });
  const askForRound = async () => {
    asked += 1;
  };
  keeping = { db: dashboard.db, client, url: receiver.url, overlapHours: 24, askForRound };
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
/** Puts it in order and answers whether a round was asked for, for what was missed. */
async function inOrder(also: Partial<Keeping> = {}) {
  asked = 0;
  await putWebhookInOrder({ ...keeping, ...also });
  return { missed: asked > 0 };
}

describe("the webhook at the real service", () => {
  it("is registered with all events, found again, and the check says how it stands", async () => {
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

  it("that was switched off is switched on again after a probe, and what was missed is notified of", async () => {
    await inOrder();
    const [own] = await there();
    await switchOff(own?.id ?? "");
    const elsewhere = { ...keeping, url: "http://127.0.0.1:9/hook" };
    await rememberOwnWebhook(dashboard.db, {
      id: own?.id ?? "",
      url: elsewhere.url,
      secret: own?.secret ?? "",
    });
    await expect(putWebhookInOrder(elsewhere)).rejects.toThrow(/cannot deliver to http:\/\/127.0.0.1:9/);
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

  it("that was deleted there is registered anew", async () => {
    await inOrder();
    const [own] = await there();
    await service.call(`/webhooks/${own?.id}`, { method: "DELETE" });
    expect(await inOrder()).toEqual({ missed: true });
    expect(await there()).toHaveLength(1);
    expect((await findOwnWebhook(dashboard.db))?.id).not.toBe(own?.id);
  });

  it("listens to what was chosen, and to all again", async () => {
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
  ])("listens to what was chosen again after somebody subscribed it to %s", async (_, events, missed) => {
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

  it("goes without what the plan does not have, and says so", async () => {
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

  it("is removed with those it replaced, stays away, and leaves others alone", async () => {
    await create("https://elsewhere.example/hook");
    await inOrder();
    await rotateWebhookSecret(keeping);
    await writeWebhookChoice(dashboard.db, { wanted: false });
    await inOrder();
    await inOrder();
    expect(await there()).toMatchObject([{ url: "https://elsewhere.example/hook" }]);
    expect(await listDeliverySecrets(dashboard.db)).toEqual([]);
  });

  it("at another address is left alone, and reported of", async () => {
    await create("https://elsewhere.example/hook");
    await inOrder();
    expect((await findWebhookCheck(dashboard.db))?.others).toMatchObject([
      { url: "https://elsewhere.example/hook", atOurAddress: false },
    ]);
    expect(await there()).toHaveLength(2);
  });

  it("whose stored secret cannot be read is asked for it", async () => {
    await inOrder();
    const [own] = await there();
    const value = { id: own?.id, url: keeping.url, secret: "sealed:v1:AAAA" };
    await dashboard.db.update(installation).set({ value });
    expect(await listDeliverySecrets(dashboard.db)).toEqual([]);
    await inOrder();
    expect(await listDeliverySecrets(dashboard.db)).toEqual([own?.secret]);
  });
});

describe("after PUBLIC_URL was changed", () => {
  let moved: Receiver;
  beforeAll(async () => {
    moved = await startReceiver();
  });
  afterAll(() => moved.close());

  /** One of ours at the old address, one nobody noted there, and then another address of ours. */
  async function move() {
    await inOrder();
    const [before] = await there();
    await create("https://elsewhere.example/hook");
    expect(await inOrder({ url: moved.url })).toEqual({ missed: true });
    return before?.id ?? "";
  }

  it("the webhook at the old address sends what waits, nothing new, and goes with the overlap", async () => {
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

  it("back again, the one at the old address is used with all its events", async () => {
    const before = await move();
    await inOrder();
    expect((await findOwnWebhook(dashboard.db))?.id).toBe(before);
    expect((await there()).find(({ id }) => id === before)?.events).toHaveLength(EVENTS.length);
    expect((await there()).find(({ url }) => url === moved.url)?.events).toHaveLength(1);
  });

  it("a person who removes the webhook removes both", async () => {
    await move();
    await writeWebhookChoice(dashboard.db, { wanted: false });
    await inOrder({ url: moved.url });
    expect(await there()).toMatchObject([{ url: "https://elsewhere.example/hook" }]);
  });
});

describe("a rotated secret", () => {
  it("is another webhook's; the old one sends what waits, nothing new, and is taken as well", async () => {
    await inOrder();
    const [before] = await there();
    asked = 0;
    await rotateWebhookSecret(keeping);
    expect(asked, "nothing is missed by it").toBe(0);
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

  it("in the place of one that was switched off leaves what that one missed to a round", async () => {
    await inOrder();
    await switchOff((await there())[0]?.id ?? "");
    asked = 0;
    await rotateWebhookSecret(keeping);
    expect(asked).toBe(1);
    expect(await inOrder()).toEqual({ missed: false });
  });

  it("stands alone once the overlap is over: the old webhook is removed at the service", async () => {
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

  it("killed after the service made it: both work, one is in use, and the other goes in time", async () => {
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

  it("killed before the old one was quieted: the next look does it", async () => {
    await inOrder();
    await rotateWebhookSecret(keeping);
    const [old] = await listRetiredWebhooks(dashboard.db);
    if (!old) throw new Error("nothing was retired");
    await writeRetiredWebhooks(dashboard.db, [{ ...old, quiet: false }]);
    await inOrder();
    expect(await listRetiredWebhooks(dashboard.db)).toMatchObject([{ id: old.id, quiet: true }]);
  });

  it("is refused where no webhook is registered", async () => {
    await expect(rotateWebhookSecret(keeping)).rejects.toMatchObject({ code: "not_found" });
    expect(await there()).toEqual([]);
  });
});
