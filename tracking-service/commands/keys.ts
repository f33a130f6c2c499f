import { sql } from "drizzle-orm";
import { type ListedKey, listKeys, revokeKey } from "@/tracking-service/accounts/api-keys";
import { createKey, ensureAccount } from "@/tracking-service/accounts/authenticate";
import { ACCOUNTS_CHANNEL } from "@/tracking-service/service";
import type { Database, Store } from "@/tracking-service/store/database";
import { requireAccount } from "./account-named";
import { minute, table } from "./table";
import { readTerms, TERMS_OPTIONS, TERMS_USAGE, type TermsValues } from "./terms";
import { readArguments, UsageError } from "./usage";

const USAGE = [
  `keys create --account NAME [--label LABEL] ${TERMS_USAGE} [--empty]`,
  "keys list [--account NAME]",
  "keys revoke ID|LAST-FOUR [--account NAME]",
].join("\n       npm run tracking-service -- ");

type Creation = TermsValues & { account?: string; label?: string; empty?: boolean };

/** Only accounts on the paid plan are seeded. Any other account would exceed its ten containers at once. */
async function create(db: Database, { account: name, label, empty, ...values }: Creation): Promise<string> {
  if (!name) throw new UsageError(USAGE, "Name the account: --account NAME.");
  const terms = readTerms(values, USAGE, new Date());
  const seeded = empty !== true && (terms?.plan ?? "paid") === "paid";
  const account = await ensureAccount(db, name, seeded, terms ?? {});
  if (terms && !account.isNew) {
    throw new Error(`The account ${name} exists. Change what it may do with: accounts set.`);
  }
  const key = await createKey(db, account.id, label ?? null);
  await db.execute(sql`select pg_notify(${ACCOUNTS_CHANNEL}, '')`);
  return key;
}

const masked = ({ lastFour }: Pick<ListedKey, "lastFour">) => `…${lastFour}`;

async function list(db: Database, account?: string): Promise<string> {
  const keys = await listKeys(db, account);
  if (keys.length === 0 && account !== undefined) await requireAccount(db, account);
  if (keys.length === 0) return "There are no keys.";
  const headings = ["ID", "KEY", "ACCOUNT", "PLAN", "LABEL", "CREATED", "LAST USED", "REVOKED"];
  const rows = keys.map((key) => [
    key.id,
    masked(key),
    key.account,
    key.plan,
    key.label ?? "–",
    minute(key.createdAt),
    minute(key.lastUsedAt),
    minute(key.revokedAt),
  ]);
  return table(headings, rows);
}

async function revoke(db: Database, name: string, account?: string): Promise<string> {
  const key = await revokeKey(db, name, account);
  return `Revoked ${masked(key)} (${key.id}) of ${key.account}.`;
}

/**
 * `keys create` creates a key, and its account when missing, and prints only the key. `keys list` prints all keys
 * masked. `keys revoke` revokes one key.
 */
export async function keysCommand({ db }: Store, argv: string[]): Promise<string> {
  const { values, positionals } = readArguments(USAGE, {
    args: argv,
    allowPositionals: true,
    options: {
      account: { type: "string" },
      label: { type: "string" },
      empty: { type: "boolean" },
      ...TERMS_OPTIONS,
    },
  });
  const [verb, name, ...more] = positionals;
  const { account, ...others } = values;
  const plain = Object.keys(others).length === 0;
  if (verb === "create" && name === undefined) return create(db, values);
  if (verb === "list" && name === undefined && plain) return list(db, account);
  if (verb === "revoke" && name !== undefined && more.length === 0 && plain) return revoke(db, name, account);
  throw new UsageError(USAGE);
}
