import { pino } from "pino";
import { createKey, ensureAccount } from "@/tracking-service/accounts/authenticate";
import { DAY_MS } from "@/tracking-service/clock/instant";
import type { Config } from "@/tracking-service/runtime/config";
import { type RunningService, startService } from "@/tracking-service/service";
import { type Answer, type Call, send } from "./response";
import { createServiceDatabase } from "./service-database";

export { type Received, type Receiver, startReceiver } from "./receiver";
export { until } from "./until";

export const silent = pino({ level: "silent" });

export type TestService = RunningService & {
  config: Config;
  key: string;
  accountId: string;
  call(path: string, options?: Call): Promise<Answer>;
  /** A key of another, empty account. */
  stranger(name?: string): Promise<{ key: string; accountId: string }>;
  end(): Promise<void>;
};

const WEEK_MS = 7 * DAY_MS;
const A_SATURDAY = Date.parse("2026-11-21T09:00:00Z");

/** Last Saturday at nine: a fixed weekday and hour, recent enough that no tracking window passes in a test. */
const lastSaturday = () => new Date(A_SATURDAY + Math.floor((Date.now() - A_SATURDAY) / WEEK_MS) * WEEK_MS);

const BASE: Omit<Config, "databaseUrl" | "simStart"> = {
  port: 0,
  host: "127.0.0.1",
  seedContainers: 60,
  simPaused: true,
  simSeed: "test",
  simSpeed: 1,
  rateLimitPerMinute: 1_000_000,
  statusWords: "specification",
  webhookIps: ["127.0.0.1"],
  webhookPrivateAddresses: false,
  publicUrl: null,
  faults: null,
  logLevel: "silent",
};

/** Starts the whole service with its own database and port, and a key of its seeded account. */
export async function startTestService(
  settings: Partial<Config> = {},
  timing: Parameters<typeof startService>[2] = {},
): Promise<TestService> {
  const database = settings.databaseUrl ? null : await createServiceDatabase();
  const config: Config = { ...BASE, simStart: lastSaturday(), databaseUrl: database?.url ?? "", ...settings };
  const service = await startService(config, silent, timing);
  const { db } = service.store;
  const account = await ensureAccount(db, "Drayboard");
  const key = await createKey(db, account.id, null);
  return {
    ...service,
    config,
    key,
    accountId: account.id,
    call: (path, options) => send(service.url, key, path, options),
    stranger: async (name = "Elsewhere") => {
      const other = await ensureAccount(db, name, false);
      return { key: await createKey(db, other.id, null), accountId: other.id };
    },
    end: async () => {
      await service.stop();
      await database?.drop();
    },
  };
}
