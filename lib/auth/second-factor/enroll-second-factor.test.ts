import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createFirstUser } from "@/lib/auth/accounts/users";
import { signInWithCredentials } from "@/lib/auth/sign-in/verify-credentials";
import { db, pool } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { enrollSecondFactor } from "./enroll-second-factor";

const email = "dispatch@example.com";
const password = "a long password";
const headers = new Headers();
let database: Awaited<ReturnType<typeof openOwnDatabase>>;
let who: { userId: string; email: string };

beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(async () => {
  await database.close();
});
beforeEach(async () => {
  await db().delete(users);
  await createFirstUser(db(), { email, password });
  const [user] = await db().select({ id: users.id }).from(users);
  who = { userId: user?.id ?? "", email };
});

const pending = async () => {
  const [user] = await db()
    .select({ pending: users.totpPending })
    .from(users)
    .where(eq(users.id, who.userId));
  return user?.pending ?? null;
};
const wrong = { code: "bad_input", details: [{ pointer: "password" }] };

it("begins with the current password", async () => {
  const { secret } = await enrollSecondFactor(db(), who, password, headers);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await pending()).not.toBeNull();
});

it.each(["", "not the password"])("does not begin with %j", async (input) => {
  await expect(enrollSecondFactor(db(), who, input, headers)).rejects.toMatchObject(wrong);
  expect(await pending()).toBeNull();
});

it("counts wrong passwords like a sign-in", async () => {
  await pool().query("delete from sign_in_attempts");
  for (let n = 0; n < 10; n += 1)
    await expect(enrollSecondFactor(db(), who, "a guess", headers)).rejects.toMatchObject(wrong);
  await expect(enrollSecondFactor(db(), who, password, headers)).rejects.toMatchObject({
    code: "too_many_tries",
    message: "Too many attempts. Try again in 15 minutes.",
  });
  expect(await signInWithCredentials({ email, password }, headers)).toMatchObject({ kind: "throttled" });
  expect(await pending()).toBeNull();
  await pool().query("delete from sign_in_attempts");
});

it("is refused for a user with single sign-on only", async () => {
  await db().update(users).set({ passwordHash: null, ssoSubject: "https://sso.example.com subject" });
  await expect(enrollSecondFactor(db(), who, password, headers)).rejects.toMatchObject({
    code: "not_allowed",
  });
  expect(await pending()).toBeNull();
});
