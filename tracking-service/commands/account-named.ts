import { eq } from "drizzle-orm";
import type { Database } from "@/tracking-service/store/database";
import { accounts } from "@/tracking-service/store/schema";

/** Returns the account of this name. Throws when there is none. */
export async function requireAccount(db: Database, name: string): Promise<{ id: string }> {
  const [account] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.name, name));
  if (!account) throw new Error(`There is no account ${name}.`);
  return account;
}
