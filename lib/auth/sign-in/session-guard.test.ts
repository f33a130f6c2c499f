import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFirstUser, resetPassword } from "@/lib/auth/accounts/users";
import { closeSession, openSession } from "@/lib/auth/sessions/session-store";
import { SESSION_SECONDS } from "@/lib/auth/sessions/session-token";
import { sessions, users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { findValidClaims } from "./session-guard";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

describe("a session", () => {
  it("is valid until it expires, its password is reset or its user is deleted", async () => {
    await createFirstUser(dashboard.db, { email: "dashboard@example.com", password: "long enough to pass" });
    const [user] = await dashboard.db.select().from(users);
    const issuedAt = new Date("2026-11-20T10:00:00Z");
    const secondsOn = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1000);
    if (!user) throw new Error("no user");
    const sessionId = await openSession(dashboard.db, user.id);
    const claims = { userId: user.id, sessionId, sessionVersion: user.sessionVersion, issuedAt };
    expect(await findValidClaims(dashboard.db, [claims], "dashboard", secondsOn(60))).toEqual([claims]);
    expect(await findValidClaims(dashboard.db, [claims], "administer", secondsOn(60))).toEqual([claims]);
    expect(await findValidClaims(dashboard.db, [claims], "containers", secondsOn(60))).toEqual([]);
    expect(await findValidClaims(dashboard.db, [claims], "dashboard", secondsOn(SESSION_SECONDS))).toEqual(
      [],
    );
    await resetPassword(dashboard.db, "dashboard@example.com");
    expect(await findValidClaims(dashboard.db, [claims], "dashboard", secondsOn(60))).toEqual([]);
    const renewed = { ...claims, sessionVersion: claims.sessionVersion + 1 };
    expect(await findValidClaims(dashboard.db, [renewed], "dashboard", secondsOn(60))).toEqual([renewed]);
    await dashboard.db.delete(users);
    expect(await findValidClaims(dashboard.db, [renewed], "dashboard", secondsOn(60))).toEqual([]);
  });

  it("is invalid after sign-out, for every copy of its cookie; other sessions of its user remain", async () => {
    await createFirstUser(dashboard.db, { email: "dashboard@example.com", password: "long enough to pass" });
    const [user] = await dashboard.db.select().from(users);
    if (!user) throw new Error("no user");
    const claimsOf = async () => ({
      userId: user.id,
      sessionId: await openSession(dashboard.db, user.id),
      sessionVersion: user.sessionVersion,
      issuedAt: new Date(),
    });
    const [one, other] = [await claimsOf(), await claimsOf()];
    await closeSession(dashboard.db, one.sessionId);
    expect(await findValidClaims(dashboard.db, [one], "dashboard", new Date())).toEqual([]);
    expect(await findValidClaims(dashboard.db, [other], "dashboard", new Date())).toEqual([other]);
    await dashboard.db.update(sessions).set({ startedAt: new Date(Date.now() - 31 * 24 * 3_600_000) });
    expect(await findValidClaims(dashboard.db, [other], "dashboard", new Date())).toEqual([]);
    const third = await claimsOf();
    expect(await dashboard.db.select({ id: sessions.id }).from(sessions)).toEqual([{ id: third.sessionId }]);
    await dashboard.db.delete(users);
  });
});
