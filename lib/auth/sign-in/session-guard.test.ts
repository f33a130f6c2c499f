import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFirstUser, resetPassword } from "@/lib/auth/accounts/users";
import { closeSession, openSession } from "@/lib/auth/sessions/session-store";
import { SESSION_SECONDS } from "@/lib/auth/sessions/session-token";
import { sessions, users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { claimsStand } from "./session-guard";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  desk = await openTestDashboard();
});
afterAll(() => desk.close());

describe("a session", () => {
  it("stands until it runs out, its password is reset or its user is gone", async () => {
    await createFirstUser(desk.db, { email: "desk@example.com", password: "long enough to pass" });
    const [user] = await desk.db.select().from(users);
    const issuedAt = new Date("2026-11-20T10:00:00Z");
    const secondsOn = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1000);
    if (!user) throw new Error("no user");
    const sessionId = await openSession(desk.db, user.id);
    const claims = { userId: user.id, sessionId, sessionVersion: user.sessionVersion, issuedAt };
    expect(await claimsStand(desk.db, claims, "desk", secondsOn(60))).toBe(true);
    expect(await claimsStand(desk.db, claims, "administer", secondsOn(60))).toBe(true);
    expect(await claimsStand(desk.db, claims, "boxes", secondsOn(60))).toBe(false);
    expect(await claimsStand(desk.db, claims, "desk", secondsOn(SESSION_SECONDS))).toBe(false);
    await resetPassword(desk.db, "desk@example.com");
    expect(await claimsStand(desk.db, claims, "desk", secondsOn(60))).toBe(false);
    const renewed = { ...claims, sessionVersion: claims.sessionVersion + 1 };
    expect(await claimsStand(desk.db, renewed, "desk", secondsOn(60))).toBe(true);
    await desk.db.delete(users);
    expect(await claimsStand(desk.db, renewed, "desk", secondsOn(60))).toBe(false);
  });

  it("stands no more once it was signed out of, wherever its cookie was copied to; others of its user stand", async () => {
    await createFirstUser(desk.db, { email: "desk@example.com", password: "long enough to pass" });
    const [user] = await desk.db.select().from(users);
    if (!user) throw new Error("no user");
    const claimsOf = async () => ({
      userId: user.id,
      sessionId: await openSession(desk.db, user.id),
      sessionVersion: user.sessionVersion,
      issuedAt: new Date(),
    });
    const [one, other] = [await claimsOf(), await claimsOf()];
    await closeSession(desk.db, one.sessionId);
    expect(await claimsStand(desk.db, one, "desk", new Date())).toBe(false);
    expect(await claimsStand(desk.db, other, "desk", new Date())).toBe(true);
    await desk.db.update(sessions).set({ startedAt: new Date(Date.now() - 31 * 24 * 3_600_000) });
    expect(await claimsStand(desk.db, other, "desk", new Date())).toBe(false);
    const third = await claimsOf();
    expect(await desk.db.select({ id: sessions.id }).from(sessions)).toEqual([{ id: third.sessionId }]);
    await desk.db.delete(users);
  });
});
