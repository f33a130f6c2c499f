import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/db/client";
import { installation } from "@/lib/db/schema";

const NAME = "webhook";

const ownWebhookSchema = z.object({ id: z.string(), url: z.string(), secret: z.string() });
export type OwnWebhook = z.infer<typeof ownWebhookSchema>;

/** The webhook this installation registered for itself, or null. */
export async function findOwnWebhook(executor: Executor): Promise<OwnWebhook | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = ownWebhookSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

export async function rememberOwnWebhook(executor: Executor, webhook: OwnWebhook): Promise<void> {
  await executor
    .insert(installation)
    .values({ name: NAME, value: webhook })
    .onConflictDoUpdate({ target: installation.name, set: { value: webhook, updatedAt: new Date() } });
}
