import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Loads the modules that store secrets, as a process with these keys does. */
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

it("re-encrypts every secret after a key change: second factors, a pending one, current and replaced webhook secrets", async () => {
  const people = await dashboard.db
    .insert(users)
    .values([{ email: "one@example.com" }, { email: "two@example.com" }, { email: "none@example.com" }])
    .returning({ userId: users.id, email: users.email });
  const [one = { userId: "", email: "" }, two = { userId: "", email: "" }] = people;
  const url = "https://dashboard.example.com/api/webhooks/tracking";

  const before = await under(FIRST);
  const { secret } = await before.beginSecondFactor(dashboard.db, one);
  await before.confirmSecondFactor(dashboard.db, one, codeOf(secret, now), now);
  const begun = await before.beginSecondFactor(dashboard.db, two);
  await before.rememberOwnWebhook(dashboard.db, { id: "w-1", url, secret: "whsec-first" });
  await before.replaceOwnWebhook(dashboard.db, { id: "w-2", url, secret: "whsec-second" });

  const changing = await under(SECOND, FIRST);
  expect(await changing.resealSecondFactors(dashboard.db)).toBe(2);
  expect(await changing.resealSecondFactors(dashboard.db)).toBe(0);
  expect(await changing.encryptOldSecrets(dashboard.db)).toBe(true);
  expect(await changing.encryptOldSecrets(dashboard.db)).toBe(false);

  const after = await under(SECOND);
  const later = new Date(now.getTime() + 60_000);
  expect(await after.takeCode(dashboard.db, one, codeOf(secret, later), later)).toBe(true);
  expect(
    (await after.confirmSecondFactor(dashboard.db, two, codeOf(begun.secret, later), later)).recovery,
  ).toHaveLength(10);
  expect(await after.listDeliverySecrets(dashboard.db)).toEqual(["whsec-second", "whsec-first"]);
});
