import { asc, eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findSessionUser, resetPassword, verifyPassword } from "@/lib/auth/accounts/users";
import { testContext } from "@/lib/auth/commands/test-context";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { beginSecondFactor, confirmSecondFactor, hasSecondFactor } from "@/lib/auth/second-factor/totp";
import { openSession } from "@/lib/auth/sessions/session-store";
import { changePassword } from "@/lib/auth/sign-in/change-password";
import { listUsers } from "@/lib/features/users/queries";
import { db, pool } from "@/lib/platform/database/client";
import { accessTokens, auditEntries, users } from "@/lib/platform/database/schema/schema";
import { createDashboardDatabase } from "@/lib/platform/database/test-dashboard-database";
import type { TestDatabase } from "@/lib/platform/postgres/test-database";
import { setUserDisabled } from "./change-user";
import { findInvitation, takeInvitation } from "./invitations";
import { makeResetLink, removeLostFactor } from "./reset-password";

const BEFORE = "the words one has now";
const AFTER = "other words from now on";
const EMAIL = "vera@example.com";
const HOUR_MS = 60 * 60 * 1000;
// The list compares expiry times with the time of the database.
const now = new Date();
const later = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

let database: TestDatabase;
let before = "";
let admin: { userId: string; email: string };
let vera: { userId: string; email: string };

beforeAll(async () => {
  database = await createDashboardDatabase();
  for (const [name, value] of Object.entries({
    DATABASE_URL: database.url,
    TRACKING_API_URL: "http://127.0.0.1:4010/v2",
    TRACKING_API_KEY: "key",
    NEXTAUTH_SECRET: "a secret of at least thirty-two characters",
    SECRETS_KEY: "a key of at least thirty-two characters",
    PUBLIC_URL: "http://127.0.0.1:3000",
  }))
    vi.stubEnv(name, value);
  before = await hashPassword(BEFORE);
});
afterAll(async () => {
  await pool().end();
  await database.drop();
  vi.unstubAllEnvs();
});

async function add(email: string, more: Partial<typeof users.$inferInsert> = {}) {
  const [created] = await db()
    .insert(users)
    .values({ email, passwordHash: before, ...more })
    .returning({ id: users.id });
  return { userId: created?.id ?? "", email };
}

beforeEach(async () => {
  await db().delete(accessTokens);
  await db().delete(users);
  admin = await add("boss@example.com", { role: "admin" });
  vera = await add(EMAIL, { name: "Vera", role: "dispatcher" });
});

const make = (at = now) => makeResetLink(testContext(db(), admin, { now: at }), { id: vera.userId });
const take = (token: string, password = AFTER, at = now) =>
  takeInvitation(db(), { token, name: "Somebody else", password }, at);
const session = async () => {
  const user = await verifyPassword(db(), EMAIL, BEFORE);
  if (!user) throw new Error("no user");
  return {
    userId: user.id,
    sessionVersion: user.sessionVersion,
    sessionId: await openSession(db(), user.id),
  };
};
const recorded = async () =>
  (await db().select().from(auditEntries).orderBy(asc(auditEntries.id))).slice(-2).map((entry) => ({
    actor: entry.actor,
    action: entry.action,
    recordId: entry.recordId,
  }));
const listed = async () => (await listUsers(db())).find(({ email }) => email === EMAIL);

async function setUpFactor(): Promise<string> {
  const { secret } = await beginSecondFactor(db(), vera);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
  const { recovery } = await confirmSecondFactor(db(), vera, code, now);
  return recovery[0] ?? "";
}

describe("a password link", () => {
  it("lets the user set a new password and ends their sessions only then", async () => {
    const open = await session();
    const { email, token, expiresAt } = await make();
    expect([email, expiresAt]).toEqual([EMAIL, later(24)]);
    expect(await listed()).toMatchObject({
      resetUntil: expiresAt.toISOString(),
      state: { kind: "active" },
    });
    expect(await findSessionUser(db(), open)).not.toBeNull();
    expect(await findInvitation(db(), token, now)).toMatchObject({ purpose: "reset", secondFactor: false });
    const { user } = await take(token);
    expect(user).toMatchObject({ email: EMAIL, name: "Vera", role: "dispatcher" });
    expect(await findSessionUser(db(), open)).toBeNull();
    expect(await verifyPassword(db(), EMAIL, BEFORE)).toBeNull();
    expect(await verifyPassword(db(), EMAIL, AFTER)).toMatchObject({ id: vera.userId });
    expect(await listed()).toMatchObject({ resetUntil: null });
    expect(await recorded()).toEqual([
      { actor: "boss@example.com", action: "password_link.created", recordId: vera.userId },
      { actor: EMAIL, action: "password.reset", recordId: vera.userId },
    ]);
  });

  it("works once, even with concurrent attempts, and is not stored", async () => {
    const { token } = await make();
    const taken = await Promise.allSettled([take(token), take(token), take(token)]);
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(take(token, "yet other words, later")).rejects.toMatchObject({ code: "not_found" });
    expect(await verifyPassword(db(), EMAIL, AFTER)).not.toBeNull();
    const stored = JSON.stringify([
      await db().select().from(accessTokens),
      await db().select().from(auditEntries),
    ]);
    for (const secret of [token, AFTER]) expect(stored).not.toContain(secret);
  });

  it("expires after a day, and ends with a new link, a password change and disabling", async () => {
    const opens = async (token: string, at = now) => (await findInvitation(db(), token, at)) !== null;
    const first = await make();
    expect([await opens(first.token, later(23.9)), await opens(first.token, later(24))]).toEqual([
      true,
      false,
    ]);
    await expect(take(first.token, AFTER, later(24))).rejects.toMatchObject({ code: "not_found" });
    const second = await make();
    expect([await opens(first.token), await opens(second.token)]).toEqual([false, true]);
    const input = { present: BEFORE, next: AFTER };
    await changePassword(db(), { ...vera, name: "Vera" }, input, new Headers());
    expect(await opens(second.token)).toBe(false);
    const third = await make();
    await resetPassword(db(), EMAIL);
    expect(await opens(third.token)).toBe(false);
    const fourth = await make();
    const { version } = (await listed()) ?? { version: 0 };
    await setUserDisabled(testContext(db(), admin, { now }), {
      id: vera.userId,
      version,
      disabled: true,
    });
    expect(await opens(fourth.token)).toBe(false);
    await expect(make()).rejects.toThrow(/is disabled/);
  });

  it.each([
    ["short", /At least 12/],
    ["Password2026!!", /This password is too common/],
    ["vera@example.com", /This is too similar to the name or email/],
  ])("stays valid when the password %j is rejected", async (password, message) => {
    const { token } = await make();
    await expect(take(token, password)).rejects.toMatchObject({
      details: [{ pointer: "password", message: expect.stringMatching(message) }],
    });
    expect(await findInvitation(db(), token, now)).not.toBeNull();
    expect(await verifyPassword(db(), EMAIL, BEFORE)).not.toBeNull();
  });

  it("keeps the second factor", async () => {
    await setUpFactor();
    const { token } = await make();
    expect((await take(token)).invitation).toMatchObject({ secondFactor: true });
    expect(await hasSecondFactor(db(), vera.userId)).toBe(true);
  });

  it("is refused for users without a password, unknown users and oneself", async () => {
    const invited = await add("new@example.com", { passwordHash: null });
    const single = await add("sso@example.com", { passwordHash: null, ssoSubject: "issuer vera" });
    const makeFor = (id: string) => makeResetLink(testContext(db(), admin, { now }), { id });
    await expect(makeFor(invited.userId)).rejects.toThrow(/has not accepted the invitation/);
    await expect(makeFor(single.userId)).rejects.toThrow(/single sign-on/);
    await expect(makeFor(admin.userId)).rejects.toThrow(/Settings, My account/);
    await expect(makeFor(crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
    await expect(makeFor("vera")).rejects.toThrow();
    expect(await db().select().from(accessTokens)).toEqual([]);
  });

  it("sets no password for a user who no longer has one", async () => {
    const { token } = await make();
    await db()
      .update(users)
      .set({ passwordHash: null, ssoSubject: "issuer vera" })
      .where(eq(users.email, EMAIL));
    await expect(take(token)).rejects.toMatchObject({ code: "not_found" });
    expect(await verifyPassword(db(), EMAIL, AFTER)).toBeNull();
  });
});

describe("a lost second factor", () => {
  it("is removed with its recovery codes, and sessions end", async () => {
    await setUpFactor();
    const open = await session();
    expect(await listed()).toMatchObject({ secondFactor: true });
    expect(await removeLostFactor(testContext(db(), admin), { id: vera.userId })).toBe(EMAIL);
    expect(await listed()).toMatchObject({ secondFactor: false });
    const [stored] = await db().select().from(users).where(eq(users.email, EMAIL));
    expect(stored).toMatchObject({ totpSecret: null, totpPending: null, totpStep: null, recoveryCodes: [] });
    expect(await findSessionUser(db(), open)).toBeNull();
    expect((await recorded()).at(-1)).toEqual({
      actor: "boss@example.com",
      action: "user.second_factor_removed",
      recordId: vera.userId,
    });
  });

  it("is not removed without a second factor, for unknown users or for oneself", async () => {
    const remove = (id: string) => removeLostFactor(testContext(db(), admin), { id });
    await expect(remove(vera.userId)).rejects.toThrow(/doesn’t use two-factor authentication/);
    await expect(remove(admin.userId)).rejects.toThrow(
      /Turn off your own two-factor authentication under Settings, My account, with a code or recovery code/,
    );
    await expect(remove(crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
    expect(await db().select().from(auditEntries).where(eq(auditEntries.recordId, vera.userId))).toEqual([]);
  });
});
