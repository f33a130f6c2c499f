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

async function ask(path: string, { token, method = "GET", headers: sent, through = proxy }: Asked = {}) {
  const headers = new Headers(token ? { cookie: `next-auth.session-token=${token}` } : sent);
  const request = new NextRequest(`http://127.0.0.1:3000${path}`, { method, headers });
  const answer = await through(Object.assign(request, { nextauth: { token: null } }));
  if (!(answer instanceof Response)) throw new Error("the proxy gave no answer");
  return answer;
}

const issue = (secret = SECRET) => encode({ token: user, secret, maxAge: 12 * 60 * 60 });

describe("a signed-out user", () => {
  it("is redirected to sign in and back to the requested page", async () => {
    const answer = await ask("/containers/1?queue=held");
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toMatch(
      /\/sign-in\?callbackUrl=%2Fcontainers%2F1%3Fqueue%3Dheld$/,
    );
  });

  it("gets no return URL that exceeds the maximum header length", async () => {
    const answer = await ask(`/board?q=${"%25".repeat(2_000)}`);
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toMatch(/\/sign-in$/);
  });

  it("is a user with an invalid, foreign or expired token as well", async () => {
    const ended = await issue();
    vi.setSystemTime(Date.now() + 13 * 60 * MINUTE);
    for (const token of ["x", await issue("another secret"), ended]) {
      expect((await ask("/board", { token })).status).toBe(307);
    }
  });

  it("reaches the action when posting to a page, and the action refuses", async () => {
    expect((await ask("/board", { method: "POST" })).headers.get("x-middleware-next")).toBe("1");
  });
});

describe("a signed-in user", () => {
  it("is admitted, and the page receives its own path", async () => {
    const answer = await ask("/containers/1?a=b", { token: await issue() });
    expect(answer.headers.get("x-middleware-next")).toBe("1");
    expect(answer.headers.get("x-middleware-request-x-drayboard-path")).toBe("/containers/1?a=b");
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("gets a renewed cookie after 15 minutes", async () => {
    const token = await issue();
    vi.setSystemTime(Date.now() + 16 * MINUTE);
    const renewed = (await ask("/board", { token })).headers.get("set-cookie");
    expect(renewed).toMatch(/^next-auth\.session-token=ey.+Max-Age=43200; HttpOnly; SameSite=lax$/);
  });
});

describe("the content security policy", () => {
  const policyOf = (answer: Response) => answer.headers.get("content-security-policy") ?? "";
  const nonceOf = (answer: Response) => /'nonce-([^']+)'/.exec(policyOf(answer))?.[1];

  it("has a new nonce in each response, for the page and for the browser", async () => {
    const answers = [
      await ask("/sign-in"),
      await ask("/share/a-token"),
      await ask("/board", { token: await issue() }),
    ];
    for (const answer of answers) {
      expect(answer.headers.get("x-middleware-next")).toBe("1");
      expect(policyOf(answer)).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';.*frame-ancestors 'none'$/);
      expect(answer.headers.get("x-middleware-request-content-security-policy")).toBe(policyOf(answer));
      expect(answer.headers.get("x-middleware-request-x-nonce")).toBe(nonceOf(answer));
    }
    expect(new Set(answers.map(nonceOf)).size).toBe(3);
  });

  it("ignores values sent by the visitor", async () => {
    const forged = { "content-security-policy": "script-src 'nonce-mine'", "x-nonce": "mine" };
    const answer = await ask("/sign-in", { headers: forged });
    expect(answer.headers.get("x-middleware-request-x-nonce")).toBe(nonceOf(answer));
    expect(answer.headers.get("x-middleware-request-content-security-policy")).not.toContain("mine");
  });
});

describe("an unknown URL", () => {
  it.each(["/favicon.ico", "/robots.txt", "/_next/nothing"])(
    "%s has a policy, without signing in",
    async (path) => {
      const answer = await ask(path);
      expect(answer.headers.get("x-middleware-next")).toBe("1");
      expect(answer.headers.get("content-security-policy")).toMatch(/script-src 'nonce-/);
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
