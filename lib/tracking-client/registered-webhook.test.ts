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

const url = "https://desk.example.com/api/webhooks/tracking";
const webhook = { id: "w-1", url, secret: "whsec-first" };

let desk: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.db.delete(installation);
});

const stored = async () => JSON.stringify(await desk.db.select().from(installation));
const plain = (value: unknown) => desk.db.insert(installation).values({ name: "webhook", value });

describe("the webhook in use", () => {
  it("stands in the database without its secret, and is read with it", async () => {
    await rememberOwnWebhook(desk.db, webhook);
    expect(await stored()).toContain("w-1");
    expect(await stored()).not.toContain("whsec");
    expect(await findOwnWebhook(desk.db)).toMatchObject(webhook);
    expect(await listDeliverySecrets(desk.db)).toEqual(["whsec-first"]);
  });

  it("keeps the age of its secret as long as the secret is the same", async () => {
    await rememberOwnWebhook(desk.db, { ...webhook, secretSince: "2026-01-01T00:00:00.000Z" });
    await rememberOwnWebhook(desk.db, { ...webhook, askedEvents: ["container.updated"] });
    expect(await findOwnWebhook(desk.db)).toMatchObject({
      secretSince: "2026-01-01T00:00:00.000Z",
      askedEvents: ["container.updated"],
    });
    await rememberOwnWebhook(desk.db, { ...webhook, secret: "whsec-other" });
    expect((await findOwnWebhook(desk.db))?.secretSince).not.toBe("2026-01-01T00:00:00.000Z");
  });

  it("that an earlier version stored as plain text is taken, and encrypted once", async () => {
    await plain(webhook);
    expect(await listDeliverySecrets(desk.db)).toEqual(["whsec-first"]);
    expect(await encryptOldSecrets(desk.db)).toBe(true);
    expect(await stored()).not.toContain("whsec");
    expect(await findOwnWebhook(desk.db)).toMatchObject(webhook);
    expect(await encryptOldSecrets(desk.db)).toBe(false);
  });

  it.each([
    ["nothing", undefined],
    ["something else", { id: 1 }],
    ["a list", []],
  ])("is none where %s stands in its place", async (_, value) => {
    if (value !== undefined) await plain(value);
    expect(await findOwnWebhook(desk.db)).toBeNull();
    expect(await listDeliverySecrets(desk.db)).toEqual([]);
    expect(await encryptOldSecrets(desk.db)).toBe(false);
  });

  it("is there without a secret when that was sealed with another key, or for another webhook", async () => {
    await rememberOwnWebhook(desk.db, webhook);
    const [row] = await desk.db.select().from(installation);
    await desk.db.delete(installation);
    await plain(Object.assign({}, row?.value, { id: "w-2" }));
    expect(await findOwnWebhook(desk.db)).toMatchObject({ id: "w-2", secret: null });
    expect(await listDeliverySecrets(desk.db)).toEqual([]);
    expect(await encryptOldSecrets(desk.db)).toBe(false);
  });
});

describe("one that is replaced", () => {
  const next = { id: "w-2", url, secret: "whsec-second" };

  it("has its secret taken beside the new one, and neither stands there as text", async () => {
    await rememberOwnWebhook(desk.db, webhook);
    await replaceOwnWebhook(desk.db, next);
    expect(await listDeliverySecrets(desk.db)).toEqual(["whsec-second", "whsec-first"]);
    expect(await listRetiredWebhooks(desk.db)).toMatchObject([{ id: "w-1", quiet: false }]);
    expect(await stored()).not.toContain("whsec");
    await writeRetiredWebhooks(desk.db, []);
    expect(await listDeliverySecrets(desk.db)).toEqual(["whsec-second"]);
  });

  it("is replaced whole or not at all", async () => {
    await rememberOwnWebhook(desk.db, webhook);
    await desk.pool.query(
      "alter table installation add constraint full_disk check (name <> 'webhook_retired')",
    );
    try {
      await expect(replaceOwnWebhook(desk.db, next)).rejects.toThrow();
    } finally {
      await desk.pool.query("alter table installation drop constraint full_disk");
    }
    expect(await listDeliverySecrets(desk.db)).toEqual(["whsec-first"]);
  });
});
