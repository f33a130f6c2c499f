import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createFirstUser, type User, userColumns } from "@/lib/auth/accounts/users";
import { deviceCookie, issueDeviceToken } from "@/lib/auth/sign-in/known-device";
import {
  confirmPassword,
  type SignInOutcome,
  signInWithCredentials,
} from "@/lib/auth/sign-in/verify-credentials";
import { db, pool } from "@/lib/platform/database/client";
import { auditEntries, users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";

vi.mock("@/lib/auth/throttling/client-address", () => ({
  clientAddress: (headers: Headers) => headers.get("x-test-address") ?? "unknown",
}));

const email = "dispatch@example.com";
const password = "a long password";
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
  await createFirstUser(db(), { email, password });
  const [created] = await db().select(userColumns).from(users);
  if (!created) throw new Error("no user");
  user = created;
  // The first attempt creates the table of attempts.
  await signInWithCredentials({ email, password }, new Headers());
  await pool().query("delete from sign_in_attempts");
});

/** An address in a /64 of its own site (/48). */
const networkNumber = (n: number) => `2001:db8:${n.toString(16)}:1::1`;
const from = (address: string) => new Headers({ "x-test-address": address });
const fromDevice = (address: string, of: User = user) => {
  const cookie = `${deviceCookie(of.email).name}=${issueDeviceToken(of, new Date())}`;
  return new Headers({ "x-test-address": address, cookie });
};
const guess = (headers: Headers, who = email) =>
  signInWithCredentials({ email: who, password: "a wrong guess" }, headers);
const signIn = (headers: Headers) => signInWithCredentials({ email, password }, headers);

const kindsOf = (outcomes: readonly SignInOutcome[]) => {
  const counts: Record<string, number> = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

/** Sends wrong passwords one after the other, each from its own network. */
async function guessFrom(networks: number, who = email): Promise<SignInOutcome[]> {
  const outcomes: SignInOutcome[] = [];
  for (let n = 0; n < networks; n += 1) outcomes.push(await guess(from(networkNumber(n)), who));
  return outcomes;
}

const pass = (seconds: number) =>
  pool().query("update sign_in_attempts set expire = expire - $1::bigint where key like 'account-wait:%'", [
    seconds * 1000,
  ]);

describe("a flood of wrong passwords", () => {
  it("is refused past a short queue, with equal cost for known and unknown e-mails", async () => {
    for (const who of [email, "nobody@example.com"]) {
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, n) => guess(from(networkNumber(n)), who)),
      );
      expect(kindsOf(outcomes)).toEqual({ refused: 8, busy: 52 });
    }
  });

  it("leaves room for other networks when it comes from one network", async () => {
    const flood = Promise.all(Array.from({ length: 60 }, () => guess(from("192.0.2.1"))));
    expect(await signIn(from("192.0.2.2"))).toMatchObject({ kind: "signed_in" });
    expect(kindsOf(await flood)).toEqual({ refused: 4, busy: 56 });
  });

  it("delays no known device, even at a flooding network", async () => {
    const flood = Promise.all(Array.from({ length: 60 }, (_, n) => guess(from(networkNumber(n)))));
    expect(await signIn(fromDevice(networkNumber(1)))).toMatchObject({ kind: "signed_in" });
    expect(kindsOf(await flood)).toMatchObject({ busy: 52 });
  });

  it("runs no database query once the queue is full", async () => {
    const query = vi.spyOn(pool(), "query");
    const flood = Promise.all(Array.from({ length: 60 }, (_, n) => guess(from(networkNumber(n)))));
    await flood;
    const requested = query.mock.calls.length;
    query.mockRestore();
    // Eight attempts were checked. Each is counted three times, reads a user and is recorded.
    expect(requested).toBeLessThanOrEqual(8 * 6);
  });
});

describe("wrong passwords for one account from many networks", () => {
  it("are checked twenty times, then each network waits; unknown e-mails are treated the same", async () => {
    for (const who of [email, "nobody@example.com"]) {
      const outcomes = await guessFrom(60, who);
      expect(kindsOf(outcomes)).toEqual({ refused: 20, throttled: 40 });
      expect(outcomes[20]).toEqual({ kind: "throttled", waitSeconds: 10 });
      expect(outcomes[59]).toEqual({ kind: "throttled", waitSeconds: 400 });
    }
  });

  it("do not block another account", async () => {
    await guessFrom(30, "other@example.com");
    expect(await signIn(from("192.0.2.1"))).toMatchObject({ kind: "signed_in" });
  });

  it("count the networks of one IPv6 site as one", async () => {
    await guessFrom(20);
    const waits = await Promise.all([guess(from("2001:db8:f:1::1")), guess(from("2001:db8:f:2::1"))]);
    expect(kindsOf(waits)).toEqual({ throttled: 2 });
    await pass(600);
    const attempted = [await guess(from("2001:db8:f:3::1")), await guess(from("2001:db8:f:4::1"))];
    expect(kindsOf(attempted)).toEqual({ refused: 1, throttled: 1 });
  });

  it("let the owner sign in on a new device after the reported wait, despite further attempts by others", async () => {
    await guessFrom(30);
    const reported = await signIn(from("192.0.2.1"));
    if (reported.kind !== "throttled") throw new Error(reported.kind);
    expect(reported.waitSeconds).toBe(110);
    await guessFrom(30);
    // An early attempt does not extend the wait.
    expect(await signIn(from("192.0.2.1"))).toMatchObject({ kind: "throttled" });
    await pass(reported.waitSeconds);
    await guessFrom(30);
    expect(await signIn(from("192.0.2.1"))).toMatchObject({ kind: "signed_in" });
  });

  it("cause a wait of at most ten minutes", async () => {
    await guessFrom(100);
    expect(await signIn(from("192.0.2.1"))).toEqual({ kind: "throttled", waitSeconds: 600 });
  });

  it("block neither a known device nor a password confirmation in an open session", async () => {
    await guessFrom(60);
    expect(await signIn(fromDevice("192.0.2.1"))).toMatchObject({ kind: "signed_in" });
    expect(await confirmPassword({ email, password }, from("192.0.2.1"))).toMatchObject({
      kind: "signed_in",
    });
  });

  it("are recorded once for admins", async () => {
    const before = await db().select().from(auditEntries);
    await guessFrom(40);
    const actions = (await db().select().from(auditEntries)).slice(before.length);
    const slowed = actions.filter(({ action }) => action === "sign_in.slowed");
    expect(slowed).toHaveLength(1);
    expect(slowed[0]).toMatchObject({ userId: null, actor: email, recordType: "user", recordId: user.id });
  });

  it("are cleared after a password reset", async () => {
    await guessFrom(40);
    const { forgiveAttempts } = await import("@/lib/auth/throttling/throttle");
    await forgiveAttempts(db(), email);
    expect(await signIn(from("192.0.2.1"))).toMatchObject({ kind: "signed_in" });
  });
});

describe("a known device", () => {
  it("has ten attempts of its own, and is not blocked by others at its network", async () => {
    for (let n = 0; n < 15; n += 1) await guess(from("192.0.2.1"));
    const headers = fromDevice("192.0.2.1");
    for (let n = 0; n < 10; n += 1) expect(await guess(headers)).toEqual({ kind: "refused" });
    expect(await signIn(headers)).toEqual({ kind: "throttled", waitSeconds: 15 * 60 });
  });

  it("gains no attempts from many cookies: devices of an account share fifty", async () => {
    const kinds: SignInOutcome[] = [];
    for (let n = 0; n < 60; n += 1) kinds.push(await guess(fromDevice(networkNumber(n))));
    expect(kindsOf(kinds)).toEqual({ refused: 50, throttled: 10 });
  });

  it("counts as a stranger for another account, and after a password change", async () => {
    await guessFrom(21, "other@example.com");
    await guessFrom(21);
    const headers = fromDevice("192.0.2.1");
    expect(await guess(headers, "other@example.com")).toMatchObject({ kind: "throttled" });
    const { sql } = await import("drizzle-orm");
    await db()
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` });
    expect(await signIn(headers)).toMatchObject({ kind: "throttled" });
  });
});
