import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFirstUser, resetPassword, type User, userColumns } from "@/lib/auth/accounts/users";
import { db } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { claimedDevice, deviceCookie, isDeviceValid, issueDeviceToken, namesAnyDevice } from "./known-device";

const email = "dispatch@example.com";
const now = new Date("2026-11-23T12:00:00Z");
let database: Awaited<ReturnType<typeof openOwnDatabase>>;
let user: User;

beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(async () => {
  await database.close();
});
beforeEach(async () => {
  await db().delete(users);
  await createFirstUser(db(), { email, password: "a long password" });
  const [created] = await db().select(userColumns).from(users);
  if (!created) throw new Error("no user");
  user = created;
});

const withCookies = (...pairs: string[]) => new Headers({ cookie: ["theme=dark", ...pairs].join("; ") });
const cookieOf = (of: string, token: string) => `${deviceCookie(of).name}=${encodeURIComponent(token)}`;
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

describe("the cookie of a known device", () => {
  it("identifies the device of its account among cookies of other accounts", () => {
    const other = { ...user, email: "other@example.com" };
    const headers = withCookies(
      cookieOf(other.email, issueDeviceToken(other, now)),
      cookieOf(email, issueDeviceToken(user, now)),
    );
    expect(claimedDevice(headers, email, now)).toMatchObject({ userId: user.id });
    expect(claimedDevice(headers, "nobody@example.com", now)).toBeNull();
    expect(namesAnyDevice(headers, now)).toBe(true);
  });

  it("reveals neither e-mail nor user, and is not accessible to scripts", () => {
    const text = cookieOf(email, issueDeviceToken(user, now));
    expect(text).not.toContain("dispatch");
    expect(text).not.toContain(user.id);
    expect(deviceCookie(email).options).toMatchObject({ httpOnly: true, sameSite: "lax" });
  });

  it("is invalid for another account under that account's cookie name", () => {
    const headers = withCookies(cookieOf("other@example.com", issueDeviceToken(user, now)));
    expect(claimedDevice(headers, "other@example.com", now)).toBeNull();
  });

  it("expires after half a year", () => {
    const headers = withCookies(cookieOf(email, issueDeviceToken(user, now)));
    expect(claimedDevice(headers, email, later(179))).not.toBeNull();
    expect(claimedDevice(headers, email, later(180))).toBeNull();
    expect(namesAnyDevice(headers, later(180))).toBe(false);
  });

  it.each(["", "sealed:v1:", "sealed:v1:AAAA", "%", "%E0%A4%A", "x".repeat(8000)])("rejects %j", (forged) => {
    const headers = withCookies(`${deviceCookie(email).name}=${forged}`);
    expect(claimedDevice(headers, email, now)).toBeNull();
    expect(namesAnyDevice(headers, now)).toBe(false);
  });

  it("ends with a new password and when its user is disabled", async () => {
    const headers = withCookies(cookieOf(email, issueDeviceToken(user, now)));
    const device = claimedDevice(headers, email, now);
    if (!device) throw new Error("no device");
    expect(await isDeviceValid(db(), device)).toBe(true);
    await db().update(users).set({ disabledAt: now });
    expect(await isDeviceValid(db(), device)).toBe(false);
    await db().update(users).set({ disabledAt: null });
    await resetPassword(db(), email);
    expect(await isDeviceValid(db(), device)).toBe(false);
  });
});
