import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { DOCUMENT_TYPES, type DocumentKind } from "@/lib/contract/document";
import type { Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";

const NAME = "document_kinds";
const keptSchema = z.object({
  triedAt: z.iso.datetime(),
  kinds: z.array(z.object({ value: z.string(), label: z.string() })),
});

/** The document kinds of the interface, used until the service has reported its own. */
const KNOWN: readonly DocumentKind[] = Object.entries(DOCUMENT_TYPES).map(([value, label]) => ({
  value,
  label,
}));

async function findKept(executor: Executor): Promise<z.infer<typeof keptSchema> | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  return keptSchema.safeParse(row?.value).data ?? null;
}

/** Returns the document kinds of the service as last fetched, in the service's order. */
export async function listDocumentKinds(executor: Executor): Promise<readonly DocumentKind[]> {
  const stored = await findKept(executor);
  return stored?.kinds.length ? stored.kinds : KNOWN;
}

/** Returns when the document kinds were last requested, whether or not the request succeeded. Null when never. */
export async function documentKindsTriedAt(executor: Executor): Promise<Date | null> {
  const stored = await findKept(executor);
  return stored && new Date(stored.triedAt);
}

/** Stores the document kinds requested at `triedAt`. Null when the request was refused: the stored kinds stay. */
export async function noteDocumentKinds(
  executor: Executor,
  kinds: readonly DocumentKind[] | null,
  attemptedAt: Date,
): Promise<void> {
  const value = {
    triedAt: attemptedAt.toISOString(),
    kinds: kinds ?? (await findKept(executor))?.kinds ?? [],
  };
  await executor
    .insert(installation)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
}
