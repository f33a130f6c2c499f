import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** What keeps secrets, as a process with these keys has it. */
async function under(key: string, old = "") {
  vi.resetModules();
  vi.stubEnv("NEXTAUTH_SECRET", "");
  vi.stubEnv("SECRETS_KEY", key);
  vi.stubEnv("OLD_SECRETS_KEY", old);
  return {
    ...(await import("@/lib/auth/second-factor/totp")),
    ...(await import("@/lib/tracking-client/registered-webhook")),
  };
}
const [FIRST, SECOND] = ["1".repeat(32), "2".repeat(32)];

const now = new Date("2026-11-22T12:00:10Z");
const codeOf = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

it("takes every secret over to a changed key: second factors, one just begun, webhooks in use and replaced", async () => {
  const people = await desk.db
    .insert(users)
    .values([{ email: "one@example.com" }, { email: "two@example.com" }, { email: "none@example.com" }])
    .returning({ userId: users.id, email: users.email });
  const [one = { userId: "", email: "" }, two = { userId: "", email: "" }] = people;
  const url = "https://desk.example.com/api/webhooks/tracking";

  const before = await under(FIRST);
  const { secret } = await before.beginSecondFactor(desk.db, one);
  await before.confirmSecondFactor(desk.db, one, codeOf(secret, now), now);
  const begun = await before.beginSecondFactor(desk.db, two);
  await before.rememberOwnWebhook(desk.db, { id: "w-1", url, secret: "whsec-first" });
  await before.replaceOwnWebhook(desk.db, { id: "w-2", url, secret: "whsec-second" });

  const changing = await under(SECOND, FIRST);
  expect(await changing.sealSecondFactorsAnew(desk.db)).toBe(2);
  expect(await changing.sealSecondFactorsAnew(desk.db)).toBe(0);
  expect(await changing.encryptOldSecrets(desk.db)).toBe(true);
  expect(await changing.encryptOldSecrets(desk.db)).toBe(false);

  const after = await under(SECOND);
  const later = new Date(now.getTime() + 60_000);
  expect(await after.takeCode(desk.db, one, codeOf(secret, later), later)).toBe(true);
  expect(await after.confirmSecondFactor(desk.db, two, codeOf(begun.secret, later), later)).toHaveLength(10);
  expect(await after.listDeliverySecrets(desk.db)).toEqual(["whsec-second", "whsec-first"]);
});
