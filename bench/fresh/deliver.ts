import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { postOne } from "@/bench/ingest/post";
import { notificationBody } from "@/lib/contract/fixtures";
import { signatureOf } from "@/lib/ingest/signature";
import type { Database } from "@/lib/platform/database/client";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const recordSchema = z.object({
  attributes: z.record(z.string(), z.unknown()),
  relationships: z.record(z.string(), z.unknown()),
});

/** A delivery as the service sends it: the full container with a new yard location as of now. */
export async function movedTo(db: Database, containerId: string, yardSpot: string): Promise<string> {
  const { rows } = await db.execute(
    sql`select attributes, relationships from containers where id = ${containerId}`,
  );
  const { attributes, relationships } = recordSchema.parse(rows[0]);
  const now = new Date().toISOString();
  const body = notificationBody({
    id: randomUUID(),
    createdAt: now,
    reference: { type: "container", id: containerId },
    included: [{ type: "container", id: containerId, attributes: {} }],
  });
  const document = z.looseObject({ included: z.array(z.unknown()) }).parse(JSON.parse(body));
  const moved = { ...attributes, location_at_pod_terminal: yardSpot, terminal_checked_at: now };
  const container = { type: "container", id: containerId, attributes: moved, relationships };
  return JSON.stringify({ ...document, included: [container] });
}

/** Sends a signed delivery. Resolves when it was accepted, throws otherwise. */
export const deliver = (baseUrl: string, body: string, secret: string): Promise<void> =>
  postOne(
    new URL("/api/webhooks/tracking", baseUrl),
    { body: Buffer.from(body), signature: signatureOf(body, secret) },
    agent,
  );
