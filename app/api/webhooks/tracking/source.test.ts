import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runBeforeNext } from "@/lib/auth/http-server/request-steps";
import { recordPeerAddresses } from "@/lib/auth/throttling/client-address";
import { notificationBody } from "@/lib/contract/fixtures";
import { signatureOf } from "@/lib/ingest/signature";
import { db } from "@/lib/platform/database/client";
import { inbox, installation } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { rememberOwnWebhook } from "@/lib/tracking-client/registered-webhook";
import { POST } from "./route";

const secret = "whsec-given-by-the-service";
const LISTED = "203.0.113.7";

/** Runs the route on a real socket, with 127.0.0.1 as the peer. */
const server = createServer(async (message, response) => {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const body = Buffer.concat(parts);
  const result = await POST(new Request("http://127.0.0.1:3000/", { method: "POST", headers, body }));
  response.writeHead(result.status).end(await result.text());
});

let database: Awaited<ReturnType<typeof openOwnDatabase>>;

beforeAll(async () => {
  vi.stubEnv("TRUSTED_PROXIES", "127.0.0.1/32");
  vi.stubEnv("TRACKING_SERVICE_EMBEDDED", "false");
  database = await openOwnDatabase();
  runBeforeNext(recordPeerAddresses());
  const value = { addresses: [LISTED], fetchedAt: new Date().toISOString(), refusedAt: null };
  await db().insert(installation).values({ name: "delivery_addresses", value });
  await rememberOwnWebhook(db(), { id: "w-1", url: "http://127.0.0.1:3000", secret });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterAll(async () => {
  server.close();
  await database.close();
});
beforeEach(() => db().delete(inbox));

async function deliver(forwarded: string): Promise<number> {
  const body = notificationBody({ id: "n-1" });
  const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: "POST",
    body,
    headers: { "X-T49-Webhook-Signature": signatureOf(body, secret), "X-Forwarded-For": forwarded },
  });
  return status;
}

describe("deliveries through a trusted proxy", () => {
  it.each([LISTED, `198.51.100.1, ${LISTED}`])(
    "accepts a delivery from %s, which the service lists",
    async (forwarded) => {
      expect(await deliver(forwarded)).toBe(202);
    },
  );

  it.each(["198.51.100.1", `${LISTED}, 198.51.100.1`, "unknown"])(
    "rejects a delivery from %s",
    async (forwarded) => {
      expect(await deliver(forwarded)).toBe(403);
      expect(await db().select().from(inbox)).toEqual([]);
    },
  );
});
