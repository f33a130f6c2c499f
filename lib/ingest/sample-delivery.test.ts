import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { beginTestDelivery, findTest, findTestArrival, takeTestDelivery } from "./sample-delivery";
import { signatureOf } from "./signature";

const BODY = Buffer.from('{"data":{}}');
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, seconds));
let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => dashboard.db.delete(installation));

const take = async (secret: string, seconds: number, rawBody = BODY) =>
  takeTestDelivery(dashboard.db, await findTest(dashboard.db), {
    rawBody,
    signature: signatureOf(BODY, secret),
    now: at(seconds),
  });

it("accepts the requested sample once", async () => {
  const secret = await beginTestDelivery(dashboard.db, at(0));
  expect(await findTestArrival(dashboard.db)).toBeNull();
  expect(await take(secret, 2)).toBe(true);
  expect(await findTestArrival(dashboard.db)).toBe(at(2).toISOString());
  expect(await take(secret, 3)).toBe(false);
});

it("accepts it once with concurrent deliveries", async () => {
  const secret = await beginTestDelivery(dashboard.db, at(0));
  const taken = await Promise.all(Array.from({ length: 6 }, () => take(secret, 1)));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

it("rejects a sample that was not requested, is signed with another secret, changed, too late, or from the previous test", async () => {
  expect(await take("any", 0)).toBe(false);
  const before = await beginTestDelivery(dashboard.db, at(0));
  const secret = await beginTestDelivery(dashboard.db, at(1));
  expect(await take("any", 2)).toBe(false);
  expect(await take(before, 2)).toBe(false);
  expect(await take(secret, 2, Buffer.from('{"data":{ }}'))).toBe(false);
  expect(await take(secret, 62)).toBe(false);
  expect(await findTestArrival(dashboard.db)).toBeNull();
  expect(await take(secret, 61)).toBe(true);
});

it("stores the secret encrypted", async () => {
  const secret = await beginTestDelivery(dashboard.db);
  expect(JSON.stringify(await dashboard.db.select().from(installation))).not.toContain(secret);
});
