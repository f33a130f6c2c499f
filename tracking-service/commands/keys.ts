import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { createKey, ensureAccount } from "@/tracking-service/access";
import { ACCOUNTS_CHANNEL } from "@/tracking-service/service";
import type { Store } from "@/tracking-service/store/database";
import { UsageError } from "./usage";

const USAGE = "keys create --account NAME [--label LABEL] [--empty]";

/** `keys create`: makes a key, and its account when there is none, and prints the key alone. */
export async function keysCommand({ db }: Store, argv: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { account: { type: "string" }, label: { type: "string" }, empty: { type: "boolean" } },
  });
  if (positionals[0] !== "create" || !values.account) throw new UsageError(USAGE);
  const account = await ensureAccount(db, values.account, values.empty !== true);
  const key = await createKey(db, account.id, values.label ?? null);
  await db.execute(sql`select pg_notify(${ACCOUNTS_CHANNEL}, '')`);
  return key;
}
