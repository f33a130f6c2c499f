import { decode, encode } from "next-auth/jwt";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const SECRET = "a secret of at least thirty-two characters";
const user = {
  userId: "0b9fbe64-2a63-4a8e-9a0c-5f5f2c3d1e77",
  sessionId: "6f0d5a52-0f6b-4c5e-8d0c-1a2b3c4d5e6f",
  sessionVersion: 3,
};
const { userId: sub, sessionId: sid } = user;
const HOUR = 60 * 60 * 1000;
const start = new Date("2026-11-20T08:00:00Z");

async function load(environment: Record<string, string> = {}) {
  const settings = {
    DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
    TRACKING_API_URL: "http://127.0.0.1:4010/v2",
    TRACKING_API_KEY: "key",
    NEXTAUTH_SECRET: SECRET,
    PUBLIC_URL: "http://127.0.0.1:3000",
    ...environment,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  return import("./session-token");
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("a session token", () => {
  it("contains the user and the session version, unreadable without the secret", async () => {
    const { issueSessionToken, readSessionToken } = await load();
    const token = await issueSessionToken(user);
    expect(await readSessionToken(token)).toEqual({ ...user, issuedAt: start });
    expect(token).not.toContain(user.userId);
    await expect(decode({ token, secret: "another secret" })).rejects.toThrow();
  });

  it("expires after 12 hours without renewal", async () => {
    const { issueSessionToken, readSessionToken } = await load();
    const token = await issueSessionToken(user);
    vi.setSystemTime(start.getTime() + 12 * HOUR - 1000);
    expect(await readSessionToken(token)).not.toBeNull();
    vi.setSystemTime(start.getTime() + 12 * HOUR + 60_000);
    expect(await readSessionToken(token)).toBeNull();
  });

  it("is rejected if missing, malformed, truncated, modified or made with another secret", async () => {
    const { issueSessionToken, readSessionToken } = await load();
    const token = await issueSessionToken(user);
    const foreign = await encode({ token: { sub, sid, sessionVersion: 3 }, secret: "another secret" });
    const changed = token.slice(0, -4) + (token.endsWith("AAAA") ? "BBBB" : "AAAA");
    for (const bad of [undefined, "", "x", "a.b.c.d.e", token.slice(0, -8), changed, foreign]) {
      expect(await readSessionToken(bad)).toBeNull();
    }
  });

  it.each([
    [{}],
    [{ sub, sid }],
    [{ sid, sessionVersion: 3 }],
    [{ sub, sessionVersion: 3 }],
    [{ sub: "1", sid, sessionVersion: 3 }],
    [{ sub, sid: "1", sessionVersion: 3 }],
    [{ sub, sid, sessionVersion: "3" }],
    [{ sub, sid, sessionVersion: 3.5 }],
  ])("is rejected with the claims %j", async (token) => {
    const { readSessionToken } = await load();
    expect(await readSessionToken(await encode({ token, secret: SECRET }))).toBeNull();
  });
});

describe("the renewal", () => {
  it("keeps a young token, and extends an older one by 12 hours with the same claims", async () => {
    const { issueSessionToken, readSessionToken, renewSessionToken } = await load();
    const token = await issueSessionToken(user);
    expect(await renewSessionToken(token, new Date(start.getTime() + HOUR / 5))).toBeNull();
    vi.setSystemTime(start.getTime() + 11 * HOUR);
    const renewed = await renewSessionToken(token, new Date());
    vi.setSystemTime(start.getTime() + 22 * HOUR);
    expect(await readSessionToken(renewed ?? undefined)).toMatchObject(user);
    expect(await readSessionToken(token)).toBeNull();
  });

  it("never renews an expired or foreign token", async () => {
    const { issueSessionToken, renewSessionToken } = await load();
    const token = await issueSessionToken(user);
    vi.setSystemTime(start.getTime() + 13 * HOUR);
    for (const bad of [token, "x", undefined]) expect(await renewSessionToken(bad, new Date())).toBeNull();
  });
});

describe("the session cookie", () => {
  it("is secure, with a matching name prefix, only over https", async () => {
    expect((await load()).sessionCookie()).toEqual({
      name: "next-auth.session-token",
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: false },
    });
    expect((await load({ PUBLIC_URL: "https://dashboard.example.com" })).sessionCookie()).toEqual({
      name: "__Secure-next-auth.session-token",
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
    });
  });
});
