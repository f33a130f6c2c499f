import { NextRequest } from "next/server";
import { beforeEach, expect, it, vi } from "vitest";
import { GET, POST } from "./route";

const { NextAuth } = vi.hoisted(() => ({ NextAuth: vi.fn() }));
vi.mock("next-auth", () => ({ default: NextAuth }));
vi.mock("@/lib/auth/sign-in/next-auth-options", () => ({
  nextAuthOptions: (onBusy: () => void) => ({ onBusy }),
}));

const AT = "http://127.0.0.1:3000/api/auth";
const context = (...nextauth: string[]) => ({ params: Promise.resolve({ nextauth }) });

beforeEach(() => {
  NextAuth.mockReset();
  NextAuth.mockImplementation(async () => new Response("by next-auth"));
});

const signInTo = (place: string, headers: Record<string, string> = {}) =>
  GET(
    new NextRequest(`${AT}/signin?${new URLSearchParams({ callbackUrl: place })}`, { headers }),
    context("signin"),
  );

it.each(["/board", "/board?q=a%20b", "http://127.0.0.1:3000/board", "", "https://evil.example/"])(
  "accepts %j as the callback URL",
  async (place) => {
    expect(await (await signInTo(place)).text()).toBe("by next-auth");
  },
);

it.each(["board", "javascript:alert(1)", "data:text/html,x", "http://", "//[", "\ud800", "null"])(
  "rejects %j, which would make next-auth fail",
  async (place) => {
    expect((await signInTo(place)).status).toBe(400);
    expect(NextAuth).not.toHaveBeenCalled();
  },
);

it.each(["next-auth.callback-url", "__Secure-next-auth.callback-url"])(
  "also checks the callback URL in the cookie %s",
  async (name) => {
    const refused = await signInTo("/board", { cookie: `${name}=nonsense` });
    expect(refused.status).toBe(400);
    expect((await signInTo("/board", { cookie: `${name}=%2Fboard` })).status).toBe(200);
  },
);

it("rejects JSON and accepts forms", async () => {
  const sent = (type: string) =>
    new NextRequest(`${AT}/signin`, { method: "POST", body: "{}", headers: { "content-type": type } });
  for (const type of ["application/json", "application/json; charset=utf-8"])
    expect((await POST(sent(type), context("signin"))).status).toBe(415);
  expect(NextAuth).not.toHaveBeenCalled();
  expect((await POST(sent("application/x-www-form-urlencoded"), context("signin"))).status).toBe(200);
});

it("accepts passwords by POST only", async () => {
  const callback = `${AT}/callback/credentials`;
  expect((await GET(new NextRequest(callback), context("callback", "credentials"))).status).toBe(405);
  const posted = new NextRequest(callback, { method: "POST", body: new URLSearchParams({ email: "x" }) });
  expect((await POST(posted, context("callback", "credentials"))).status).toBe(200);
  expect((await GET(new NextRequest(`${AT}/callback/oidc`), context("callback", "oidc"))).status).toBe(200);
});

it("responds 503 with Retry-After instead of a redirect when too many passwords are being checked", async () => {
  NextAuth.mockImplementation(async (_request, _context, options: { onBusy: () => void }) => {
    options.onBusy();
    return Response.redirect(`${AT}/error?error=Busy`);
  });
  const posted = new NextRequest(`${AT}/callback/credentials`, {
    method: "POST",
    body: new URLSearchParams({ email: "x" }),
  });
  const refused = await POST(posted, context("callback", "credentials"));
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.json()).toMatchObject({ error: { code: "busy" } });
});

it("provides no log endpoint", async () => {
  const sent = new NextRequest(`${AT}/_log`, { method: "POST", body: "x" });
  expect((await POST(sent, context("_log"))).status).toBe(404);
  expect(NextAuth).not.toHaveBeenCalled();
});

it("forwards a form unchanged and rejects one above the maximum size", async () => {
  NextAuth.mockImplementation(async (request: NextRequest) => new Response(await request.text()));
  const posted = (password: string) =>
    POST(
      new NextRequest(`${AT}/callback/credentials`, {
        method: "POST",
        body: new URLSearchParams({ password }),
      }),
      context("callback", "credentials"),
    );
  expect(await (await posted("a b")).text()).toBe("password=a+b");
  NextAuth.mockClear();
  expect((await posted("x".repeat(64_000))).status).toBe(413);
  expect(NextAuth).not.toHaveBeenCalled();
});
