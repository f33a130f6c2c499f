import { parseArgs } from "node:util";
import type { Logger } from "pino";
import { z } from "zod";
import { ensureAccount } from "@/tracking-service/accounts/authenticate";
import { readWorldClock } from "@/tracking-service/clock/world-clock";
import { type Config, MAX_CONTAINERS } from "@/tracking-service/runtime/config";
import { DEFAULT_ACCOUNT, seedAccounts } from "@/tracking-service/service";
import type { Store } from "@/tracking-service/store/database";
import { accounts } from "@/tracking-service/store/schema";
import { UsageError } from "./usage";

const containers = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(MAX_CONTAINERS));

/** Returns the settings with SEED_CONTAINERS replaced by `--containers N`. Throws UsageError. */
export function seedSettings(config: Config, argv: string[]): Config {
  const { values } = parseArgs({ args: argv, options: { containers: { type: "string" } } });
  if (values.containers === undefined) return config;
  const wanted = containers.safeParse(values.containers);
  if (!wanted.success) throw new UsageError(`seed [--containers N], N from 0 to ${MAX_CONTAINERS}`);
  return { ...config, seedContainers: wanted.data };
}

/** `seed` fills every account that waits for seeding, or a new account. It reports the number of filled accounts. */
export async function seedCommand({ db }: Store, config: Config, log: Logger): Promise<string> {
  const anyone = await db.select({ id: accounts.id }).from(accounts).limit(1);
  if (anyone.length === 0) await ensureAccount(db, DEFAULT_ACCOUNT);
  const clock = await readWorldClock(db, () => new Date());
  return JSON.stringify({ seeded: await seedAccounts(db, config, log, clock.now) });
}
