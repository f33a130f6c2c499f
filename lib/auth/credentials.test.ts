import type { NextAuthOptions } from "next-auth";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db, pool } from "@/lib/db/client";
import { migrateDashboard } from "@/lib/db/migrate";
import { users } from "@/lib/db/schema";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/test-database";
import { signInWithCredentials } from "./credentials";
import { nextAuthOptions } from "./next-auth-options";
import { issueSessionToken, readSessionToken } from "./session-token";
import { createFirstUser, findSessionUser, resetPassword } from "./users";

const email = "dispatch@example.com";
const password = "a long password";
const headers = new Headers();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("TRACKING_API_URL", "http://127.0.0.1:4010/v2");
  vi.stubEnv("TRACKING_API_KEY", "key");
  vi.stubEnv("NEXTAUTH_SECRET", "a secret of at least thirty-two characters");
  vi.stubEnv("PUBLIC_URL", "http://127.0.0.1:3000");
  await migrateDashboard(database.url);
});

afterAll(async () => {
  await pool().end();
  await database.drop();
  vi.unstubAllEnvs();
});

beforeEach(async () => {
  await db().delete(users);
  await createFirstUser(db(), { email, password });
});

const lift = () => pool().query("delete from sign_in_tries");

/** Passwords are hashed slowly on purpose, here two dozen of them. */
const SLOW_HASHES_MS = 90_000;

describe("signing in", () => {
  it("knows the user, whose session the database then confirms until a reset", async () => {
    const outcome = await signInWithCredentials({ email: "Dispatch@Example.com", password }, headers);
    expect(outcome).toMatchObject({ kind: "signed_in", user: { email } });
    if (outcome.kind !== "signed_in") return;
    const claims = await readSessionToken(await issueSessionToken(outcome.user));
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
  ])("refuses %j, and says no more than that", async (given) => {
    expect(await signInWithCredentials(given, headers)).toEqual({ kind: "refused" });
    await lift();
  });

  it(
    "throttles known and unknown e-mails alike; not even the right password passes until it is over",
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
      const made = await resetPassword(db(), email);
      expect(await signInWithCredentials({ email, password: made }, headers)).toMatchObject({
        kind: "signed_in",
      });
      await lift();
    },
    SLOW_HASHES_MS,
  );
});

it("says that it cannot be checked while the database fails, by either door, with no word of what was asked", async () => {
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

type Authorize = (given: unknown, request: { headers: Record<string, string> }) => Promise<unknown>;

/** What next-auth calls; its own types hide it behind the provider. */
function authorize(options: NextAuthOptions): Authorize {
  const [provider] = options.providers;
  return (provider as unknown as { options: { authorize: Authorize } }).options.authorize;
}

describe("next-auth's own address", () => {
  it(
    "goes through the same door, throttle and all",
    async () => {
      const check = authorize(nextAuthOptions());
      const request = { headers: { "x-forwarded-for": "203.0.113.1" } };
      expect(await check({ email, password }, request)).toMatchObject({ email });
      for (let n = 0; n < 10; n++) {
        // Another invented address each time buys no further try.
        const from = { headers: { "x-forwarded-for": `203.0.113.${n}` } };
        expect(await check({ email, password: "wrong" }, from)).toBeNull();
      }
      await expect(check({ email, password }, request)).rejects.toThrow("TooManyTries:900");
      await lift();
    },
    SLOW_HASHES_MS,
  );

  it("takes a session away once it was ended", async () => {
    const { callbacks } = nextAuthOptions();
    const outcome = await signInWithCredentials({ email, password }, headers);
    if (outcome.kind !== "signed_in" || !callbacks?.jwt) throw new Error("not signed in");
    const { user } = outcome;
    const token = { sub: user.id, sessionVersion: user.sessionVersion, iat: 1 };
    const ask = { token, user: undefined as never, account: null };
    expect(await callbacks.jwt(ask)).toEqual(token);
    await resetPassword(db(), email);
    await expect(callbacks.jwt(ask)).rejects.toThrow("session ended");
    await expect(callbacks.jwt({ ...ask, token: {} })).rejects.toThrow("session ended");
  });

  it("sends nobody to another site", async () => {
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
