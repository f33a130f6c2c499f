import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import {
  encryptOldSecrets,
  findOwnWebhook,
  listDeliverySecrets,
  listRetiredWebhooks,
  rememberOwnWebhook,
  replaceOwnWebhook,
  writeRetiredWebhooks,
} from "./registered-webhook";

const url = "https://dashboard.example.com/api/webhooks/tracking";
const webhook = { id: "w-1", url, secret: "whsec-first" };

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(installation);
});

const stored = async () => JSON.stringify(await dashboard.db.select().from(installation));
const plain = (value: unknown) => dashboard.db.insert(installation).values({ name: "webhook", value });

describe("the webhook in use", () => {
  it("is stored without a readable secret and returned with it", async () => {
    await rememberOwnWebhook(dashboard.db, webhook);
    expect(await stored()).toContain("w-1");
    expect(await stored()).not.toContain("whsec");
    expect(await findOwnWebhook(dashboard.db)).toMatchObject(webhook);
    expect(await listDeliverySecrets(dashboard.db)).toEqual(["whsec-first"]);
  });

  it("keeps the age of its secret while the secret is unchanged", async () => {
    await rememberOwnWebhook(dashboard.db, { ...webhook, secretSince: "2026-01-01T00:00:00.000Z" });
    await rememberOwnWebhook(dashboard.db, { ...webhook, requestedEvents: ["container.updated"] });
    expect(await findOwnWebhook(dashboard.db)).toMatchObject({
      secretSince: "2026-01-01T00:00:00.000Z",
      requestedEvents: ["container.updated"],
    });
    await rememberOwnWebhook(dashboard.db, { ...webhook, secret: "whsec-other" });
    expect((await findOwnWebhook(dashboard.db))?.secretSince).not.toBe("2026-01-01T00:00:00.000Z");
  });

  it("is read when an earlier version stored it as plain text, and encrypted once", async () => {
    await plain(webhook);
    expect(await listDeliverySecrets(dashboard.db)).toEqual(["whsec-first"]);
    expect(await encryptOldSecrets(dashboard.db)).toBe(true);
    expect(await stored()).not.toContain("whsec");
    expect(await findOwnWebhook(dashboard.db)).toMatchObject(webhook);
    expect(await encryptOldSecrets(dashboard.db)).toBe(false);
  });

  it.each([
    ["nothing", undefined],
    ["something else", { id: 1 }],
    ["a list", []],
  ])("is null when %s is stored instead", async (_, value) => {
    if (value !== undefined) await plain(value);
    expect(await findOwnWebhook(dashboard.db)).toBeNull();
    expect(await listDeliverySecrets(dashboard.db)).toEqual([]);
    expect(await encryptOldSecrets(dashboard.db)).toBe(false);
  });

  it("has no secret when that was encrypted with another key or for another webhook", async () => {
    await rememberOwnWebhook(dashboard.db, webhook);
    const [row] = await dashboard.db.select().from(installation);
    await dashboard.db.delete(installation);
    await plain(Object.assign({}, row?.value, { id: "w-2" }));
    expect(await findOwnWebhook(dashboard.db)).toMatchObject({ id: "w-2", secret: null });
    expect(await listDeliverySecrets(dashboard.db)).toEqual([]);
    expect(await encryptOldSecrets(dashboard.db)).toBe(false);
  });
});

describe("a replaced webhook", () => {
  const next = { id: "w-2", url, secret: "whsec-second" };

  it("has its secret accepted along with the new one, and neither is stored as plain text", async () => {
    await rememberOwnWebhook(dashboard.db, webhook);
    await replaceOwnWebhook(dashboard.db, next);
    expect(await listDeliverySecrets(dashboard.db)).toEqual(["whsec-second", "whsec-first"]);
    expect(await listRetiredWebhooks(dashboard.db)).toMatchObject([{ id: "w-1", quiet: false }]);
    expect(await stored()).not.toContain("whsec");
    await writeRetiredWebhooks(dashboard.db, []);
    expect(await listDeliverySecrets(dashboard.db)).toEqual(["whsec-second"]);
  });

  it("is replaced completely or not at all", async () => {
    await rememberOwnWebhook(dashboard.db, webhook);
    await dashboard.pool.query(
      "alter table installation add constraint full_disk check (name <> 'webhook_retired')",
    );
    try {
      await expect(replaceOwnWebhook(dashboard.db, next)).rejects.toThrow();
    } finally {
      await dashboard.pool.query("alter table installation drop constraint full_disk");
    }
    expect(await listDeliverySecrets(dashboard.db)).toEqual(["whsec-first"]);
  });
});
