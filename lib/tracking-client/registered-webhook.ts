import { eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";
import { isSealed, seal, sealedAnew, unseal } from "@/lib/platform/secrets/seal";

const IN_USE = "webhook";
const RETIRED = "webhook_retired";

const storedSchema = z.object({
  id: z.string(),
  url: z.string(),
  secret: z.string(),
  secretSince: z.string().nullable().default(null),
  requestedEvents: z.array(z.string()).nullable().default(null),
  withheldEvents: z.array(z.string()).default([]),
});
const retiredSchema = z.object({
  id: z.string(),
  secret: z.string(),
  retiredAt: z.string(),
  quiet: z.boolean().default(false),
});
type Stored = z.infer<typeof storedSchema>;
type StoredRetired = z.infer<typeof retiredSchema>;

/** The webhook this installation registered for itself. Instants are ISO text in UTC. */
export type OwnWebhook = Omit<Stored, "secret"> & {
  /** Null when the stored secret cannot be decrypted because the key differs. */
  secret: string | null;
};

/** A replaced webhook. Its secret is accepted until its last delivery could still arrive. */
export type RetiredWebhook = Omit<StoredRetired, "secret"> & { secret: string | null };

const about = (id: string) => `webhook ${id}`;
const opened = ({ id, secret }: { id: string; secret: string }) =>
  isSealed(secret) ? unseal(secret, about(id)) : secret;
const sealed = (id: string, secret: string) => seal(secret, about(id));

async function write(executor: Executor, name: string, value: unknown): Promise<void> {
  await executor
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({
      target: installation.name,
      set: { value, updatedAt: sql`clock_timestamp()` },
    });
}

async function readStored(executor: Executor): Promise<{ inUse: Stored | null; retired: StoredRetired[] }> {
  const rows = await executor
    .select()
    .from(installation)
    .where(inArray(installation.name, [IN_USE, RETIRED]));
  const value = (name: string) => rows.find((row) => row.name === name)?.value;
  const inUse = storedSchema.safeParse(value(IN_USE));
  const retired = z.array(retiredSchema).safeParse(value(RETIRED));
  return { inUse: inUse.success ? inUse.data : null, retired: retired.success ? retired.data : [] };
}

/** Returns the webhook this installation registered for itself, or null. */
export async function findOwnWebhook(executor: Executor): Promise<OwnWebhook | null> {
  const { inUse } = await readStored(executor);
  return inUse && { ...inUse, secret: opened(inUse) };
}

/** Returns the address of the webhook that this installation registered, or null. Needs no key of a secret. */
export const findOwnWebhookUrl = async (executor: Executor): Promise<string | null> =>
  (await readStored(executor)).inUse?.url ?? null;

export async function listRetiredWebhooks(executor: Executor): Promise<RetiredWebhook[]> {
  const { retired } = await readStored(executor);
  return retired.map((one) => ({ ...one, secret: opened(one) }));
}

/** Returns every secret that may sign a delivery: the one in use first, then those replaced recently. */
export async function listDeliverySecrets(executor: Executor): Promise<string[]> {
  const { inUse, retired } = await readStored(executor);
  return [...(inUse ? [inUse] : []), ...retired].flatMap((one) => opened(one) ?? []);
}

/** Counts the secrets, of the webhook in use and of replaced ones, that none of these keys decrypts. */
export async function countUnreadWebhookSecrets(
  executor: Executor,
  materials: readonly string[],
): Promise<number> {
  const { inUse, retired } = await readStored(executor);
  return [...(inUse ? [inUse] : []), ...retired].filter(
    ({ id, secret }) => isSealed(secret) && unseal(secret, about(id), materials) === null,
  ).length;
}

/** Stores a webhook as the one in use. Fields omitted from the input keep their stored values. */
export async function rememberOwnWebhook(
  executor: Executor,
  webhook: { id: string; url: string; secret: string } & Partial<OwnWebhook>,
): Promise<void> {
  const { inUse } = await readStored(executor);
  const before = inUse?.id === webhook.id ? inUse : null;
  const sameSecret = before !== null && opened(before) === webhook.secret;
  await write(executor, IN_USE, {
    id: webhook.id,
    url: webhook.url,
    secret: sealed(webhook.id, webhook.secret),
    secretSince: webhook.secretSince ?? (sameSecret ? before.secretSince : null) ?? new Date().toISOString(),
    requestedEvents: webhook.requestedEvents ?? before?.requestedEvents ?? null,
    withheldEvents: webhook.withheldEvents ?? before?.withheldEvents ?? [],
  } satisfies Stored);
}

export async function forgetOwnWebhook(executor: Executor): Promise<void> {
  await executor.delete(installation).where(eq(installation.name, IN_USE));
}

/** Stores the secrets of webhooks that are no longer in use, each once by id and secret. */
export async function writeRetiredWebhooks(
  executor: Executor,
  retired: readonly RetiredWebhook[],
): Promise<void> {
  const stored = retired.flatMap(({ secret, ...one }) =>
    secret === null ? [] : [{ ...one, secret: sealed(one.id, secret) }],
  );
  if (stored.length) await write(executor, RETIRED, stored);
  else await executor.delete(installation).where(eq(installation.name, RETIRED));
}

/**
 * Replaces the webhook in use. The old secret stays accepted until its last delivery could still arrive. Both changes
 * are made, or none.
 */
export async function replaceOwnWebhook(
  db: Database,
  next: { id: string; url: string; secret: string } & Partial<OwnWebhook>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await findOwnWebhook(tx);
    if (before?.secret) {
      const retired = await listRetiredWebhooks(tx);
      const { id, secret } = before;
      retired.push({ id, secret, retiredAt: new Date().toISOString(), quiet: false });
      await writeRetiredWebhooks(tx, retired);
    }
    await rememberOwnWebhook(tx, next);
  });
}

/** Returns a secret encrypted with the current key. Null when it already is, or cannot be read. */
const resealed = ({ id, secret }: { id: string; secret: string }): string | null =>
  isSealed(secret) ? sealedAnew(secret, about(id)) : sealed(id, secret);

/**
 * Encrypts secrets that earlier versions stored as plain text, and again those encrypted with an earlier key. Covers
 * the webhook in use and the replaced ones. Returns whether it changed any.
 */
export async function encryptOldSecrets(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { inUse, retired } = await readStored(tx);
    const secret = inUse && resealed(inUse);
    if (inUse && secret !== null) await write(tx, IN_USE, { ...inUse, secret });
    const renewed = retired.map((one) => ({ ...one, secret: resealed(one) ?? one.secret }));
    const others = renewed.some((one, at) => one.secret !== retired[at]?.secret);
    if (others) await write(tx, RETIRED, renewed);
    return others || secret !== null;
  });
}
