import { unstable_doesMiddlewareMatch as doesProxyMatch } from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import proxy, { config } from "./proxy";

const SECRET = "a secret of at least thirty-two characters";
const user = {
  sub: "0b9fbe64-2a63-4a8e-9a0c-5f5f2c3d1e77",
  sid: "6f0d5a52-0f6b-4c5e-8d0c-1a2b3c4d5e6f",
  sessionVersion: 1,
};
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
  vi.stubEnv("TRACKING_API_URL", "http://127.0.0.1:4010/v2");
  vi.stubEnv("TRACKING_API_KEY", "key");
  vi.stubEnv("NEXTAUTH_SECRET", SECRET);
  vi.stubEnv("PUBLIC_URL", "http://127.0.0.1:3000");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function ask(path: string, { token, method = "GET" }: { token?: string; method?: string } = {}) {
  const headers = new Headers(token ? { cookie: `next-auth.session-token=${token}` } : {});
  const request = new NextRequest(`http://127.0.0.1:3000${path}`, { method, headers });
  const answer = await proxy(Object.assign(request, { nextauth: { token: null } }));
  if (!(answer instanceof Response)) throw new Error("the proxy gave no answer");
  return answer;
}

const issue = (secret = SECRET) => encode({ token: user, secret, maxAge: 12 * 60 * 60 });

describe("a signed-out reader", () => {
  it("is sent to sign in and back to the page asked for", async () => {
    const answer = await ask("/containers/1?queue=held");
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toMatch(
      /\/sign-in\?callbackUrl=%2Fcontainers%2F1%3Fqueue%3Dheld$/,
    );
  });

  it("is one with a broken, a foreign or an ended token too", async () => {
    const ended = await issue();
    vi.setSystemTime(Date.now() + 13 * 60 * MINUTE);
    for (const token of ["x", await issue("another secret"), ended]) {
      expect((await ask("/board", { token })).status).toBe(307);
    }
  });

  it("posting to a page reaches the action, which refuses by itself", async () => {
    expect((await ask("/board", { method: "POST" })).headers.get("x-middleware-next")).toBe("1");
  });
});

describe("a signed-in reader", () => {
  it("passes, and the page learns its own path", async () => {
    const answer = await ask("/containers/1?a=b", { token: await issue() });
    expect(answer.headers.get("x-middleware-next")).toBe("1");
    expect(answer.headers.get("x-middleware-request-x-drayboard-path")).toBe("/containers/1?a=b");
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("has the cookie renewed after a quarter of an hour", async () => {
    const token = await issue();
    vi.setSystemTime(Date.now() + 16 * MINUTE);
    const renewed = (await ask("/board", { token })).headers.get("set-cookie");
    expect(renewed).toMatch(/^next-auth\.session-token=ey.+Max-Age=43200; HttpOnly; SameSite=lax$/);
  });
});

describe("the matcher", () => {
  const matches = (url: string) => doesProxyMatch({ config, nextConfig: {}, url });

  it.each([
    "/",
    "/board",
    "/containers/1",
    "/find?q=a",
    "/apiary",
    "/sign-in-as",
    "/wallet",
    "/containers/a.png",
  ])("guards %s", (url) => {
    expect(matches(url)).toBe(true);
  });

  it.each([
    "/api/board",
    "/api/auth/session",
    "/api/webhooks/tracking",
    "/api/health",
    "/sign-in",
    "/wall/token",
    "/wall/token/data",
    "/calendar/token.ics",
    "/icon.svg",
  ])("leaves %s alone", (url) => {
    expect(matches(url)).toBe(false);
  });

  it("leaves what the build made alone", () => {
    expect(matches("/_next/static/chunks/a.js")).toBe(false);
  });
});
