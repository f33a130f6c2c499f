import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "@/lib/db/schema";
import { openTestDashboard } from "@/lib/db/test-dashboard";
import { SESSION_SECONDS } from "./session-token";
import { claimsStand } from "./standing-session";
import { createFirstUser, resetPassword } from "./users";

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
    const claims = { userId: user?.id ?? "", sessionVersion: user?.sessionVersion ?? 0, issuedAt };
    expect(await claimsStand(desk.db, claims, "desk", secondsOn(60))).toBe(true);
    expect(await claimsStand(desk.db, claims, "desk", secondsOn(SESSION_SECONDS))).toBe(false);
    await resetPassword(desk.db, "desk@example.com");
    expect(await claimsStand(desk.db, claims, "desk", secondsOn(60))).toBe(false);
    const renewed = { ...claims, sessionVersion: claims.sessionVersion + 1 };
    expect(await claimsStand(desk.db, renewed, "desk", secondsOn(60))).toBe(true);
    await desk.db.delete(users);
    expect(await claimsStand(desk.db, renewed, "desk", secondsOn(60))).toBe(false);
  });
});
