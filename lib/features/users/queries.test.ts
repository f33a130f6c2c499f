import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ZodError } from "zod";
import { findSessionUser, verifyPassword } from "@/lib/auth/accounts/users";
import { testContext } from "@/lib/auth/commands/test-context";
import { openSession } from "@/lib/auth/sessions/session-store";
import { changeUser, setUserDisabled, signOutEverywhere } from "@/lib/features/users/commands/change-user";
import {
  findInvitation,
  inviteAgain,
  inviteUser,
  takeInvitation,
} from "@/lib/features/users/commands/invitations";
import { accessTokens, auditEntries, users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { listUsers } from "./queries";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let admin: { userId: string; email: string };

const DAY_MS = 24 * 60 * 60 * 1000;
const password = "four words are enough";
// The list compares expiry times with the time of the database.
const now = new Date();
const later = (days: number) => new Date(now.getTime() + days * DAY_MS);

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

const addAdmin = async (email: string) => {
  const passwordHash = "$scrypt$nobody's";
  const [created] = await dashboard.db
    .insert(users)
    .values({ email, role: "admin", passwordHash })
    .returning({ id: users.id });
  return { userId: created?.id ?? "", email };
};

beforeEach(async () => {
  await dashboard.db.delete(accessTokens);
  await dashboard.db.delete(users);
  admin = await addAdmin("boss@example.com");
});

const requested = (change: Partial<Parameters<typeof inviteUser>[1]> = {}) => ({
  email: "Viewer@Example.com ",
  name: "Vera",
  role: "viewer",
  partyIds: [],
  seesCharges: false,
  ...change,
});
const invite = (change = {}) => inviteUser(testContext(dashboard.db, admin, { now }), requested(change));
const take = async (token: string, given: { name?: string; password?: string } = {}, at = now) =>
  (await takeInvitation(dashboard.db, { token, name: "Vera", password, ...given }, at)).user;
const userOf = async (email: string) => {
  const person = (await listUsers(dashboard.db)).find((each) => each.email === email);
  if (!person) throw new Error(`${email} is not listed`);
  return person;
};
const viewer = () => userOf("viewer@example.com");
const issuesOf = (error: unknown) =>
  error instanceof ZodError ? error.issues.map(({ path, message }) => [String(path[0]), message]) : error;

describe("an invitation", () => {
  it("creates a user who can sign in only after setting a password", async () => {
    const { email, token, expiresAt } = await invite();
    expect(email).toBe("viewer@example.com");
    expect(expiresAt).toEqual(later(7));
    expect(await viewer()).toMatchObject({
      name: "Vera",
      role: "viewer",
      lastSignedInAt: null,
      state: { kind: "invited", until: expiresAt.toISOString() },
    });
    expect(await verifyPassword(dashboard.db, email, "")).toBeNull();
    expect(await findInvitation(dashboard.db, token, now)).toMatchObject({ email, name: "Vera" });
    const user = await take(token, { name: " Vera Lund " });
    expect(user).toMatchObject({ email, name: "Vera Lund", role: "viewer" });
    expect(await verifyPassword(dashboard.db, email, password)).toMatchObject({ id: user.id });
    expect((await viewer()).state).toEqual({ kind: "active" });
  });

  it("stores no readable token and records no password", async () => {
    const { token } = await invite();
    await take(token);
    const stored = JSON.stringify([
      await dashboard.db.select().from(accessTokens),
      await dashboard.db.select().from(auditEntries).orderBy(asc(auditEntries.id)),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(password);
    const actions = await dashboard.db
      .select({ actor: auditEntries.actor, action: auditEntries.action })
      .from(auditEntries)
      .orderBy(asc(auditEntries.id));
    expect(actions.slice(-2)).toEqual([
      { actor: "boss@example.com", action: "user.invited" },
      { actor: "viewer@example.com", action: "invitation.accepted" },
    ]);
  });

  it("is accepted once, even with concurrent attempts", async () => {
    const { token } = await invite();
    const taken = await Promise.allSettled([take(token), take(token), take(token)]);
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(take(token)).rejects.toMatchObject({ code: "not_found" });
    expect(await findInvitation(dashboard.db, token, now)).toBeNull();
  });

  it("expires after seven days, and ends with a new one and when its user is disabled", async () => {
    const first = await invite();
    expect(await findInvitation(dashboard.db, first.token, later(6.99))).not.toBeNull();
    expect(await findInvitation(dashboard.db, first.token, later(7))).toBeNull();
    await expect(take(first.token, {}, later(7))).rejects.toMatchObject({ code: "not_found" });
    const { id } = await viewer();
    const second = await inviteAgain(testContext(dashboard.db, admin, { now }), { id });
    expect(await findInvitation(dashboard.db, first.token, now)).toBeNull();
    expect(await findInvitation(dashboard.db, second.token, now)).not.toBeNull();
    const { version } = await viewer();
    await setUserDisabled(testContext(dashboard.db, admin, { now }), { id, version, disabled: true });
    expect(await findInvitation(dashboard.db, second.token, now)).toBeNull();
    await expect(inviteAgain(testContext(dashboard.db, admin, { now }), { id })).rejects.toThrow(
      /is disabled/,
    );
    await setUserDisabled(testContext(dashboard.db, admin, { now }), {
      id,
      version: version + 1,
      disabled: false,
    });
    expect(await findInvitation(dashboard.db, second.token, now)).toBeNull();
    expect((await viewer()).state).toEqual({ kind: "invited", until: null });
  });

  it.each(["", "x", "x".repeat(43), "../../etc/passwd", "' or '1'='1"])(
    "is null for the token %j",
    async (token) => {
      await invite();
      expect(await findInvitation(dashboard.db, token, now)).toBeNull();
      await expect(take(token)).rejects.toMatchObject({ code: "not_found" });
    },
  );

  it.each([
    ["short", "password", /At least 12/],
    ["Password2026!!", "password", /This password is too common/],
    ["viewer@example.com", "password", /This is too similar to the name or email/],
  ])("stays valid when the password %j is rejected", async (bad, pointer, message) => {
    const { token } = await invite();
    await expect(take(token, { password: bad })).rejects.toMatchObject({
      details: [{ pointer, message: expect.stringMatching(message) }],
    });
    await expect(take(token, { name: "x".repeat(101) })).rejects.toMatchObject({
      details: [{ pointer: "name" }],
    });
    expect(await findInvitation(dashboard.db, token, now)).not.toBeNull();
  });

  it("is refused for an e-mail in use and for a user who has accepted one", async () => {
    const { token } = await invite();
    for (const email of ["viewer@example.com", "VIEWER@example.com", "boss@example.com"])
      await expect(invite({ email })).rejects.toMatchObject({ details: [{ pointer: "email" }] });
    const { id } = await take(token);
    await expect(inviteAgain(testContext(dashboard.db, admin, { now }), { id })).rejects.toMatchObject({
      code: "not_allowed",
    });
    await expect(
      inviteAgain(testContext(dashboard.db, admin, { now }), { id: crypto.randomUUID() }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await listUsers(dashboard.db)).toHaveLength(2);
  });

  it.each([
    [{ email: "nobody" }, "email"],
    [{ email: "" }, "email"],
    [{ email: `${"x".repeat(250)}@example.com` }, "email"],
    [{ name: "x".repeat(101) }, "name"],
    [{ role: "owner" }, "role"],
    [{ role: "" }, "role"],
    [{ role: "customer" }, "partyIds"],
    [{ role: "customer", partyIds: [""] }, "partyIds"],
  ])("rejects %j with an error at its field", async (change, field) => {
    expect(issuesOf(await invite(change).catch((error: unknown) => error))).toEqual([
      [field, expect.any(String)],
    ]);
    expect(await listUsers(dashboard.db)).toHaveLength(1);
  });

  it("stores parties and access to charges only for customers", async () => {
    const input = { partyIds: ["p-1", "p-2", "p-1"], seesCharges: true };
    await invite({ ...input, role: "customer" });
    expect(await viewer()).toMatchObject({ partyIds: ["p-1", "p-2"], seesCharges: true });
    await invite({ ...input, email: "other@example.com", role: "dispatcher" });
    expect(await userOf("other@example.com")).toMatchObject({ partyIds: [], seesCharges: false });
  });
});

describe("changing a user", () => {
  const change = (by: typeof admin, id: string, version: number, to: { name?: string; role?: string } = {}) =>
    changeUser(testContext(dashboard.db, by), {
      id,
      version,
      name: "Vera",
      role: "dispatcher",
      partyIds: [],
      seesCharges: false,
      ...to,
    });

  it("applies immediately to an existing session", async () => {
    const { id, sessionVersion } = await take((await invite()).token);
    const session = { userId: id, sessionVersion, sessionId: await openSession(dashboard.db, id) };
    expect(await findSessionUser(dashboard.db, session)).toMatchObject({ role: "viewer" });
    const { version } = await viewer();
    await change(admin, id, version, { name: " " });
    expect(await findSessionUser(dashboard.db, session)).toMatchObject({ role: "dispatcher", name: null });
  });

  it("reports the first of two concurrent admin changes and accepts the second when sent again", async () => {
    await invite();
    const other = await addAdmin("other@example.com");
    const { id, version } = await viewer();
    await change(other, id, version, { name: "Veronika" });
    await expect(change(admin, id, version)).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringMatching(
        /other@example\.com changed viewer@example\.com \(now Veronika, dispatcher\)/,
      ),
    });
    await expect(
      setUserDisabled(testContext(dashboard.db, admin, { now }), { id, version, disabled: true }),
    ).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
    await change(admin, id, version + 1, { role: "viewer" });
    expect(await viewer()).toMatchObject({ name: "Vera", role: "viewer", version: version + 2 });
  });

  it("refuses to demote or disable oneself or the only admin who can sign in", async () => {
    const boss = await userOf(admin.email);
    await expect(change(admin, boss.id, boss.version)).rejects.toThrow(
      /You can’t remove your own admin role/,
    );
    await expect(
      setUserDisabled(testContext(dashboard.db, admin, { now }), {
        id: boss.id,
        version: boss.version,
        disabled: true,
      }),
    ).rejects.toThrow(/You can’t disable your own account/);
    // An invited admin and a disabled admin: neither can sign in.
    await invite({ role: "admin" });
    const gone = await addAdmin("gone@example.com");
    await dashboard.db.update(users).set({ disabledAt: now }).where(eq(users.id, gone.userId));
    const stranger = { ...admin, userId: crypto.randomUUID() };
    await expect(change(stranger, boss.id, boss.version)).rejects.toThrow(/only admin who can sign in/);
    await expect(
      setUserDisabled(testContext(dashboard.db, stranger, { now }), {
        id: boss.id,
        version: boss.version,
        disabled: true,
      }),
    ).rejects.toThrow(/only admin who can sign in/);
    await change(admin, boss.id, boss.version, { role: "admin", name: "The boss" });
    expect(await userOf(admin.email)).toMatchObject({ role: "admin", name: "The boss" });
  });

  it("keeps one admin when two admins demote each other concurrently", async () => {
    const other = await addAdmin("other@example.com");
    const [mine, theirs] = [await userOf(admin.email), await userOf(other.email)];
    const outcomes = await Promise.allSettled([
      change(admin, theirs.id, theirs.version),
      change(other, mine.id, mine.version),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await listUsers(dashboard.db)).filter(({ role }) => role === "admin")).toHaveLength(1);
  });

  it.each([
    [{ role: "owner" }, "role"],
    [{ role: "customer" }, "partyIds"],
    [{ name: "x".repeat(101) }, "name"],
  ])("rejects %j with an error at its field", async (to, field) => {
    await invite();
    const { id, version } = await viewer();
    expect(issuesOf(await change(admin, id, version, to).catch((error: unknown) => error))).toEqual([
      [field, expect.any(String)],
    ]);
    await expect(change(admin, crypto.randomUUID(), 1)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("disabling a user", () => {
  it("ends all sessions immediately, and enabling does not restore them", async () => {
    const { id, email, sessionVersion } = await take((await invite()).token);
    const session = { userId: id, sessionVersion, sessionId: await openSession(dashboard.db, id) };
    const { version } = await viewer();
    await setUserDisabled(testContext(dashboard.db, admin, { now }), { id, version, disabled: true });
    expect(await findSessionUser(dashboard.db, session)).toBeNull();
    expect(await verifyPassword(dashboard.db, email, password)).toBeNull();
    expect((await viewer()).state).toEqual({ kind: "disabled", since: now.toISOString() });
    // Disabling again has no effect.
    await setUserDisabled(testContext(dashboard.db, admin, { now }), { id, version, disabled: true });
    await setUserDisabled(testContext(dashboard.db, admin, { now }), {
      id,
      version: version + 1,
      disabled: false,
    });
    expect(await findSessionUser(dashboard.db, session)).toBeNull();
    expect(await verifyPassword(dashboard.db, email, password)).not.toBeNull();
  });

  it("is not needed to only end the sessions", async () => {
    const { id, email, sessionVersion } = await take((await invite()).token);
    const sessions = [await openSession(dashboard.db, id), await openSession(dashboard.db, id)];
    await signOutEverywhere(testContext(dashboard.db, admin), { id });
    for (const sessionId of sessions)
      expect(await findSessionUser(dashboard.db, { userId: id, sessionVersion, sessionId })).toBeNull();
    expect(await verifyPassword(dashboard.db, email, password)).not.toBeNull();
    await expect(
      signOutEverywhere(testContext(dashboard.db, admin), { id: crypto.randomUUID() }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
