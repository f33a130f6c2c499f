import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "@/lib/auth/access/roles";
import { testContext } from "@/lib/auth/commands/test-context";
import { EVENTS } from "@/lib/contract/events";
import { findWebhookList, seenOf } from "@/lib/features/webhooks/queries/stored-webhooks";
import { installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { rememberOwnWebhook, writeRetiredWebhooks } from "@/lib/tracking-client/registered-webhook";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  pauseWebhook,
  readDeliveryAddresses,
  readWebhooks,
} from "./change-account-webhook";

const HOOK = "https://elsewhere.example/hook";
const BARE = { headers: [], headersMark: "" };
const OWN_ADDRESS = "https://dashboard.example/api/webhooks/tracking";
let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let service: TestService;
let role: Role = "admin";
let byHand: string | null = null;
let webhookPrivateAddresses = false;

vi.mock("@/lib/platform/config/config", async (original) => ({
  ...(await original<object>()),
  config: () => ({
    publicUrl: "https://dashboard.example",
    trackingApiUrl: service.url,
    webhookSecret: byHand,
    webhookPrivateAddresses,
  }),
}));
const looked = vi.hoisted(() => new Map<string, string[]>());
vi.mock("./resolve-host", () => ({
  lookUpHost: async (name: string) => looked.get(name) ?? ["203.0.113.7"],
}));
const ctx = () =>
  testContext(dashboard.db, undefined, {
    role,
    tracking: new TrackingClient({ baseUrl: service.url, key: service.key, patienceMs: 0 }),
  });

beforeAll(async () => {
  dashboard = await openTestDashboard();
  service = await startTestService({ seedContainers: 1 });
});
afterAll(async () => {
  await service.end();
  await dashboard.close();
});
beforeEach(async () => {
  role = "admin";
  byHand = null;
  webhookPrivateAddresses = false;
  looked.clear();
  await dashboard.db.delete(installation);
});
afterEach(async () => {
  for (const { id } of (await service.call("/webhooks")).items)
    await service.call(`/webhooks/${id}`, { method: "DELETE" });
});

const events = (...names: (typeof EVENTS)[number][]) => names;
const listed = async () => (await findWebhookList(dashboard.db))?.webhooks ?? [];
const atService = async (id: string) => (await service.call(`/webhooks/${id}`)).item?.attributes;
const make = (url = HOOK) => createWebhook(ctx(), { url, events: events("container.updated"), headers: [] });
const seenIn = async (id: string) => {
  const found = (await listed()).find((webhook) => webhook.id === id);
  return found ? seenOf(found) : "";
};

describe("a new webhook", () => {
  it("is registered and listed, and its secret is returned once and not stored", async () => {
    const { id, secret, withheld } = await make(`  ${HOOK} `);
    expect(withheld).toEqual([]);
    expect(await atService(id)).toMatchObject({
      url: HOOK,
      active: true,
      events: ["container.updated"],
      secret,
    });
    expect(await listed()).toEqual([{ id, url: HOOK, active: true, events: ["container.updated"], ...BARE }]);
    expect(JSON.stringify(await dashboard.db.select().from(installation))).not.toContain(secret);
  });

  it("can have the same address as another webhook", async () => {
    const [first, second] = [await make(), await make()];
    expect(second.id).not.toBe(first.id);
    expect(second.secret).not.toBe(first.secret);
    expect(await listed()).toHaveLength(2);
  });

  it.each([
    ["http://elsewhere.example/hook", /http is allowed only for this machine/],
    ["nonsense", /Enter a full URL, such as/],
    [OWN_ADDRESS, /own address/],
    ["https://10.0.0.1/hook", /private address.*WEBHOOK_PRIVATE_ADDRESSES/],
    ["https://2130706433/hook", /own machine/],
    ["https://[::ffff:169.254.169.254]/hook", /receives nothing/],
  ])("is rejected without a request for the address %s", async (url, text) => {
    await expect(make(url)).rejects.toMatchObject({
      code: "bad_input",
      details: [{ pointer: "url", message: expect.stringMatching(text) }],
    });
    expect((await service.call("/webhooks")).items).toEqual([]);
  });

  it("can use Drayboard's own address when that webhook is managed manually", async () => {
    byHand = "a secret of their own";
    const { id } = await make(OWN_ADDRESS);
    expect(await atService(id)).toMatchObject({ url: OWN_ADDRESS });
  });

  it.each(["10.0.0.7", "127.0.0.1", "169.254.169.254", "::1", "fd00::7"])(
    "is rejected on create and edit without a request when its host resolves to %s",
    async (address) => {
      const { id } = await make();
      looked.set("inside.example", [address]);
      await expect(make("https://inside.example/hook")).rejects.toMatchObject({ code: "bad_input" });
      const change = { id, seen: await seenIn(id), url: "https://inside.example/hook" };
      await expect(
        editWebhook(ctx(), { ...change, events: events("container.updated"), headers: [] }),
      ).rejects.toMatchObject({ code: "bad_input", details: [{ pointer: "url" }] });
      expect((await service.call("/webhooks")).items).toHaveLength(1);
      expect((await atService(id))?.url).toBe(HOOK);
    },
  );

  it("shows the error of the service at the rejected field", async () => {
    webhookPrivateAddresses = true;
    const refused = createWebhook(ctx(), {
      url: "https://10.0.0.1/hook",
      events: events("container.updated"),
      headers: [],
    });
    await expect(refused).rejects.toMatchObject({
      code: "refused_by_service",
      details: [{ pointer: "/data/attributes/url" }],
    });
    await expect(createWebhook(ctx(), { url: HOOK, events: [], headers: [] })).rejects.toMatchObject({
      details: [{ pointer: "/data/attributes/events" }],
    });
  });

  it("omits the rail deadline event and reports it when the plan does not include it", async () => {
    const { pool } = service.store;
    const { rows } = await pool.query("select features from accounts where id = $1", [service.accountId]);
    await pool.query("update accounts set features = $1 where id = $2", [[], service.accountId]);
    try {
      const { id, withheld } = await createWebhook(ctx(), { url: HOOK, events: EVENTS, headers: [] });
      expect(withheld).toEqual(["container.pickup_lfd_rail.changed"]);
      expect((await atService(id))?.events).toHaveLength(EVENTS.length - 1);
    } finally {
      await pool.query("update accounts set features = $1 where id = $2", [
        rows[0].features,
        service.accountId,
      ]);
    }
  });
});

describe("an existing webhook", () => {
  it("can change its address and events", async () => {
    const { id } = await make();
    const url = "https://elsewhere.example/other";
    await editWebhook(ctx(), {
      id,
      seen: await seenIn(id),
      url,
      events: events("container.created"),
      headers: [],
    });
    expect(await atService(id)).toMatchObject({ url, events: ["container.created"], active: true });
    expect(await listed()).toEqual([{ id, url, active: true, events: ["container.created"], ...BARE }]);
  });

  it("is not overwritten after a change by another user until the user has seen it", async () => {
    const { id } = await make();
    const seen = await seenIn(id);
    await service.call(`/webhooks/${id}`, {
      method: "PATCH",
      body: { data: { type: "webhook", attributes: { active: false, events: ["container.created"] } } },
    });
    const mine = { id, url: HOOK, events: events("container.transport.full_out"), headers: [] };
    await expect(editWebhook(ctx(), { ...mine, seen })).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringMatching(/paused and delivers 1 event to https:\/\/elsewhere/),
    });
    await expect(deleteWebhook(ctx(), { id, seen })).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
    expect((await atService(id))?.events).toEqual(["container.created"]);
    await editWebhook(ctx(), { ...mine, seen: await seenIn(id) });
    expect(await atService(id)).toMatchObject({ events: mine.events, active: false });
  });

  it("accepts one of two concurrent edits and rejects the other", async () => {
    const { id } = await make();
    const seen = await seenIn(id);
    const attempts = await Promise.allSettled(
      (["container.created", "container.transport.full_out"] as const).map((name) =>
        editWebhook(ctx(), { id, seen, url: HOOK, events: [name], headers: [] }),
      ),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(attempts.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "changed_meanwhile" },
    });
  });

  it("can be paused, resumed and deleted", async () => {
    const { id } = await make();
    await pauseWebhook(ctx(), { id, active: false });
    expect((await atService(id))?.active).toBe(false);
    expect(await listed()).toMatchObject([{ id, active: false }]);
    await pauseWebhook(ctx(), { id, active: true });
    expect(await listed()).toMatchObject([{ id, active: true }]);
    await deleteWebhook(ctx(), { id, seen: await seenIn(id) });
    expect(await listed()).toEqual([]);
    expect((await service.call(`/webhooks/${id}`)).status).toBe(404);
  });

  it("is reported as missing and removed from the list when deleted upstream", async () => {
    const { id } = await make();
    const seen = await seenIn(id);
    await service.call(`/webhooks/${id}`, { method: "DELETE" });
    await expect(pauseWebhook(ctx(), { id, active: false })).rejects.toMatchObject({ code: "not_found" });
    expect(await listed()).toEqual([]);
    await expect(deleteWebhook(ctx(), { id, seen })).rejects.toMatchObject({ code: "not_found" });
    await expect(pauseWebhook(ctx(), { id: "../webhooks", active: false })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("custom headers", () => {
  const headers = [
    { name: "Authorization", value: "Bearer nobody-else-knows" },
    { name: "X-Team", value: "imports" },
  ];
  const kept = (name: string) => ({ name, value: null });
  const withHeaders = () => createWebhook(ctx(), { url: HOOK, events: events("container.updated"), headers });
  const edit = async (id: string, wanted: readonly { name: string; value: string | null }[], seen?: string) =>
    editWebhook(ctx(), {
      id,
      seen: seen ?? (await seenIn(id)),
      url: HOOK,
      events: events("container.updated"),
      headers: wanted,
    });

  it("are registered at the service, and only their names are stored locally", async () => {
    const { id } = await withHeaders();
    expect(await atService(id)).toMatchObject({ headers });
    expect(await listed()).toMatchObject([{ id, headers: ["Authorization", "X-Team"] }]);
    expect(JSON.stringify(await dashboard.db.select().from(installation))).not.toContain("nobody-else-knows");
    expect(await seenIn(id)).not.toContain("nobody-else-knows");
  });

  it("can be added, changed and removed, and stay unchanged when not edited", async () => {
    const { id } = await withHeaders();
    await edit(id, [kept("Authorization"), kept("X-Team")]);
    expect(await atService(id)).toMatchObject({ headers });
    await edit(id, [kept("Authorization"), { name: "X-Drayboard", value: "7" }]);
    expect((await atService(id))?.headers).toEqual([headers[0], { name: "X-Drayboard", value: "7" }]);
    await edit(id, [{ name: "Authorization", value: "Bearer next" }, kept("X-Drayboard")]);
    expect((await atService(id))?.headers).toMatchObject([{ value: "Bearer next" }, { value: "7" }]);
    await edit(id, []);
    expect(await listed()).toMatchObject([{ id, ...BARE }]);
    expect((await atService(id))?.headers ?? []).toEqual([]);
  });

  it("are not overwritten after a change by another user until the user has seen it", async () => {
    const { id } = await withHeaders();
    const seen = await seenIn(id);
    const theirs = [{ name: "Authorization", value: "Bearer theirs" }, headers[1]];
    await service.call(`/webhooks/${id}`, {
      method: "PATCH",
      body: { data: { type: "webhook", attributes: { headers: theirs } } },
    });
    const mine = [{ name: "Authorization", value: "Bearer mine" }];
    await expect(edit(id, mine, seen)).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringMatching(/custom headers \(Authorization, X-Team\)/),
    });
    expect((await atService(id))?.headers).toEqual(theirs);
    await edit(id, mine);
    expect((await atService(id))?.headers).toEqual(mine);
  });

  it("are rejected at their field, by Drayboard or the service, without any change", async () => {
    const refused = (wanted: { name: string; value: string }[]) =>
      createWebhook(ctx(), { url: HOOK, events: events("container.updated"), headers: wanted });
    await expect(refused([{ name: "Not one", value: "x" }])).rejects.toMatchObject({
      code: "bad_input",
      details: [{ pointer: "headers/0/name" }],
    });
    await expect(refused([...headers.slice(1), { name: "Host", value: "x" }])).rejects.toMatchObject({
      code: "refused_by_service",
      details: [{ pointer: "/data/attributes/headers/1/name" }],
    });
    expect((await service.call("/webhooks")).items).toEqual([]);
  });
});

describe("Drayboard's own webhook", () => {
  it("can be changed only under Connection, and so can those it replaced", async () => {
    const [own, retired] = [await make(), await make()];
    const [seenOwn, seenRetired] = [await seenIn(own.id), await seenIn(retired.id)];
    await rememberOwnWebhook(dashboard.db, { id: own.id, url: HOOK, secret: own.secret });
    const retiredAt = new Date().toISOString();
    await writeRetiredWebhooks(dashboard.db, [
      { id: retired.id, secret: retired.secret, retiredAt, quiet: true },
    ]);
    const wanted = { url: HOOK, events: events("container.created"), headers: [] };
    for (const [id, seen] of [
      [own.id, seenOwn],
      [retired.id, seenRetired],
    ] as const) {
      await expect(editWebhook(ctx(), { id, seen, ...wanted })).rejects.toMatchObject({
        code: "not_allowed",
      });
      await expect(pauseWebhook(ctx(), { id, active: false })).rejects.toMatchObject({
        code: "not_allowed",
      });
      await expect(deleteWebhook(ctx(), { id, seen })).rejects.toMatchObject({
        code: "not_allowed",
      });
      expect(await atService(id)).toMatchObject({ active: true, events: ["container.updated"] });
    }
  });
});

it("reads the webhook list and the sender addresses", async () => {
  await service.call("/webhooks", {
    body: {
      data: { type: "webhook", attributes: { url: HOOK, active: false, events: ["container.updated"] } },
    },
  });
  await readWebhooks(ctx(), {});
  expect(await listed()).toMatchObject([{ url: HOOK, active: false }]);
  await readDeliveryAddresses(ctx(), {});
  const kept = await dashboard.db.select().from(installation);
  expect(kept.find(({ name }) => name === "delivery_addresses")?.value).toMatchObject({
    addresses: ["127.0.0.1"],
  });
});

it("rejects users who are not signed in", async () => {
  const { id } = await make();
  const seen = await seenIn(id);
  const before = await atService(id);
  role = "customer";
  const refused = { code: "not_allowed" };
  await expect(make()).rejects.toMatchObject(refused);
  await expect(
    editWebhook(ctx(), { id, seen, url: HOOK, events: EVENTS, headers: [] }),
  ).rejects.toMatchObject(refused);
  await expect(pauseWebhook(ctx(), { id, active: false })).rejects.toMatchObject(refused);
  await expect(deleteWebhook(ctx(), { id, seen })).rejects.toMatchObject(refused);
  await expect(readWebhooks(ctx(), {})).rejects.toMatchObject(refused);
  await expect(readDeliveryAddresses(ctx(), {})).rejects.toMatchObject(refused);
  expect(await atService(id)).toEqual(before);
});
