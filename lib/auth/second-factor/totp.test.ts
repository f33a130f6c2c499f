import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  takeCode,
} from "./totp";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let who: { userId: string; email: string };

const now = new Date("2026-11-22T12:00:10Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeAll(async () => {
  vi.stubEnv("SECRETS_KEY", "a key of at least thirty-two characters");
  dashboard = await openTestDashboard();
});
afterAll(async () => {
  await dashboard.close();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  await dashboard.db.delete(users);
  const email = "dashboard@example.com";
  const [created] = await dashboard.db.insert(users).values({ email }).returning({ id: users.id });
  who = { userId: created?.id ?? "", email };
});

const codeOf = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

async function setUp() {
  const { secret } = await beginSecondFactor(dashboard.db, who);
  const { recovery } = await confirmSecondFactor(dashboard.db, who, codeOf(secret, now), now);
  return { secret, recovery };
}
const take = (code: string, at: Date) => takeCode(dashboard.db, who, code, at);
const wrong = { code: "bad_input", details: [{ pointer: "code" }] };

describe("a second factor", () => {
  it("ends the sessions that were begun without a code", async () => {
    const stored = () => dashboard.db.select({ version: users.sessionVersion }).from(users);
    const [before] = await stored();
    const { secret } = await beginSecondFactor(dashboard.db, who);
    expect(await stored()).toEqual([before]);
    await confirmSecondFactor(dashboard.db, who, codeOf(secret, now), now);
    expect(await stored()).toEqual([{ version: (before?.version ?? 0) + 1 }]);
  });

  it("is active only after a correct code", async () => {
    const { secret, address } = await beginSecondFactor(dashboard.db, who);
    expect(address).toMatch(/^otpauth:\/\/totp\/Drayboard:dashboard%40example\.com\?.*issuer=Drayboard/);
    expect(await hasSecondFactor(dashboard.db, who.userId)).toBe(false);
    for (const code of ["", "000000x", "12345", codeOf(secret, later(90)), codeOf(secret, later(-90))])
      await expect(confirmSecondFactor(dashboard.db, who, code, now)).rejects.toMatchObject(wrong);
    expect(await take(codeOf(secret, now), now)).toBe(false);
    await confirmSecondFactor(dashboard.db, who, codeOf(secret, now).replace(/^(...)/, "$1 "), now);
    expect(await hasSecondFactor(dashboard.db, who.userId)).toBe(true);
    await expect(beginSecondFactor(dashboard.db, who)).rejects.toMatchObject({ code: "not_allowed" });
    await expect(
      confirmSecondFactor(dashboard.db, who, codeOf(secret, later(60)), later(60)),
    ).rejects.toMatchObject(wrong);
  });

  it("accepts each code once, no earlier code afterwards, and a clock difference of half a minute", async () => {
    const { secret } = await setUp();
    expect(await take(codeOf(secret, now), now)).toBe(false);
    expect(await take(codeOf(secret, later(60)), later(30))).toBe(true);
    expect(await take(codeOf(secret, later(60)), later(60))).toBe(false);
    expect(await take(codeOf(secret, later(30)), later(60))).toBe(false);
    expect(await take(codeOf(secret, later(120)), later(240))).toBe(false);
    expect(await take(codeOf(secret, later(240)), later(240))).toBe(true);
    const code = codeOf(secret, later(600));
    const both = await Promise.all([take(code, later(600)), take(code, later(600)), take(code, later(600))]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });

  it("can be bypassed with ten recovery codes, each valid once for its own user", async () => {
    const { recovery } = await setUp();
    expect(new Set(recovery).size).toBe(10);
    const [first = "", second = ""] = recovery;
    expect(await take(first.toUpperCase(), now)).toBe(true);
    expect(await take(first, now)).toBe(false);
    expect(await take("aaaaa-aaaaa", now)).toBe(false);
    const [other] = await dashboard.db
      .insert(users)
      .values({ email: "other@example.com" })
      .returning({ id: users.id });
    const stranger = { userId: other?.id ?? "", email: "other@example.com" };
    expect(await takeCode(dashboard.db, stranger, second, now)).toBe(false);
    const both = await Promise.all([take(second, now), take(second, now)]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });

  it("is stored without readable secret or recovery codes", async () => {
    const { secret, recovery } = await setUp();
    const stored = JSON.stringify(await dashboard.db.select().from(users));
    expect(stored).not.toContain(secret);
    for (const code of recovery) expect(stored).not.toContain(code.replace("-", ""));
  });

  it("rejects another user's secret copied into the row", async () => {
    const { secret } = await setUp();
    const [row] = await dashboard.db.select({ sealed: users.totpSecret }).from(users);
    const [other] = await dashboard.db
      .insert(users)
      .values({ email: "other@example.com", totpSecret: row?.sealed ?? null })
      .returning({ id: users.id });
    const stranger = { userId: other?.id ?? "", email: "other@example.com" };
    expect(await takeCode(dashboard.db, stranger, codeOf(secret, later(60)), later(60))).toBe(false);
  });

  it("is removed only with a code, together with its recovery codes", async () => {
    const { secret, recovery } = await setUp();
    await expect(removeSecondFactor(dashboard.db, who, "123", later(60))).rejects.toMatchObject(wrong);
    await expect(removeSecondFactor(dashboard.db, who, codeOf(secret, now), now)).rejects.toMatchObject(
      wrong,
    );
    expect(await hasSecondFactor(dashboard.db, who.userId)).toBe(true);
    await removeSecondFactor(dashboard.db, who, codeOf(secret, later(60)), later(60));
    expect(await hasSecondFactor(dashboard.db, who.userId)).toBe(false);
    expect(await take(recovery[0] ?? "", now)).toBe(false);
    expect(await take("", now)).toBe(false);
  });
});
