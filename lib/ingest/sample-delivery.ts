import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";
import { seal, unseal } from "@/lib/platform/secrets/seal";
import { isSigned } from "./signature";

const NAME = "webhook_test";
/** The service sends a sample immediately or not at all. A later delivery signed with its secret is rejected. */
const TAKEN_FOR_MS = 60_000;

const testSchema = z.object({
  secret: z.string(),
  sentAt: z.string(),
  arrivedAt: z.string().nullable(),
});

/** A requested sample, with its secret encrypted. Instants are ISO text in UTC. */
export type RequestedTest = z.infer<typeof testSchema>;

/** Returns the last requested sample. Null when none was requested. */
export async function findTest(executor: Executor): Promise<RequestedTest | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = testSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

/**
 * Creates the secret that signs one sample to Drayboard. The secret is accepted only by `takeTestDelivery`; the content
 * of the sample, an invented shipment, is not ingested. The caller must hold the webhook lock.
 */
export async function beginTestDelivery(executor: Executor, now = new Date()): Promise<string> {
  const secret = randomBytes(24).toString("hex");
  const value = { secret: seal(secret, NAME), sentAt: now.toISOString(), arrivedAt: null };
  await executor
    .insert(installation)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
  return secret;
}

/**
 * Returns whether a delivery not signed by our secrets is `test`, the last sample requested within the last minute.
 * Returns true only once.
 */
export async function takeTestDelivery(
  executor: Executor,
  test: RequestedTest | null,
  { rawBody, signature, now = new Date() }: { rawBody: Uint8Array; signature: string; now?: Date },
): Promise<boolean> {
  if (!test || test.arrivedAt !== null || now.getTime() - Date.parse(test.sentAt) > TAKEN_FOR_MS)
    return false;
  const secret = unseal(test.secret, NAME);
  if (secret === null || !isSigned(rawBody, signature, [secret])) return false;
  const { rows } = await executor.execute(sql`
    update installation set value = jsonb_set(value, '{arrivedAt}', to_jsonb(${now.toISOString()}::text))
    where name = ${NAME} and value ->> 'arrivedAt' is null and value ->> 'sentAt' = ${test.sentAt} returning 1`);
  return rows.length > 0;
}

/** Returns when the last requested sample was received (ISO text, UTC). Null when it was not received. */
export async function findTestArrival(executor: Executor): Promise<string | null> {
  return (await findTest(executor))?.arrivedAt ?? null;
}
