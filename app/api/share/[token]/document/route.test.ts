import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LINK_CHANGES } from "@/lib/auth/throttling/link-rate-limit";
import { makeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { db, pool } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { GET } from "./route";

vi.mock("next/headers", () => ({
  cookies: async () => ({ get: () => undefined }),
  headers: async () => new Headers(),
}));
vi.mock("next/server", async (original) => ({ ...(await original<object>()), connection: async () => {} }));

const PDF = Buffer.from("%PDF-1.7 a delivery order");
const FILE_KEY = "signature-of-the-store";

let database: Awaited<ReturnType<typeof openOwnDatabase>>;
let service: Server;
let requested: string[] = [];
let userId = "";

beforeAll(async () => {
  database = await openOwnDatabase();
  service = createServer((request, response) => {
    const path = request.url ?? "";
    requested.push(path);
    if (path.startsWith("/store")) return response.end(PDF);
    response.setHeader("Content-Type", "application/json");
    return response.end(JSON.stringify({ download_url: `/store?key=${FILE_KEY}` }));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  vi.stubEnv("TRACKING_API_URL", `http://127.0.0.1:${port}/v2`);
  const document = (id: string, container: string) => ({
    type: "document",
    id,
    attributes: { name: `${id}.pdf`, document_type: "delivery_order" },
    relationships: { cargos: { data: [named("container", container)] } },
  });
  const records = [
    containerRecord("c-1", { number: "MSKU1000001" }, { shipment: named("shipment", "s-1") }),
    containerRecord("c-2", { number: "MSKU1000002" }, { shipment: named("shipment", "s-1") }),
    shipmentRecord("s-1"),
    document("Order", "c-1"),
    document("Other", "c-2"),
  ];
  await db().transaction((tx) => applyRecords(tx, records, { asOf: new Date(), notificationId: null }));
  const [user] = await db()
    .insert(users)
    .values({ email: "ana@example.com", role: "dispatcher" })
    .returning();
  userId = user?.id ?? "";
});
afterAll(async () => {
  await new Promise((resolve) => service.close(resolve));
  await database.close();
});
beforeEach(() => {
  requested = [];
});

async function makeLink(settings: object = {}, endsInMs = 60_000): Promise<string> {
  const { token } = await makeAccessToken(db(), {
    kind: "share",
    label: "For Lakin",
    settings: {
      about: { kind: "container", id: "c-1" },
      view: "customer",
      charges: false,
      documents: true,
      ...settings,
    },
    createdBy: userId,
    expiresAt: new Date(Date.now() + endsInMs),
  });
  return token;
}

const get = (token: string, query = "?id=Order") =>
  GET(new Request(`http://127.0.0.1:3000/api/share/${token}/document${query}`), {
    params: Promise.resolve({ token }),
  });

describe("a document of a link", () => {
  it("is sent as a download through the dashboard and recorded, without the service's address", async () => {
    const response = await get(await makeLink());
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^attachment; filename="Order.pdf"/),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
    expect(JSON.stringify(headers)).not.toContain(FILE_KEY);
    const { rows } = await pool().query(
      "select action, actor, record_id, data from audit_entries order by id desc limit 1",
    );
    expect(rows[0]).toEqual({
      action: "shared_document.opened",
      actor: "user of the link",
      record_id: "Order",
      data: { name: "Order.pdf", label: "For Lakin" },
    });
  });

  it.each([
    ["of another container", "?id=Other", 404],
    ["that is unknown", "?id=x%00", 404],
    ["without an id", "", 400],
  ])("%s costs no request to the service", async (_, query, status) => {
    expect((await get(await makeLink(), query)).status).toBe(status);
    expect(requested).toEqual([]);
  });

  it.each([
    ["without the right", () => makeLink({ documents: false }), 403],
    ["in the driver view", () => makeLink({ view: "driver" }), 404],
    ["that has expired", () => makeLink({}, -1_000), 404],
    ["that is unknown", async () => "A".repeat(43), 404],
  ])("is not sent through a link %s", async (_, link, status) => {
    expect((await get(await link())).status).toBe(status);
    expect(requested).toEqual([]);
  });

  it("is limited by link", async () => {
    const token = await makeLink();
    for (let n = 0; n < LINK_CHANGES.requests; n += 1) expect((await get(token, "?id=x")).status).toBe(404);
    const response = await get(token);
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringMatching(/^Too many downloads/) },
    });
    expect((await get(await makeLink())).status).toBe(200);
  });
});
