import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openSession } from "@/lib/auth/sessions/session-store";
import { openDatabase } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { createDashboardDatabase } from "@/lib/platform/database/test-dashboard-database";
import type { TestDatabase } from "@/lib/platform/postgres/test-database";
import {
  createFirstUser,
  findSessionUser,
  hasUsers,
  noteSignIn,
  resetPassword,
  verifyPassword,
} from "./users";

const whileMatched = vi.hoisted(() => ({ act: async () => {} }));
vi.mock("@/lib/auth/passwords/password-hash", async (original) => {
  const password = await original<typeof import("@/lib/auth/passwords/password-hash")>();
  return {
    ...password,
    passwordMatches: async (...input: Parameters<typeof password.passwordMatches>) => {
      await whileMatched.act();
      return password.passwordMatches(...input);
    },
  };
});

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await createDashboardDatabase();
  opened = openDatabase(database.url);
});

afterAll(async () => {
  await opened.pool.end();
  await database.drop();
});

beforeEach(async () => {
  whileMatched.act = async () => {};
  await opened.db.delete(users);
});

const first = { email: "Dispatch@Example.com ", password: "a long password" };

async function requireUser() {
  await createFirstUser(opened.db, first);
  const user = await verifyPassword(opened.db, first.email, first.password);
  if (!user) throw new Error("the first user cannot sign in");
  return user;
}

describe("the first user", () => {
  it("is created once, with a lower-case e-mail and no readable password", async () => {
    expect(await hasUsers(opened.db)).toBe(false);
    expect(await createFirstUser(opened.db, first)).toBe(true);
    expect(await hasUsers(opened.db)).toBe(true);
    const [row] = await opened.db.select().from(users);
    expect(row).toMatchObject({ email: "dispatch@example.com", sessionVersion: 1, lastSignedInAt: null });
    expect(JSON.stringify(row)).not.toContain(first.password);
  });

  it("is not created if a user exists, and leaves that user's password unchanged", async () => {
    await createFirstUser(opened.db, first);
    expect(await createFirstUser(opened.db, { email: "second@example.com", password: "another one" })).toBe(
      false,
    );
    expect(await createFirstUser(opened.db, { ...first, password: "another one" })).toBe(false);
    expect(await verifyPassword(opened.db, first.email, first.password)).not.toBeNull();
    expect(await verifyPassword(opened.db, "second@example.com", "another one")).toBeNull();
  });

  it("is created only once by concurrent starts", async () => {
    const emails = ["a@example.com", "b@example.com", "c@example.com", "d@example.com"];
    const created = await Promise.all(
      emails.map((email) => createFirstUser(opened.db, { email, password: "a long password" })),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await opened.db.select().from(users)).toHaveLength(1);
  });
});

describe("verifyPassword", () => {
  it("finds the user regardless of the e-mail's case", async () => {
    await createFirstUser(opened.db, first);
    for (const email of ["dispatch@example.com", "DISPATCH@EXAMPLE.COM", "  Dispatch@example.com "]) {
      expect(await verifyPassword(opened.db, email, first.password)).toMatchObject({
        email: "dispatch@example.com",
        sessionVersion: 1,
      });
    }
  });

  it("never returns the hash", async () => {
    expect(Object.keys(await requireUser()).sort()).toEqual([
      "email",
      "id",
      "name",
      "role",
      "sessionVersion",
    ]);
  });

  it.each([
    ["dispatch@example.com", "a long passwore"],
    ["dispatch@example.com", ""],
    ["dispatch@example.com", "A LONG PASSWORD"],
    ["nobody@example.com", "a long password"],
    ["", "a long password"],
    ["dispatch@example.com' or '1'='1", "a long password"],
    ["%", "a long password"],
  ])("rejects %j with %j", async (email, password) => {
    await createFirstUser(opened.db, first);
    expect(await verifyPassword(opened.db, email, password)).toBeNull();
  });

  it.each([
    ["given another", { passwordHash: "another" }],
    ["disabled", { disabledAt: new Date() }],
  ])("rejects the password of a user %s during the check, and reports the refusal", async (_what, change) => {
    const { id } = await requireUser();
    const refused = vi.fn(async () => {});
    whileMatched.act = async () => {
      await opened.db.update(users).set(change).where(eq(users.id, id));
    };
    expect(await verifyPassword(opened.db, first.email, first.password, refused)).toBeNull();
    expect(refused.mock.calls).toEqual([[id]]);
  });

  it("takes the same time for an unknown e-mail", async () => {
    await createFirstUser(opened.db, first);
    const time = async (email: string) => {
      const start = performance.now();
      await verifyPassword(opened.db, email, "wrong");
      return performance.now() - start;
    };
    // The fastest of several alternating runs: other load on the machine only adds time.
    const fastest = { nobody: Number.POSITIVE_INFINITY, first: Number.POSITIVE_INFINITY };
    for (let turn = 0; turn < 10; turn += 1) {
      fastest.nobody = Math.min(fastest.nobody, await time("nobody@example.com"));
      fastest.first = Math.min(fastest.first, await time(first.email));
    }
    expect(fastest.nobody).toBeGreaterThan(fastest.first / 3);
  });
});

describe("the password reset", () => {
  it("sets a generated password, and ends the old password and every session", async () => {
    const before = await requireUser();
    const password = await resetPassword(opened.db, "DISPATCH@example.com");
    expect(password).not.toBe(first.password);
    expect(await verifyPassword(opened.db, first.email, first.password)).toBeNull();
    expect(await verifyPassword(opened.db, first.email, password)).toMatchObject({ sessionVersion: 2 });
    const sessionId = await openSession(opened.db, before.id);
    const session = { userId: before.id, sessionId, sessionVersion: before.sessionVersion };
    expect(await findSessionUser(opened.db, session)).toBeNull();
    expect(await findSessionUser(opened.db, { ...session, sessionVersion: 2 })).toMatchObject({
      id: before.id,
    });
  });

  it("rejects an unknown e-mail and changes no user", async () => {
    await requireUser();
    await expect(resetPassword(opened.db, "nobody@example.com")).rejects.toMatchObject({ code: "not_found" });
    expect(await verifyPassword(opened.db, first.email, first.password)).not.toBeNull();
  });
});

describe("the user of a session", () => {
  it("is not found after deletion, nor with another version or id", async () => {
    const { id: userId, sessionVersion } = await requireUser();
    const session = { userId, sessionVersion, sessionId: await openSession(opened.db, userId) };
    const find = (change: Partial<typeof session>) => findSessionUser(opened.db, { ...session, ...change });
    expect(await find({})).not.toBeNull();
    expect(await find({ sessionVersion: 0 })).toBeNull();
    expect(await find({ sessionVersion: 2 })).toBeNull();
    expect(await find({ userId: crypto.randomUUID() })).toBeNull();
    expect(await find({ sessionId: crypto.randomUUID() })).toBeNull();
    await opened.db.delete(users).where(eq(users.id, userId));
    expect(await find({})).toBeNull();
  });

  it("stores the time of the last sign-in", async () => {
    const { id } = await requireUser();
    await noteSignIn(opened.db, id);
    const [row] = await opened.db.select().from(users);
    expect(Date.now() - (row?.lastSignedInAt?.getTime() ?? 0)).toBeLessThan(10_000);
  });
});
