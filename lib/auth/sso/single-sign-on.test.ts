import { createServer, type RequestListener, type Server } from "node:http";
import { desc, eq } from "drizzle-orm";
import NextAuth from "next-auth";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findSessionUser } from "@/lib/auth/accounts/users";
import { testContext } from "@/lib/auth/commands/test-context";
import { openSession } from "@/lib/auth/sessions/session-store";
import { readSessionToken } from "@/lib/auth/sessions/session-token";
import { nextAuthOptions } from "@/lib/auth/sign-in/next-auth-options";
import { findInvitation, inviteUser, takeInvitation } from "@/lib/features/users/commands/invitations";
import { makeResetLink } from "@/lib/features/users/commands/reset-password";
import { listUsers } from "@/lib/features/users/queries";
import type { SingleSignOn } from "@/lib/platform/config/config";
import { db, pool } from "@/lib/platform/database/client";
import { accessTokens, auditEntries, users } from "@/lib/platform/database/schema/schema";
import { createDashboardDatabase } from "@/lib/platform/database/test-dashboard-database";
import type { TestDatabase } from "@/lib/platform/postgres/test-database";
import { forgedProvider, idToken, makeKey } from "./forged-provider";
import { signInWithClaims } from "./single-sign-on";
import { confirmSsoLink, dismissSsoLink } from "./sso-link-requests";
import { signInThrough } from "./test-browser";
import { listenHere, openTestProvider, type Reported, type TestProvider } from "./test-provider";

const now = new Date("2026-11-22T12:00:00Z");
const SETTINGS: SingleSignOn = {
  issuer: "https://id.example.com",
  clientId: "dashboard",
  clientSecret: "secret",
  scope: "openid email profile",
  groupsClaim: "groups",
  roles: new Map([
    ["it", "admin"],
    ["office", "dispatcher"],
    ["everybody", "viewer"],
  ]),
};

let database: TestDatabase;
let provider: TestProvider;
let dashboard: Server;
/** next-auth as it responds at /api/auth, in its version that needs no framework. */
function serveDashboard(): Server {
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://dashboard");
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
    const cookies = Object.fromEntries(
      (request.headers.cookie ?? "").split("; ").map((pair) => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
      }),
    );
    const nextauth = url.pathname.replace("/api/auth/", "").split("/");
    const query = { ...Object.fromEntries(url.searchParams), nextauth };
    const result = Object.assign(response, {
      status(code: number) {
        response.statusCode = code;
        return result;
      },
      json: (value: unknown) => response.end(JSON.stringify(value)),
      send: (value: unknown) => response.end(typeof value === "string" ? value : JSON.stringify(value)),
    });
    await NextAuth(
      Object.assign(request, { query, cookies, body }) as never,
      result as never,
      nextAuthOptions(),
    );
  });
}

beforeAll(async () => {
  database = await createDashboardDatabase();
  provider = await openTestProvider();
  dashboard = serveDashboard();
  const dashboardUrl = await listenHere(dashboard);
  provider.serve(dashboardUrl);
  for (const [name, value] of Object.entries({
    DATABASE_URL: database.url,
    TRACKING_API_URL: "http://127.0.0.1:4010/v2",
    TRACKING_API_KEY: "key",
    NEXTAUTH_SECRET: "a secret of at least thirty-two characters",
    NEXTAUTH_URL: dashboardUrl,
    PUBLIC_URL: dashboardUrl,
    ...provider.settings,
    OIDC_ROLES: "it=admin, office=dispatcher, everybody=viewer",
  }))
    vi.stubEnv(name, value);
});

afterAll(async () => {
  provider.close();
  dashboard.closeAllConnections();
  dashboard.close();
  await pool().end();
  await database.drop();
  vi.unstubAllEnvs();
});

const ADMIN = "boss@example.com";
const VERA: Reported = { email: "vera@example.com", name: "Vera Lund", groups: ["everybody", "office"] };

beforeEach(async () => {
  await db().delete(accessTokens);
  await db().delete(users);
  provider.say(VERA);
});

const signInAtProvider = async (login: string, spoil?: (url: URL) => void) => {
  const { at, token } = await signInThrough(process.env.NEXTAUTH_URL ?? "", login, spoil);
  return { at, session: await readSessionToken(token) };
};

describe("with a real provider", () => {
  it("admits a group member with the group's role, and opens the requested page", async () => {
    const { at, session } = await signInAtProvider("vera");
    expect(at).toBe("/parties");
    expect(session && (await findSessionUser(db(), session))).toMatchObject({
      email: "vera@example.com",
      name: "Vera Lund",
      role: "dispatcher",
    });
    provider.say({ ...VERA, groups: ["everybody"] });
    await signInAtProvider("vera");
    expect(session && (await findSessionUser(db(), session))).toMatchObject({ role: "viewer" });
    expect(await db().select().from(users)).toHaveLength(1);
  });

  it("refuses a user without a group with a message, and creates no user", async () => {
    provider.say({ ...VERA, groups: ["warehouse"] });
    const { at, session } = await signInAtProvider("vera");
    expect(at).toBe("/sign-in?error=SsoNoRole");
    expect(session).toBeNull();
    expect(await db().select().from(users)).toEqual([]);
  });

  /** An account with a password that existed before single sign-on. */
  const addBefore = (email: string, role: "admin" | "viewer") =>
    db().insert(users).values({ email, role, passwordHash: "$scrypt$nobody's" });
  const findBefore = async (email: string) =>
    (await db().select().from(users).where(eq(users.email, email)))[0];

  it.each([
    ["absent", {}, "SsoUnconfirmed"],
    ["null", { email_verified: null }, "SsoNoEmail"],
    ["false", { email_verified: false }, "SsoNoEmail"],
    ['the text "true"', { email_verified: "true" }, "SsoNoEmail"],
    ['the text "false"', { email_verified: "false" }, "SsoNoEmail"],
    ["the number 1", { email_verified: 1 }, "SsoNoEmail"],
  ])("does not link an existing admin with email_verified %s", async (_, claim, error) => {
    await addBefore(ADMIN, "admin");
    provider.say({ ...VERA, ...claim, email: ADMIN, groups: ["everybody"] });
    const { at, session } = await signInAtProvider("mallory");
    expect(at).toBe(`/sign-in?error=${error}`);
    expect(session).toBeNull();
    expect(await findBefore(ADMIN)).toMatchObject({ role: "admin", ssoSubject: null, lastSignedInAt: null });
    expect(await db().select().from(users)).toHaveLength(1);
  });

  it("links an existing user with email_verified true", async () => {
    await addBefore("vera@example.com", "viewer");
    provider.say({ ...VERA, email_verified: true });
    const { session } = await signInAtProvider("vera");
    expect(session && (await findSessionUser(db(), session))).toMatchObject({ role: "dispatcher" });
    expect(await db().select().from(users)).toHaveLength(1);
  });

  it("links a refused subject once an admin confirmed it, and no other subject", async () => {
    await addBefore("vera@example.com", "viewer");
    expect((await signInAtProvider("mallory")).session).toBeNull();
    expect((await signInAtProvider("vera")).session).toBeNull();
    const people = await listUsers(db());
    const vera = people.find(({ email }) => email === "vera@example.com");
    const subject = vera?.ssoRequests.find((request) => request.subject.endsWith(" vera"))?.subject ?? "";
    expect(vera?.ssoRequests).toHaveLength(2);
    await addBefore(ADMIN, "admin");
    const admin = { userId: (await findBefore(ADMIN))?.id ?? "", email: ADMIN };
    await confirmSsoLink(testContext(db(), admin, { now }), { id: vera?.id ?? "", subject });
    const { session } = await signInAtProvider("vera");
    expect(session && (await findSessionUser(db(), session))).toMatchObject({ role: "dispatcher" });
    expect((await signInAtProvider("mallory")).at).toBe("/sign-in?error=SsoNoEmail");
    expect((await listUsers(db())).flatMap(({ ssoRequests }) => ssoRequests)).toEqual([]);
  });

  it.each([
    ["state", "of-another-browser"],
    ["code", "never-given"],
  ])("admits no user with a foreign %s", async (name, value) => {
    const { at, session } = await signInAtProvider("vera", (url) => url.searchParams.set(name, value));
    expect(at).toMatch(/^\/sign-in\?.*\berror=OAuthCallback/);
    expect(session).toBeNull();
    expect(await db().select().from(users)).toEqual([]);
  });
});

describe("a provider that misbehaves", { timeout: 30_000 }, () => {
  afterEach(() => provider.misbehave(null));
  const issuer = () => provider.settings.OIDC_ISSUER;

  it.each<[string, RequestListener]>([
    [
      "is endless",
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(100_000)));
        };
        response.on("drain", more);
        more();
      },
    ],
    ["begins and never ends", (_, response) => response.write("{")],
    ["never begins", () => undefined],
    ["is no JSON", (_, response) => response.end("<html>")],
    ["is an error", (_, response) => response.writeHead(500).end()],
    ["names no addresses", (_, response) => response.end("{}")],
    ["leads elsewhere", (_, response) => response.writeHead(302, { location: "/elsewhere" }).end()],
    ["is cut off", (_, response) => response.destroy()],
  ])("leads back to the sign-in page when its description %s", async (_, answer) => {
    provider.misbehave(answer);
    const { at, session } = await signInAtProvider("vera");
    expect(at).toMatch(/^\/sign-in\?.*error=OAuthSignin/);
    expect(session).toBeNull();
  });

  const key = makeKey("first");
  const other = makeKey("other");
  const person = { ...VERA, email_verified: true };

  it("signs in with a key that it has changed since", async () => {
    for (const current of [key, other]) {
      const token = (claims: object) => idToken({ ...claims, ...person }, current);
      provider.misbehave(forgedProvider(issuer(), { keys: () => [current], token }));
      expect((await signInAtProvider("vera")).session).not.toBeNull();
    }
  });

  it("refuses sign-in when its description names another issuer", async () => {
    const named = "https://id.example.com";
    const token = (claims: object) => idToken({ ...claims, ...person, iss: named }, key);
    provider.misbehave(forgedProvider(issuer(), { keys: () => [key], token, named }));
    const { at, session } = await signInAtProvider("vera");
    expect(at).toMatch(/^\/sign-in\?.*error=OAuthCallback/);
    expect(session).toBeNull();
    expect(await db().select().from(users)).toEqual([]);
  });

  it.each<[string, Parameters<typeof forgedProvider>[1]["token"]]>([
    ["another issuer", (claims) => idToken({ ...claims, ...person, iss: "https://id.example.com" }, key)],
    ["another audience", (claims) => idToken({ ...claims, ...person, aud: "another" }, key)],
    ["another nonce", (claims) => idToken({ ...claims, ...person, nonce: "of another sign-in" }, key)],
    ["no nonce", ({ nonce: _, ...claims }) => idToken({ ...claims, ...person }, key)],
    ["a past end", (claims) => idToken({ ...claims, ...person, exp: 1_700_000_000 }, key)],
    ["no signature", (claims) => idToken({ ...claims, ...person }, null)],
    ["an unknown key", (claims) => idToken({ ...claims, ...person }, makeKey("unknown"))],
    [
      "the name of a key and the signature of another",
      (claims) => idToken({ ...claims, ...person }, { ...other, kid: "first" }),
    ],
    ["no parts", () => "x".repeat(1_000)],
  ])("signs nobody in with an ID token with %s", async (_, token) => {
    provider.misbehave(forgedProvider(issuer(), { keys: () => [key], token }));
    const { at, session } = await signInAtProvider("vera");
    expect(at).toMatch(/^\/sign-in\?.*error=OAuthCallback/);
    expect(session).toBeNull();
    expect(await db().select().from(users)).toEqual([]);
  });
});

describe("the provider's claims", () => {
  const claims = (change: object = {}) => ({
    iss: SETTINGS.issuer,
    sub: "s-1",
    email: "Vera@Example.com",
    email_verified: true,
    name: "Vera",
    groups: ["office"],
    ...change,
  });
  const add = async (input: typeof users.$inferInsert) => {
    const [created] = await db().insert(users).values(input).returning({ id: users.id });
    return { userId: created?.id ?? "", email: input.email };
  };
  const signIn = (change: object = {}) => signInWithClaims(db(), claims(change), SETTINGS, now);

  it.each([
    [["everybody", "it", "office"], "admin"],
    [["office", "everybody"], "dispatcher"],
    [["everybody", "unknown"], "viewer"],
    ["it", "admin"],
  ])("with the groups %j make the user %s", async (groups, role) => {
    expect(await signIn({ groups })).toMatchObject({ kind: "signed_in", user: { role } });
  });

  it.each([[[]], [["unknown"]], [["IT"]], [undefined], [null], [{ it: true }], [[1]], [""]])(
    "with the groups %j admit no user",
    async (groups) => {
      expect(await signIn({ groups })).toEqual({ kind: "refused", reason: "no_role" });
    },
  );

  it.each([
    [{ email: undefined }],
    [{ email: "vera" }],
    [{ email_verified: false }],
    [{ sub: "" }],
    [{ sub: undefined }],
  ])("without a unique e-mail (%j) admit no user", async (change) => {
    expect(await signIn(change)).toEqual({ kind: "refused", reason: "no_email" });
    expect(await db().select().from(users)).toEqual([]);
  });

  it("match an existing user by e-mail first, and only the linked user afterwards", async () => {
    const [before] = await db()
      .insert(users)
      .values({ email: "vera@example.com", name: "V. Lund", role: "customer", partyIds: ["p-1"] })
      .returning();
    expect(await signIn()).toMatchObject({ user: { id: before?.id, name: "V. Lund", role: "dispatcher" } });
    // The e-mail changed at the provider, and another person got the old one.
    expect(await signIn({ email: "vera.new@example.com" })).toMatchObject({ user: { id: before?.id } });
    expect(await signIn({ sub: "s-2" })).toEqual({ kind: "refused", reason: "no_email" });
    expect(await signIn({ iss: "https://other.example.com" })).toEqual({
      kind: "refused",
      reason: "no_email",
    });
  });

  const roles = async () => (await db().select().from(users)).map(({ role }) => role).sort();

  it("leave the only admin who can sign in unchanged, which is recorded", async () => {
    await signIn({ groups: ["it"] });
    // Invited as an admin, and another admin disabled: neither can sign in.
    await add({ email: "new@example.com", role: "admin" });
    const other = await add({
      email: "boss@example.com",
      role: "admin",
      passwordHash: "$scrypt$nobody's",
      disabledAt: now,
    });
    expect(await signIn()).toMatchObject({ kind: "signed_in", user: { role: "admin" } });
    const [last] = await db().select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(last).toMatchObject({
      action: "admin_role.stayed",
      actor: "vera@example.com",
      data: { email: "vera@example.com", groupRole: "dispatcher" },
    });
    await db().update(users).set({ disabledAt: null }).where(eq(users.id, other.userId));
    expect(await signIn()).toMatchObject({ user: { role: "dispatcher" } });
  });

  it("neither raise nor keep the role of the only admin at the first link", async () => {
    await add({ email: "vera@example.com", role: "admin", passwordHash: "$scrypt$nobody's" });
    expect(await signIn()).toEqual({ kind: "refused", reason: "only_admin" });
    expect(await db().select().from(users)).toMatchObject([{ role: "admin", ssoSubject: null }]);
    expect(await signIn({ groups: ["it"] })).toMatchObject({ kind: "signed_in", user: { role: "admin" } });
    // Linked now: the groups alone do not leave the dashboard without an admin.
    expect(await signIn()).toMatchObject({ kind: "signed_in", user: { role: "admin" } });
  });

  it("give a viewer the role of their groups, even without any admin", async () => {
    await add({ email: "vera@example.com", role: "viewer", passwordHash: "$scrypt$nobody's" });
    expect(await signIn({ groups: ["everybody"] })).toMatchObject({ user: { role: "viewer" } });
  });

  it("link an unverified e-mail only to an invitation that was neither used nor ended", async () => {
    const admin = await add({ email: ADMIN, role: "admin", passwordHash: "$scrypt$nobody's" });
    const requested = {
      email: "vera@example.com",
      name: "",
      role: "viewer",
      partyIds: [],
      seesCharges: false,
    };
    await inviteUser(testContext(db(), admin, { now }), requested);
    const unverified = { email_verified: undefined };
    await db().update(accessTokens).set({ expiresAt: now });
    expect(await signIn(unverified)).toEqual({ kind: "refused", reason: "unconfirmed" });
    await db()
      .update(accessTokens)
      .set({ expiresAt: new Date(now.getTime() + 1), revokedAt: now });
    expect(await signIn(unverified)).toEqual({ kind: "refused", reason: "unconfirmed" });
    await db().update(accessTokens).set({ revokedAt: null });
    expect(await signIn(unverified)).toMatchObject({ kind: "signed_in", user: { role: "dispatcher" } });
  });

  it("do not link through a password reset link of an account in use", async () => {
    const admin = await add({ email: ADMIN, role: "admin", passwordHash: "$scrypt$nobody's" });
    const vera = await add({ email: "vera@example.com", passwordHash: "$scrypt$nobody's" });
    await makeResetLink(testContext(db(), admin, { now }), { id: vera.userId });
    expect(await signIn({ email_verified: undefined })).toEqual({ kind: "refused", reason: "unconfirmed" });
  });

  it("store five requests for an account, each once, and record each refusal", async () => {
    const vera = await add({ email: "vera@example.com", passwordHash: "$scrypt$nobody's" });
    for (const sub of ["a", "b", "c", "d", "e", "f", "f"])
      await signInWithClaims(
        db(),
        claims({ sub, email_verified: undefined }),
        SETTINGS,
        new Date(now.getTime() + sub.charCodeAt(0)),
      );
    const requests = (await listUsers(db())).flatMap(({ ssoRequests }) => ssoRequests);
    expect(requests.map(({ subject }) => subject.slice(-1))).toEqual(["f", "e", "d", "c", "b"]);
    const refusals = await db().select().from(auditEntries).where(eq(auditEntries.recordId, vera.userId));
    expect(refusals.filter(({ action }) => action === "sso.failed")).toHaveLength(7);
  });

  it("confirms and dismisses only an existing request, and none of a disabled user", async () => {
    const admin = await add({ email: ADMIN, role: "admin", passwordHash: "$scrypt$nobody's" });
    const { userId: id } = await add({ email: "vera@example.com", passwordHash: "$scrypt$nobody's" });
    const subject = `${SETTINGS.issuer} s-1`;
    const missing = { code: "changed_meanwhile" };
    await expect(confirmSsoLink(testContext(db(), admin, { now }), { id, subject })).rejects.toMatchObject(
      missing,
    );
    await signIn({ email_verified: undefined });
    await expect(
      confirmSsoLink(testContext(db(), admin, { now }), { id: admin.userId, subject }),
    ).rejects.toMatchObject(missing);
    await dismissSsoLink(testContext(db(), admin), { id, subject });
    await expect(dismissSsoLink(testContext(db(), admin), { id, subject })).rejects.toMatchObject(missing);
    await signIn({ email_verified: undefined });
    await db().update(users).set({ disabledAt: now }).where(eq(users.id, id));
    await expect(confirmSsoLink(testContext(db(), admin, { now }), { id, subject })).rejects.toMatchObject({
      code: "not_allowed",
    });
    expect(await signIn({ email_verified: undefined })).toEqual({ kind: "refused", reason: "disabled" });
  });

  it("leave one admin when the groups remove the role of two at once", async () => {
    const other = { sub: "s-2", email: "boss@example.com" };
    for (let round = 0; round < 5; round += 1) {
      await signIn({ groups: ["it"] });
      await signIn({ ...other, groups: ["it"] });
      await Promise.all([signIn(), signIn(other)]);
      expect(await roles()).toEqual(["admin", "dispatcher"]);
    }
  });

  it("end the invitation of a user whose first sign-in uses it; one found later sets no password", async () => {
    const admin = await add({ email: "boss@example.com", role: "admin", passwordHash: "$scrypt$nobody's" });
    const requested = {
      email: "vera@example.com",
      name: "",
      role: "viewer",
      partyIds: [],
      seesCharges: false,
    };
    const { token } = await inviteUser(testContext(db(), admin, { now }), requested);
    const take = () => takeInvitation(db(), { token, name: "Mal", password: "four words are enough" }, now);
    expect(await findInvitation(db(), token, now)).not.toBeNull();
    await signIn();
    expect(await db().select().from(accessTokens)).toMatchObject([{ kind: "invite", revokedAt: now }]);
    await expect(take()).rejects.toMatchObject({ code: "not_found" });
    // An invitation that was not ended sets no password either.
    await db().update(accessTokens).set({ revokedAt: null });
    await expect(take()).rejects.toMatchObject({ code: "not_found" });
    const [vera] = await db().select().from(users).where(eq(users.email, "vera@example.com"));
    expect(vera).toMatchObject({ passwordHash: null, name: "Vera" });
  });

  it("reject a disabled user, and end the sessions of a user who is in no group anymore", async () => {
    const came = await signIn();
    if (came.kind !== "signed_in") throw new Error("not signed in");
    const { id: userId, sessionVersion } = came.user;
    const session = { userId, sessionVersion, sessionId: await openSession(db(), userId) };
    expect(await findSessionUser(db(), session)).not.toBeNull();
    expect(await signIn({ groups: [] })).toEqual({ kind: "refused", reason: "no_role" });
    expect(await findSessionUser(db(), session)).toBeNull();
    await db().update(users).set({ disabledAt: now });
    expect(await signIn()).toEqual({ kind: "refused", reason: "disabled" });
  });
});
