import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createFirstUser, findSessionUser, type User, verifyPassword } from "@/lib/auth/accounts/users";
import { openSession } from "@/lib/auth/sessions/session-store";
import { db, pool } from "@/lib/platform/database/client";
import { auditEntries, users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { changePassword } from "./change-password";

const email = "dispatch@example.com";
const present = "the words one has now";
const next = "other words from now on";
const headers = new Headers();
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
  await createFirstUser(db(), { email, password: present });
  const found = await verifyPassword(db(), email, present);
  if (!found) throw new Error("no user");
  user = found;
});

const change = (input: { present?: string; next?: string } = {}) =>
  changePassword(db(), { userId: user.id, email, name: null }, { present, next, ...input }, headers);

it("accepts only the new password, and ends every session but the one started afterwards", async () => {
  const named = { userId: user.id, sessionVersion: user.sessionVersion };
  const before = { ...named, sessionId: await openSession(db(), user.id) };
  const changed = await change();
  expect(await verifyPassword(db(), email, present)).toBeNull();
  expect(await verifyPassword(db(), email, next)).toEqual(changed);
  expect(await findSessionUser(db(), before)).toBeNull();
  const after = {
    ...named,
    sessionVersion: changed.sessionVersion,
    sessionId: await openSession(db(), user.id),
  };
  expect(await findSessionUser(db(), after)).toMatchObject({ email });
  const actions = await db().select().from(auditEntries);
  const changing = { actor: email, action: "password.changed", recordId: user.id };
  expect(actions).toContainEqual(expect.objectContaining(changing));
  expect(JSON.stringify(actions)).not.toContain(next);
});

it.each([
  [{ present: "not the one" }, "present"],
  [{ present: "" }, "present"],
  [{ next: "too short" }, "next"],
  [{ next: "qwerty123456" }, "next"],
  [{ next: email }, "next"],
  [{ next: present }, "next"],
])("changes nothing with %j", async (input, pointer) => {
  await expect(change(input)).rejects.toMatchObject({ code: "bad_input", details: [{ pointer }] });
  expect(await verifyPassword(db(), email, present)).toEqual(user);
});

it("counts like a sign-in: wrong current passwords lead to a wait", async () => {
  await pool().query("delete from sign_in_attempts");
  for (let n = 0; n < 10; n++)
    await expect(change({ present: "a guess" })).rejects.toMatchObject({ code: "bad_input" });
  await expect(change({ present: "a guess" })).rejects.toMatchObject({
    code: "too_many_tries",
    message: "Too many attempts. Try again in 15 minutes.",
  });
  await expect(change()).rejects.toMatchObject({ code: "too_many_tries" });
  await pool().query("delete from sign_in_attempts");
});

it("applies the first of two simultaneous changes", async () => {
  const outcomes = await Promise.allSettled([change(), change({ next: "quite another choice" })]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
