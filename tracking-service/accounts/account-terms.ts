import { eq } from "drizzle-orm";
import { hideRailDeadlines } from "@/tracking-service/facts/rail-deadlines";
import type { Database } from "@/tracking-service/store/database";
import type { Terms } from "@/tracking-service/store/plans";
import { accounts } from "@/tracking-service/store/schema";

/** Changes the terms of an account from its next request on. Returns the resulting terms. */
export async function setTerms(db: Database, accountId: string, terms: Partial<Terms>): Promise<Terms> {
  return db.transaction(async (tx) => {
    const { plan, trialEndsAt, features } = accounts;
    const [now] = await tx
      .update(accounts)
      .set(terms)
      .where(eq(accounts.id, accountId))
      .returning({ plan, trialEndsAt, features });
    if (!now) throw new Error(`there is no account ${accountId}`);
    await hideRailDeadlines(tx, { accountId });
    return now;
  });
}
