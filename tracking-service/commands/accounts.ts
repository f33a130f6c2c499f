import { and, asc, count, eq, isNull } from "drizzle-orm";
import { setTerms } from "@/tracking-service/accounts/account-terms";
import type { Database, Store } from "@/tracking-service/store/database";
import { accounts, apiKeys } from "@/tracking-service/store/schema";
import { requireAccount } from "./account-named";
import { minute, table } from "./table";
import { readTerms, TERMS_OPTIONS, TERMS_USAGE } from "./terms";
import { readArguments, UsageError } from "./usage";

const USAGE = [`accounts set NAME ${TERMS_USAGE}`, "accounts list"].join(
  "\n       npm run tracking-service -- ",
);

const featuresOf = (features: readonly string[]) =>
  features.length > 0 ? features.join(", ") : "no features";

async function list(db: Database): Promise<string> {
  const rows = await db
    .select({
      name: accounts.name,
      plan: accounts.plan,
      trialEndsAt: accounts.trialEndsAt,
      features: accounts.features,
      createdAt: accounts.createdAt,
      keys: count(apiKeys.id),
    })
    .from(accounts)
    .leftJoin(apiKeys, and(eq(apiKeys.accountId, accounts.id), isNull(apiKeys.revokedAt)))
    .groupBy(accounts.id)
    .orderBy(asc(accounts.name));
  if (rows.length === 0) return "There are no accounts.";
  return table(
    ["ACCOUNT", "PLAN", "TRIAL ENDS", "FEATURES", "KEYS", "CREATED"],
    rows.map(({ name, plan, trialEndsAt, features, keys, createdAt }) => [
      name,
      plan,
      minute(trialEndsAt),
      featuresOf(features),
      String(keys),
      minute(createdAt),
    ]),
  );
}

/** `accounts set` changes the terms of an account from its next request on. `accounts list` prints all accounts. */
export async function accountsCommand({ db }: Store, argv: string[]): Promise<string> {
  const { values, positionals } = readArguments(USAGE, {
    args: argv,
    allowPositionals: true,
    options: TERMS_OPTIONS,
  });
  const [verb, name, ...more] = positionals;
  const terms = readTerms(values, USAGE, new Date());
  if (verb === "list" && name === undefined && terms === null) return list(db);
  if (verb !== "set" || name === undefined || more.length > 0 || terms === null) throw new UsageError(USAGE);
  const account = await requireAccount(db, name);
  const now = await setTerms(db, account.id, terms);
  const until = now.trialEndsAt ? ` until ${minute(now.trialEndsAt)}` : "";
  return `${name}: ${now.plan}${until}, ${featuresOf(now.features)}.`;
}
