import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";
import { seal, unseal } from "@/lib/platform/secrets/seal";
import { isSigned } from "./signature";

const NAME = "webhook_test";
/** A sample is sent at once or not at all: who signs with its secret later is somebody else. */
const TAKEN_FOR_MS = 60_000;

const testSchema = z.object({
  secret: z.string(),
  sentAt: z.string(),
  arrivedAt: z.string().nullable(),
});

/** A sample that was asked for, its secret sealed. Instants are ISO text in UTC. */
export type AskedTest = z.infer<typeof testSchema>;

/** The sample that was last asked for; null when none was. */
export async function findTest(executor: Executor): Promise<AskedTest | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = testSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

/**
 * Makes the secret that one sample to Drayboard is to be signed with. It opens nothing but `takeTestDelivery`: what the
 * sample tells, of an invented shipment, is not taken in. Hold the webhook's lock.
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
 * Whether a delivery that our secrets did not sign is `test`, the sample that was last asked for, within the last minute;
 * once.
 */
export async function takeTestDelivery(
  executor: Executor,
  test: AskedTest | null,
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

/** When the sample came that was last asked for (ISO text, UTC); null when it did not. */
export async function findTestArrival(executor: Executor): Promise<string | null> {
  return (await findTest(executor))?.arrivedAt ?? null;
}
