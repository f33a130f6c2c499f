import type { NextAuthOptions } from "next-auth";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFirstUser, findSessionUser, resetPassword } from "@/lib/auth/accounts/users";
import { countingCode } from "@/lib/auth/second-factor/code-attempts";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/auth/second-factor/totp";
import { openSession } from "@/lib/auth/sessions/session-store";
import { issueSessionToken, readSessionToken } from "@/lib/auth/sessions/session-token";
import { db, pool } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { nextAuthOptions } from "./next-auth-options";
import { signInWithCredentials } from "./verify-credentials";

const email = "dispatch@example.com";
const password = "a long password";
const headers = new Headers();
let database: Awaited<ReturnType<typeof openOwnDatabase>>;

beforeAll(async () => {
  database = await openOwnDatabase();
});

afterAll(async () => {
  await database.close();
});

beforeEach(async () => {
  await db().delete(users);
  await createFirstUser(db(), { email, password });
});

const lift = () => pool().query("delete from sign_in_attempts");

/** Password hashing is slow by design, and this test computes two dozen hashes. */
const SLOW_HASHES_MS = 180_000;

describe("signing in", () => {
  it("returns the user, whose session is then confirmed by the database until a reset", async () => {
    const outcome = await signInWithCredentials({ email: "Dispatch@Example.com", password }, headers);
    expect(outcome).toMatchObject({ kind: "signed_in", user: { email } });
    if (outcome.kind !== "signed_in") return;
    const { id: userId, sessionVersion } = outcome.user;
    const sessionId = await openSession(db(), userId);
    const claims = await readSessionToken(await issueSessionToken({ userId, sessionId, sessionVersion }));
    if (!claims) throw new Error("the session cannot be read");
    expect(await findSessionUser(db(), claims)).toMatchObject({ email });
    await resetPassword(db(), email);
    expect(await findSessionUser(db(), claims)).toBeNull();
  });

  it.each([
    { email, password: "wrong" },
    { email: "nobody@example.com", password },
    { email, password: "" },
    { email: "", password },
    { email },
    { email: [email], password },
    { email: { $ne: null }, password: { $ne: null } },
    { email, password: "x".repeat(1025) },
    { email: `${"x".repeat(260)}@example.com`, password },
    null,
    undefined,
    "email=dispatch",
  ])("rejects %j without giving a reason", async (input) => {
    expect(await signInWithCredentials(input, headers)).toEqual({ kind: "refused" });
    await lift();
  });

  it(
    "throttles known and unknown e-mails equally, and rejects even the right password until the wait ends",
    async () => {
      for (const who of [email, "nobody@example.com"]) {
        for (let n = 0; n < 10; n++) {
          expect(await signInWithCredentials({ email: who, password: "wrong" }, headers)).toEqual({
            kind: "refused",
          });
        }
        const throttled = { kind: "throttled", waitSeconds: 15 * 60 };
        expect(await signInWithCredentials({ email: who, password: "wrong" }, headers)).toEqual(throttled);
      }
      expect(await signInWithCredentials({ email, password }, headers)).toMatchObject({ kind: "throttled" });
      const created = await resetPassword(db(), email);
      expect(await signInWithCredentials({ email, password: created }, headers)).toMatchObject({
        kind: "signed_in",
      });
      await lift();
    },
    SLOW_HASHES_MS,
  );
});

describe("with a second factor", () => {
  const codeOf = (secret: string, at: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

  /** A code that is still valid after the confirming one: half a minute ahead. */
  async function setUp(): Promise<{ next: string; recovery: string[] }> {
    const [user] = await db().select().from(users);
    if (!user) throw new Error("no user");
    const who = { userId: user.id, email };
    const { secret } = await beginSecondFactor(db(), who);
    const now = new Date();
    const { recovery } = await confirmSecondFactor(db(), who, codeOf(secret, now.getTime()), now);
    return { next: codeOf(secret, now.getTime() + 30_000), recovery };
  }
  const signIn = (input: object) => signInWithCredentials({ email, password, ...input }, headers);

  it("requires a code after the right password, and does not mention it before", async () => {
    const { next } = await setUp();
    for (const code of [undefined, next])
      expect(await signIn({ password: "wrong", code })).toEqual({ kind: "refused" });
    for (const code of [undefined, "   ", 123456])
      expect(await signIn({ code })).toEqual({ kind: "code_needed" });
    expect(await signIn({ code: "000 00" })).toEqual({ kind: "code_refused" });
    const [before] = await db().select().from(users);
    expect(before?.lastSignedInAt).toBeNull();
    await lift();
    expect(await signIn({ code: next })).toMatchObject({ kind: "signed_in", user: { email } });
    expect(await signIn({ code: next })).toEqual({ kind: "code_refused" });
    await lift();
  });

  it("accepts a recovery code once, and none after a reset", async () => {
    const { recovery } = await setUp();
    expect(await signIn({ code: recovery[3] })).toMatchObject({ kind: "signed_in" });
    expect(await signIn({ code: recovery[3] })).toEqual({ kind: "code_refused" });
    const created = await resetPassword(db(), email);
    expect(await signIn({ password: created })).toMatchObject({ kind: "signed_in" });
    await lift();
  });

  it("admits no user through next-auth's own address without a code", async () => {
    const { recovery } = await setUp();
    const check = authorize(nextAuthOptions());
    await expect(check({ email, password }, { headers: {} })).rejects.toThrow(/^CodeNeeded$/);
    await expect(check({ email, password, code: "1" }, { headers: {} })).rejects.toThrow(/^CodeRefused$/);
    expect(await check({ email, password, code: recovery[0] }, { headers: {} })).toMatchObject({ email });
    await lift();
  });

  it(
    "counts codes by user, so that another address gives no further attempt",
    async () => {
      const { recovery } = await setUp();
      const passwordsOnly = () => pool().query("delete from sign_in_attempts where key not like 'code%'");
      for (let n = 0; n < 10; n++) {
        expect(await signIn({ code: "1" })).toEqual({ kind: "code_refused" });
        await passwordsOnly();
      }
      expect(await signIn({ code: recovery[0] })).toEqual({ kind: "throttled", waitSeconds: 15 * 60 });
      await lift();
      expect(await signIn({ code: recovery[0] })).toMatchObject({ kind: "signed_in" });
    },
    SLOW_HASHES_MS,
  );

  it("counts a signed-in user's wrong codes too, until a correct one, and no other user's", async () => {
    const [wrong, right] = [() => Promise.reject(new Error("wrong")), async () => "done"];
    for (let n = 0; n < 9; n++) await expect(countingCode("one", wrong)).rejects.toThrow("wrong");
    expect(await countingCode("one", right)).toBe("done");
    for (let n = 0; n < 10; n++) await expect(countingCode("one", wrong)).rejects.toThrow("wrong");
    await expect(countingCode("one", right)).rejects.toMatchObject({ code: "too_many_tries" });
    expect(await countingCode("other", right)).toBe("done");
    await lift();
  });
});

it("reports that the check failed while the database fails, from either form, without what was typed", async () => {
  await pool().query("alter table users rename to users_away");
  try {
    expect(await signInWithCredentials({ email, password }, headers)).toEqual({ kind: "unavailable" });
    const check = authorize(nextAuthOptions());
    await expect(check({ email, password }, { headers: {} })).rejects.toThrow(/^Unavailable$/);
  } finally {
    await pool().query("alter table users_away rename to users");
    await lift();
  }
});

type Authorize = (input: unknown, request: { headers: Record<string, string> }) => Promise<unknown>;

/** The function next-auth calls; its own types hide it behind the provider. */
function authorize(options: NextAuthOptions): Authorize {
  const [provider] = options.providers;
  return (provider as unknown as { options: { authorize: Authorize } }).options.authorize;
}

describe("next-auth's own address", () => {
  it(
    "uses the same check and the same throttle",
    async () => {
      const check = authorize(nextAuthOptions());
      const request = { headers: { "x-forwarded-for": "203.0.113.1" } };
      expect(await check({ email, password }, request)).toMatchObject({ email });
      for (let n = 0; n < 10; n++) {
        // Another invented address each time gives no further attempt.
        const from = { headers: { "x-forwarded-for": `203.0.113.${n}` } };
        expect(await check({ email, password: "wrong" }, from)).toBeNull();
      }
      await expect(check({ email, password }, request)).rejects.toThrow("TooManyTries:900");
      await lift();
    },
    SLOW_HASHES_MS,
  );

  it("ends a session in the browser once it was ended in the database", async () => {
    const { callbacks } = nextAuthOptions();
    const outcome = await signInWithCredentials({ email, password }, headers);
    if (outcome.kind !== "signed_in" || !callbacks?.jwt) throw new Error("not signed in");
    const { user } = outcome;
    const created = await callbacks.jwt({ token: {}, user, account: null });
    const token = { ...created, iat: 1 };
    const send = { token, user: undefined as never, account: null };
    expect(await callbacks.jwt(send)).toEqual(token);
    const other = { ...(await callbacks.jwt({ token: {}, user, account: null })), iat: 1 };
    const { events } = nextAuthOptions();
    await events?.signOut?.({ token: other, session: undefined as never });
    await expect(callbacks.jwt({ ...send, token: other })).rejects.toThrow("session ended");
    expect(await callbacks.jwt(send)).toEqual(token);
    await resetPassword(db(), email);
    await expect(callbacks.jwt(send)).rejects.toThrow("session ended");
    await expect(callbacks.jwt({ ...send, token: {} })).rejects.toThrow("session ended");
  });

  it("redirects to no other site", async () => {
    const redirect = nextAuthOptions().callbacks?.redirect;
    const baseUrl = "http://127.0.0.1:3000";
    const to = (url: string) => redirect?.({ url, baseUrl });
    expect(await to("/containers/1")).toBe(`${baseUrl}/containers/1`);
    expect(await to(`${baseUrl}/containers/1`)).toBe(`${baseUrl}/containers/1`);
    for (const url of [
      `${baseUrl}.elsewhere.example/`,
      "https://elsewhere.example/board",
      "//elsewhere.example",
    ]) {
      expect(await to(url)).toBe(`${baseUrl}/board`);
    }
  });
});
