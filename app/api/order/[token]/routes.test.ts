import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openOrder, showOrder } from "@/app/order/visitor";
import { testContext } from "@/lib/auth/commands/test-context";
import { linkLimit } from "@/lib/auth/throttling/link-rate-limit";
import { containerRecord, named, partyRecord, roleRecord, shipmentRecord } from "@/lib/contract/fixtures";
import { sendWorkOrder } from "@/lib/features/work-orders/commands/send-work-order";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { db, pool } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { POST as accept } from "./accept/route";
import { POST as decline } from "./decline/route";
import { GET as pdf } from "./pdf/route";
import { POST as seen, GET as version } from "./route";

vi.mock("next/headers", () => ({ headers: async () => new Headers() }));
vi.mock("next/server", async (original) => ({ ...(await original<object>()), connection: async () => {} }));

let database: Awaited<ReturnType<typeof openOwnDatabase>>;
let ana = { userId: "", email: "ana@example.com" };
let token = "";

beforeAll(async () => {
  database = await openOwnDatabase();
  const records = [
    containerRecord("c-1", { number: "MSKU1000001" }, { shipment: named("shipment", "s-1") }),
    shipmentRecord("s-1"),
    partyRecord("p-1", "Harbor Dray"),
    roleRecord("r-1", "c-1", "p-1"),
  ];
  await db().transaction((tx) => applyRecords(tx, records, { asOf: new Date(), notificationId: null }));
  const [user] = await db().insert(users).values({ email: ana.email, role: "dispatcher" }).returning();
  ana = { ...ana, userId: user?.id ?? "" };
});
afterAll(() => database.close());
beforeEach(async () => {
  await pool().query("delete from access_tokens");
  const sent = await sendWorkOrder(testContext(db(), ana), {
    containerId: "c-1",
    partyId: "p-1",
    deliveryPlace: "",
    wasDeliveryPlace: "",
    instructions: "",
    contactName: "Ana",
    contactPhone: "",
    contactEmail: "",
    days: 1,
  });
  token = sent.token;
});

type Route = typeof accept;
const post = (route: Route, body: BodyInit, { of = token, site = "same-origin" } = {}) =>
  route(
    new Request("http://127.0.0.1:3000/api/order/token", {
      method: "POST",
      body,
      headers: { "sec-fetch-site": site, "content-type": "application/json" },
    }),
    { params: Promise.resolve({ token: of }) },
  );
const get = (route: typeof version, of = token) =>
  route(new Request("http://127.0.0.1:3000/api/order/token"), { params: Promise.resolve({ token: of }) });
const responses = async () => {
  const { rows } = await pool().query("select response, driver, decline_reason as reason from work_orders");
  return rows;
};
const ACCEPTANCE = JSON.stringify({ version: 1, driver: "Sam Ortiz" });

describe("a page", () => {
  const viewed = async () =>
    (await pool().query("select viewed_at is not null as viewed from work_orders")).rows[0]?.viewed;

  it("was viewed once its script says so, not when its address is opened", async () => {
    const opened = await openOrder(token);
    if (opened.state !== "open") throw new Error("the link is not open");
    expect(await showOrder(opened)).toMatchObject({ state: "shown" });
    await get(version);
    expect(await viewed()).toBe(false);
    expect((await post(seen, "", { site: "cross-site" })).status).toBe(403);
    expect(await viewed()).toBe(false);
    expect((await post(seen, "")).status).toBe(200);
    expect((await post(seen, "")).status).toBe(200);
    expect(await viewed()).toBe(true);
    const { rows } = await pool().query("select kind from work_order_events where kind = 'viewed'");
    expect(rows).toHaveLength(1);
    expect((await post(seen, "", { of: "unknown" })).status).toBe(404);
  });
});

describe("a carrier's response", () => {
  it("is stored, and another version of the page is reported", async () => {
    const before = await (await get(version)).json();
    expect(await (await post(accept, ACCEPTANCE)).json()).toEqual({ saved: true });
    expect(await responses()).toEqual([{ response: "accepted", driver: "Sam Ortiz", reason: "" }]);
    expect(await (await get(version)).json()).not.toEqual(before);
    const refusal = JSON.stringify({ version: 1, reason: "No chassis" });
    expect((await post(decline, refusal)).status).toBe(200);
    expect(await responses()).toEqual([{ response: "declined", driver: "", reason: "No chassis" }]);
  });

  it.each<[string, Route, string, number]>([
    ["no JSON", accept, "{ garbage", 400],
    ["no version", accept, "{}", 400],
    ["another version", accept, '{"version":2}', 409],
    ["a text that is too long", accept, JSON.stringify({ version: 1, driver: "x".repeat(101) }), 400],
    ["a NUL", accept, JSON.stringify({ version: 1, truck: "a\0b" }), 400],
    ["too many bytes", accept, JSON.stringify({ version: 1, driver: "x".repeat(3_000) }), 413],
    ["no reason", decline, '{"version":1}', 400],
    ["a blank reason", decline, '{"version":1,"reason":"  "}', 400],
  ])("with %s is refused", async (_, route, body, status) => {
    expect((await post(route, body)).status).toBe(status);
    expect(await responses()).toEqual([{ response: null, driver: "", reason: "" }]);
  });

  it.each<[string, Route, object, object]>([
    [
      "an impossible ETA",
      accept,
      { eta: "2001-01-01T08:00" },
      { eta: "The ETA has passed. Enter a later time." },
    ],
    ["no date", accept, { eta: "x".repeat(40) }, { eta: "Enter the ETA as a date and time." }],
    ["a long name", accept, { driver: "x".repeat(101) }, { driver: "At most 100 characters." }],
    ["a blank reason", decline, { reason: "  " }, { reason: "Enter a reason." }],
  ])("with %s names the field", async (_, route, body, fields) => {
    const response = await post(route, JSON.stringify({ version: 1, ...body }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "bad_input", fields } });
  });

  it("through each kind of ended link gets the same text", async () => {
    const message = async () => (await (await post(accept, ACCEPTANCE)).json()).error.message;
    await pool().query("update access_tokens set expires_at = now() - interval '1 second'");
    const expired = await message();
    expect(expired).toContain("This link has ended.");
    await pool().query("update access_tokens set expires_at = now() + interval '1 hour', revoked_at = now()");
    expect(await message()).toBe(expired);
    await pool().query("delete from work_orders");
    expect(await message()).toBe(expired);
  });

  it("from another site's page, and by GET, is refused", async () => {
    expect((await post(accept, ACCEPTANCE, { site: "cross-site" })).status).toBe(403);
    expect(await responses()).toMatchObject([{ response: null }]);
  });

  it("is refused past the limit of the link", async () => {
    const { rows } = await pool().query("select id from access_tokens");
    for (let sent = 0; sent < 30; sent += 1) await linkLimit().admit(rows[0].id);
    expect((await post(accept, ACCEPTANCE)).status).toBe(429);
    expect(await responses()).toMatchObject([{ response: null }]);
  });

  it("through an unknown link, one that ended and one of another kind is refused", async () => {
    expect((await post(accept, ACCEPTANCE, { of: "A".repeat(43) })).status).toBe(404);
    await pool().query("update access_tokens set expires_at = now() - interval '1 second'");
    expect((await post(accept, ACCEPTANCE)).status).toBe(404);
    expect((await get(pdf)).status).toBe(404);
    expect((await get(version)).status).toBe(404);
    await pool().query("update access_tokens set expires_at = now() + interval '1 hour', kind = 'share'");
    expect((await post(accept, ACCEPTANCE)).status).toBe(404);
    expect(await responses()).toMatchObject([{ response: null }]);
  });
});

it("returns the PDF as a download", async () => {
  const response = await get(pdf);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="work-order-MSKU1000001.pdf"',
    "cache-control": "private, no-store",
  });
  expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 0, 5)).toBe("%PDF-");
});
