import ICAL from "ical.js";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { GET as getWallData } from "@/app/wall/[token]/data/route";
import { makeAccessToken, revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { openTestAccount } from "@/lib/features/test-account";
import { openDatabase } from "@/lib/platform/database/client";
import { GET } from "./route";

const held = vi.hoisted((): { db: unknown; pool: unknown } => ({ db: null, pool: null }));
vi.mock("next/server", () => ({ connection: async () => undefined }));
vi.mock("@/lib/platform/config/config", async (original) => ({
  ...(await original<object>()),
  config: () => ({ publicUrl: "https://dashboard.example" }),
}));
vi.mock("@/lib/platform/database/client", async (original) => ({
  ...(await original<object>()),
  db: () => held.db,
  pool: () => held.pool,
}));

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
beforeAll(async () => {
  dashboard = await openTestAccount();
  Object.assign(held, { db: dashboard.db, pool: dashboard.pool });
  await dashboard.tell({ import_deadlines: { pickup_lfd_terminal: "2026-11-26T07:59:00Z" } });
});
afterEach(() => dashboard.pool.query("delete from feed_requests"));
afterAll(() => dashboard.close());

const make = (kind: "calendar" | "wall" | "share", expiresAt: Date | null = null) =>
  makeAccessToken(dashboard.db, {
    kind,
    label: "Deadlines, all",
    settings: { address: "" },
    createdBy: dashboard.ana.userId,
    expiresAt,
  });
type Handler = typeof GET;
const request = (handler: Handler, token: string, headers: Record<string, string> = {}) =>
  handler(new Request("https://dashboard.example/any", { headers }), { params: Promise.resolve({ token }) });

describe.each<["calendar" | "wall", Handler]>([
  ["calendar", GET],
  ["wall", getWallData],
])("the address of a %s", (kind, handler) => {
  it("responds 404 to an unknown token and to a token for another purpose", async () => {
    const others = [(await make(kind === "wall" ? "calendar" : "wall")).token, (await make("share")).token];
    for (const token of ["", "x", "x".repeat(43), "..%2f..", "\0", ".ics", ...others]) {
      const response = await request(handler, token);
      expect(response.status, token).toBe(404);
      expect(await response.text()).toBe("Nothing found at this address.\n");
    }
  });

  it("reports only that the token was revoked or has expired", async () => {
    const revoked = await make(kind);
    await revokeAccessToken(dashboard.db, revoked.id, [kind], new Date());
    for (const { token } of [revoked, await make(kind, new Date(0))]) {
      const response = await request(handler, token);
      expect(response.status).toBe(410);
      expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
      expect(await response.text()).toMatch(
        /^This (calendar|wallboard) (was revoked|has expired)\. Ask .*\n$/,
      );
    }
  });

  it("shows no data and reports a filter that cannot be read", async () => {
    const { id, token } = await make(kind);
    await dashboard.pool.query("update access_tokens set settings = $2 where id = $1", [
      id,
      { address: "queue=nonsense" },
    ]);
    const response = await request(handler, token);
    expect(response.status).toBe(410);
    expect(await response.text()).toMatch(
      /^The filter of this (calendar|wallboard) is no longer valid\. Ask .*\n$/,
    );
  });

  it("sends no referrer and returns Retry-After for too many requests", async () => {
    const { id, token } = await make(kind);
    const good = await request(handler, token);
    await dashboard.pool.query(
      `insert into feed_requests values ($1, 1000, $2) on conflict (key) do update set points = 1000`,
      [`${kind}:${id}`, Date.now() + 30_000],
    );
    const refused = await request(handler, token);
    expect([good.status, refused.status]).toEqual([200, 429]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const { headers } of [good, refused, await request(handler, "x")]) {
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toMatch(/noindex/);
      expect(headers.get("set-cookie")).toBeNull();
    }
  });

  it("returns the same response for every signed-in user", async () => {
    const { token } = await make(kind);
    const without = await (await request(handler, token)).text();
    const signedIn = await (
      await request(handler, token, { Cookie: "next-auth.session-token=anything" })
    ).text();
    const facts = (text: string) => text.replace(/"asOf":"[^"]*"/, "");
    expect(facts(signedIn)).toBe(facts(without));
  });

  it("requests a retry during a database outage", async () => {
    const { token } = await make(kind);
    const away = openDatabase("postgresql://nobody:nothing@127.0.0.1:1/nowhere");
    held.db = away.db;
    const response = await request(handler, token);
    held.db = dashboard.db;
    await away.pool.end();
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("30");
    expect(await response.text()).toBe("Drayboard is not responding. Try again in a few seconds.\n");
  });
});

describe("calendar over HTTP", () => {
  it("returns iCalendar with and without the extension, and 304 while nothing changed", async () => {
    const { token } = await make("calendar");
    const response = await request(GET, `${token}.ics`);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("private, max-age=300");
    const text = await response.text();
    const calendar = new ICAL.Component(ICAL.parse(text));
    expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Deadlines\\, all");
    expect(calendar.getAllSubcomponents("vevent")).toHaveLength(1);
    expect(text).toContain("DTSTART;VALUE=DATE:20261125\r\n");
    expect(await (await request(GET, token)).text()).toBe(text);

    const tag = response.headers.get("etag") ?? "";
    const again = await request(GET, token, { "If-None-Match": tag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    await dashboard.tell({ import_deadlines: { pickup_lfd_terminal: "2026-11-27T07:59:00Z" } });
    const moved = await request(GET, token, { "If-None-Match": tag });
    expect(moved.status).toBe(200);
    const later = await moved.text();
    expect(later).toContain("DTSTART;VALUE=DATE:20261126\r\n");
    expect(later).toContain("SEQUENCE:1\r\n");
  });
});
