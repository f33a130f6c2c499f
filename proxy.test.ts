import { readdirSync } from "node:fs";
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

type Asked = { token?: string; method?: string; headers?: Record<string, string>; through?: typeof proxy };

async function send(path: string, { token, method = "GET", headers: sent, through = proxy }: Asked = {}) {
  const headers = new Headers(token ? { cookie: `next-auth.session-token=${token}` } : sent);
  const request = new NextRequest(`http://127.0.0.1:3000${path}`, { method, headers });
  const response = await through(Object.assign(request, { nextauth: { token: null } }));
  if (!(response instanceof Response)) throw new Error("the proxy gave no answer");
  return response;
}

const issue = (secret = SECRET) => encode({ token: user, secret, maxAge: 12 * 60 * 60 });

describe("a signed-out user", () => {
  it("is redirected to sign in and back to the requested page", async () => {
    const response = await send("/containers/1?queue=held");
    expect(response.status).toBe(307);
    expect(response.headers.get("location")).toMatch(
      /\/sign-in\?callbackUrl=%2Fcontainers%2F1%3Fqueue%3Dheld$/,
    );
  });

  it("gets no return URL that exceeds the maximum header length", async () => {
    const response = await send(`/board?q=${"%25".repeat(2_000)}`);
    expect(response.status).toBe(307);
    expect(response.headers.get("location")).toMatch(/\/sign-in$/);
  });

  it("is a user with an invalid, foreign or expired token as well", async () => {
    const ended = await issue();
    vi.setSystemTime(Date.now() + 13 * 60 * MINUTE);
    for (const token of ["x", await issue("another secret"), ended]) {
      expect((await send("/board", { token })).status).toBe(307);
    }
  });

  it("reaches the action when posting to a page, and the action refuses", async () => {
    expect((await send("/board", { method: "POST" })).headers.get("x-middleware-next")).toBe("1");
  });
});

describe("a signed-in user", () => {
  it("is admitted, and the page receives its own path", async () => {
    const response = await send("/containers/1?a=b", { token: await issue() });
    expect(response.headers.get("x-middleware-next")).toBe("1");
    expect(response.headers.get("x-middleware-request-x-drayboard-path")).toBe("/containers/1?a=b");
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it("gets a renewed cookie after 15 minutes", async () => {
    const token = await issue();
    vi.setSystemTime(Date.now() + 16 * MINUTE);
    const renewed = (await send("/board", { token })).headers.get("set-cookie");
    expect(renewed).toMatch(/^next-auth\.session-token=ey.+Max-Age=43200; HttpOnly; SameSite=lax$/);
  });
});

describe("the content security policy", () => {
  const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";
  const nonceOf = (response: Response) => /'nonce-([^']+)'/.exec(policyOf(response))?.[1];

  it("has a new nonce in each response, for the page and for the browser", async () => {
    const responses = [
      await send("/sign-in"),
      await send("/share/a-token"),
      await send("/board", { token: await issue() }),
    ];
    for (const response of responses) {
      expect(response.headers.get("x-middleware-next")).toBe("1");
      expect(policyOf(response)).toMatch(
        /script-src 'nonce-[^']+' 'strict-dynamic';.*frame-ancestors 'none'$/,
      );
      expect(response.headers.get("x-middleware-request-content-security-policy")).toBe(policyOf(response));
      expect(response.headers.get("x-middleware-request-x-nonce")).toBe(nonceOf(response));
    }
    expect(new Set(responses.map(nonceOf)).size).toBe(3);
  });

  it("ignores values sent by the visitor", async () => {
    const forged = { "content-security-policy": "script-src 'nonce-mine'", "x-nonce": "mine" };
    const response = await send("/sign-in", { headers: forged });
    expect(response.headers.get("x-middleware-request-x-nonce")).toBe(nonceOf(response));
    expect(response.headers.get("x-middleware-request-content-security-policy")).not.toContain("mine");
  });
});

describe("an unknown URL", () => {
  it.each(["/favicon.ico", "/robots.txt", "/_next/nothing"])(
    "%s has a policy, without signing in",
    async (path) => {
      const response = await send(path);
      expect(response.headers.get("x-middleware-next")).toBe("1");
      expect(response.headers.get("content-security-policy")).toMatch(/script-src 'nonce-/);
    },
  );
});

describe("the matcher", () => {
  const matches = (url: string) => doesProxyMatch({ config, nextConfig: {}, url });

  it.each([
    "/",
    "/board",
    "/containers/1",
    "/find?q=a",
    "/apiary",
    "/sign-in",
    "/sign-in-as",
    "/share/token",
    "/wall/token",
    "/wallet",
    "/containers/a.png",
    "/favicon.ico",
    "/robots.txt",
    "/nothing.js",
    "/_next/nothing",
    "/_next/data/nothing.json",
  ])("includes %s", (url) => {
    expect(matches(url)).toBe(true);
  });

  it.each([
    "/api/board",
    "/api/auth/session",
    "/api/webhooks/tracking",
    "/api/health",
    "/wall/token/data",
    "/calendar/token.ics",
    "/icon.svg",
    ...readdirSync("public").map((name) => `/${name}`),
  ])("excludes %s", (url) => {
    expect(matches(url)).toBe(false);
  });

  it("excludes build output", () => {
    expect(matches("/_next/static/chunks/a.js")).toBe(false);
  });
});
