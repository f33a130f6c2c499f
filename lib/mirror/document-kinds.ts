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

/** Those the interface is known to have, until the service reported of its own. */
const KNOWN: readonly DocumentKind[] = Object.entries(DOCUMENT_TYPES).map(([value, label]) => ({
  value,
  label,
}));

async function findKept(executor: Executor): Promise<z.infer<typeof keptSchema> | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  return keptSchema.safeParse(row?.value).data ?? null;
}

/** The kinds of documents the service knows, in its order, as they were read last. */
export async function listDocumentKinds(executor: Executor): Promise<readonly DocumentKind[]> {
  const kept = await findKept(executor);
  return kept?.kinds.length ? kept.kinds : KNOWN;
}

/** When the kinds of documents were asked for last, whether or not the service reported; null when never. */
export async function documentKindsTriedAt(executor: Executor): Promise<Date | null> {
  const kept = await findKept(executor);
  return kept && new Date(kept.triedAt);
}

/** Keeps the kinds of documents as they were reported at `triedAt`; null where they were refused: those read before stay. */
export async function noteDocumentKinds(
  executor: Executor,
  kinds: readonly DocumentKind[] | null,
  triedAt: Date,
): Promise<void> {
  const value = {
    triedAt: triedAt.toISOString(),
    kinds: kinds ?? (await findKept(executor))?.kinds ?? [],
  };
  await executor
    .insert(installation)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
}
