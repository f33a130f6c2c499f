import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { notificationBody } from "@/lib/contract/fixtures";
import { MAX_BODY } from "@/lib/ingest/receive";
import { beginTestDelivery, findTestArrival } from "@/lib/ingest/sample-delivery";
import { signatureOf } from "@/lib/ingest/signature";
import { listen } from "@/lib/platform/database/postgres-listener";
import { inbox, installation } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { INBOX_CHANNEL } from "@/lib/realtime/channels";
import { rememberOwnWebhook } from "@/lib/tracking-client/registered-webhook";

const secret = "whsec-given-by-the-service";
const HEADER = "X-T49-Webhook-Signature";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let POST: (request: Request) => Promise<Response>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  vi.stubEnv("DATABASE_URL", dashboard.url);
  vi.stubEnv("TRACKING_API_URL", "http://127.0.0.1:9/v2");
  vi.stubEnv("TRACKING_API_KEY", "key");
  vi.stubEnv("NEXTAUTH_SECRET", "x".repeat(32));
  vi.stubEnv("WEBHOOK_SECRET", "");
  ({ POST } = await import("./route"));
});
afterAll(async () => {
  const { pool } = await import("@/lib/platform/database/client");
  await pool().end();
  await dashboard.close();
});
beforeEach(async () => {
  await dashboard.db.delete(inbox);
  await dashboard.db.delete(installation);
  await rememberOwnWebhook(dashboard.db, { id: "w-1", url: "http://127.0.0.1:3000", secret });
});

type Sent = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

function post(body: Sent, headers: Record<string, string>): Promise<Response> {
  // The DOM types lack `duplex`, which a streamed body requires.
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, headers, duplex: "half" };
  return POST(new Request("http://127.0.0.1:3000/api/webhooks/tracking", init));
}
const deliver = (body: string | Uint8Array<ArrayBuffer>) =>
  post(body, { [HEADER]: signatureOf(body, secret) });
const noted = async () =>
  (await dashboard.db.select().from(inbox)).map((row) => ({ ...row, body: row.body?.toString("utf8") }));

async function refused(response: Response, status: number, code: string): Promise<void> {
  expect(response.status).toBe(status);
  const { error } = await response.json();
  expect(error.code).toBe(code);
  expect(JSON.stringify(error)).not.toContain(secret);
  expect(await noted()).toEqual([]);
}

describe("accepted deliveries", () => {
  it("stores a signed delivery unchanged and responds 202", async () => {
    const body = notificationBody({ id: "n-1" });
    const response = await deliver(body);
    expect(response.status).toBe(202);
    expect(await response.text()).toBe("");
    expect(await noted()).toMatchObject([
      {
        notificationId: "n-1",
        event: "container.updated",
        body,
        createdAt: new Date("2026-11-20T12:00:00Z"),
        processedAt: null,
        attempts: 0,
      },
    ]);
  });

  it("acknowledges a repeated delivery and keeps only the first copy", async () => {
    const body = notificationBody({ id: "n-1" });
    const again = notificationBody({ id: "n-1", event: "container.created" });
    const responses = await Promise.all([body, body, body].map(deliver));
    responses.push(await deliver(again));
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(await noted()).toMatchObject([{ event: "container.updated" }]);
  });

  it.each([
    [{ event: "container.updated" }, "container.updated"],
    [{ event: "container.updated", created_at: 0 }, "container.updated"],
    [{ event: null, created_at: "2026-11-20T12:00:00Z" }, "unknown"],
  ])(
    "stores and acknowledges a delivery with attributes that cannot be read: %j",
    async (attributes, event) => {
      const data = { type: "webhook_notification", id: "n-1", attributes };
      expect((await deliver(JSON.stringify({ data }))).status).toBe(202);
      expect(await noted()).toMatchObject([{ event }]);
    },
  );

  it("stores and acknowledges a delivery of an undocumented event", async () => {
    expect((await deliver(notificationBody({ id: "n-1", event: "weather.changed" }))).status).toBe(202);
    expect(await noted()).toMatchObject([{ event: "weather.changed" }]);
  });

  it("stores and acknowledges a delivery with characters that the database cannot store", async () => {
    const body = notificationBody({ id: "n\u0000-1", event: "container.\ud800" });
    expect(body).toContain("\\u0000");
    expect((await deliver(body)).status).toBe(202);
    expect(await noted()).toMatchObject([
      { notificationId: "n\u{FFFD}-1", event: "container.\u{FFFD}", body },
    ]);
  });

  it.each(["2026-11-20", "Fri, 20 Nov 2026 12:00:00 GMT", "2026-11-20T13:00:00+01:00"])(
    "stores a delivery with a creation time written as %s",
    async (createdAt) => {
      expect((await deliver(notificationBody({ id: "n-1", createdAt }))).status).toBe(202);
      expect((await noted())[0]?.createdAt.toISOString()).toMatch(/^2026-11-20T(00|12):00:00.000Z$/);
    },
  );

  it("accepts a signature with a newer secret than the cached one", async () => {
    const body = notificationBody({ id: "n-1" });
    expect((await deliver(body)).status).toBe(202);
    await rememberOwnWebhook(dashboard.db, {
      id: "w-2",
      url: "http://127.0.0.1:3000",
      secret: "a newer one",
    });
    const newer = notificationBody({ id: "n-2" });
    expect((await post(newer, { [HEADER]: signatureOf(newer, "a newer one") })).status).toBe(202);
  });

  it("requests a retry soon when the database has no capacity", async () => {
    await dashboard.pool.query(`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'no space left' using errcode = '53100'; end $$;
      create trigger no_room before insert on inbox for each row execute function no_room()`);
    try {
      const response = await deliver(notificationBody({ id: "n-1" }));
      expect(response.headers.get("Retry-After")).toBe("1");
      await refused(response, 503, "database_unavailable");
    } finally {
      await dashboard.pool.query("drop trigger no_room on inbox; drop function no_room()");
    }
    expect((await deliver(notificationBody({ id: "n-1" }))).status).toBe(202);
  });

  it("wakes the inbox worker", async () => {
    let received = 0;
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const listener = listen(dashboard.url, [INBOX_CHANNEL], {
      onMessage: () => (received += 1),
      onOpen: open,
    });
    await opened;
    await deliver(notificationBody({ id: "x".repeat(2_000) }));
    await vi.waitFor(() => expect(received).toBe(1), { timeout: 60_000 });
    await listener.close();
  });
});

describe("the requested sample", () => {
  const body = notificationBody({ id: "sample" });

  it("responds 202 to the sample once and does not ingest it", async () => {
    const signature = signatureOf(body, await beginTestDelivery(dashboard.db));
    expect((await post(body, { [HEADER]: signature })).status).toBe(202);
    expect(await findTestArrival(dashboard.db)).not.toBeNull();
    expect(await noted()).toEqual([]);
    await refused(await post(body, { [HEADER]: signature }), 401, "bad_signature");
  });

  it("rejects a modified sample", async () => {
    const signature = signatureOf(body, await beginTestDelivery(dashboard.db));
    await refused(await post(`${body} `, { [HEADER]: signature }), 401, "bad_signature");
    expect(await findTestArrival(dashboard.db)).toBeNull();
  });
});

describe("rejected deliveries", () => {
  const body = notificationBody({ id: "n-1" });

  it.each<[string, Record<string, string>]>([
    ["without a signature", {}],
    ["with an empty signature", { [HEADER]: "" }],
    ["with a wrong signature", { [HEADER]: "0".repeat(64) }],
    ["signed with another secret", { [HEADER]: signatureOf(body, "another secret") }],
    ["with a signature cut short", { [HEADER]: signatureOf(body, secret).slice(0, 63) }],
    ["signed in another header", { "X-Webhook-Signature": signatureOf(body, secret) }],
  ])("responds 401: %s", async (_, headers) => {
    await refused(await post(body, headers), 401, "bad_signature");
  });

  it("responds 401 to a body changed by one byte after signing", async () => {
    await refused(await post(`${body} `, { [HEADER]: signatureOf(body, secret) }), 401, "bad_signature");
    await refused(
      await post(body.replace("n-1", "n-2"), { [HEADER]: signatureOf(body, secret) }),
      401,
      "bad_signature",
    );
  });

  it("responds 401 to forty concurrent wrong signatures with at most two database reads", async () => {
    const { pool } = await import("@/lib/platform/database/client");
    const queries = vi.spyOn(pool(), "query");
    const forged = Array.from({ length: 40 }, () => post(body, { [HEADER]: "0".repeat(64) }));
    for (const response of await Promise.all(forged)) expect(response.status).toBe(401);
    expect(queries.mock.calls.length).toBeLessThanOrEqual(6);
    queries.mockRestore();
    expect(await noted()).toEqual([]);
  });

  it("responds 401 while no secret is known, after the cached one has expired", async () => {
    await dashboard.db.delete(installation);
    const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 10_000);
    const response = await deliver(body);
    later.mockRestore();
    await refused(response, 401, "bad_signature");
  });

  it.each([
    ["without a signature", {}],
    ["with what no signature looks like", { [HEADER]: `${"0".repeat(63)}x` }],
  ])("responds 401 without reading the body: %s", async (_, headers) => {
    let read = false;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read = true;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    await refused(await post(stream, headers), 401, "bad_signature");
    expect(read).toBe(false);
  });

  it("responds 401 to an unsigned body that is not JSON, without parsing it", async () => {
    await refused(await post("{", { [HEADER]: "0".repeat(64) }), 401, "bad_signature");
  });

  it.each([
    ["empty", ""],
    ["cut short", body.slice(0, -1)],
    ["with a raw NUL", `${body}\0`],
    ["HTML", "<html>"],
  ])("responds 400 to a body that is not JSON: %s", async (_, text) => {
    await refused(await deliver(text), 400, "bad_input");
  });

  it.each([
    ["null", null],
    ["an empty object", {}],
    ["a list", [JSON.parse(body)]],
    ["another document", { data: { type: "container", id: "c-1", attributes: {} } }],
    [
      "one without an id",
      { data: { type: "webhook_notification", attributes: JSON.parse(body).data.attributes } },
    ],
    ["one without attributes", { data: { type: "webhook_notification", id: "n" } }],
  ])("responds 400 with the reason to a body that is not a notification: %s", async (_, value) => {
    const response = await deliver(JSON.stringify(value));
    const { error } = await response.clone().json();
    expect(error.message).toMatch(/^The body is not a notification: /);
    await refused(response, 400, "bad_input");
  });

  it("responds 400 to a body that ends early", async () => {
    const aborted = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(aborted) });
    await refused(await post(body, { [HEADER]: signatureOf("", secret) }), 400, "bad_input");
  });

  it("responds 413 without reading the body when its stated length exceeds 1 MB", async () => {
    let read = false;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read = true;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "Content-Length": String(MAX_BODY + 1), [HEADER]: "0" };
    await refused(await post(stream, headers), 413, "too_large");
    expect(read).toBe(false);
  });

  it("responds 413 and stops reading when the body exceeds 1 MB without a stated length", async () => {
    let parts = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        parts += 1;
        controller.enqueue(new Uint8Array(100_000).fill(32));
        if (parts === 100) controller.close();
      },
    });
    await refused(await post(stream, { [HEADER]: "0".repeat(64) }), 413, "too_large");
    expect(parts).toBeLessThan(15);
  });

  it("responds 413 to a body over 1 MB with a smaller stated length", async () => {
    const large = new Uint8Array(MAX_BODY + 1).fill(32);
    await refused(
      await post(large, { "Content-Length": "12", [HEADER]: signatureOf(large, secret) }),
      413,
      "too_large",
    );
  });

  it("accepts a body of exactly 1 MB", async () => {
    const exact = notificationBody({ id: "n-1" }).padEnd(MAX_BODY, " ");
    expect((await deliver(exact)).status).toBe(202);
  });

  it("requests a retry without details when the database rejects the delivery", async () => {
    await dashboard.pool.query("alter table inbox rename to inbox_away");
    try {
      const response = await deliver(body);
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(await response.text()).not.toMatch(/insert|n-1|container\.updated/);
    } finally {
      await dashboard.pool.query("alter table inbox_away rename to inbox");
    }
  });
});
