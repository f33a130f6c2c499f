import type { Server } from "node:http";
import { and, eq, isNull } from "drizzle-orm";
import type { Logger } from "pino";
import { openFailure } from "@/lib/platform/postgres/create-database";
import { type Loop, wakeByNotify } from "@/lib/platform/queue/loop";
import { ensureAccount } from "@/tracking-service/accounts/authenticate";
import { startWorldClock } from "@/tracking-service/clock/world-clock";
import { startDeliverer } from "@/tracking-service/deliveries/deliverer";
import { DELIVERIES_CHANNEL } from "@/tracking-service/deliveries/enqueue";
import { type Deliveries, sender } from "@/tracking-service/deliveries/send";
import { saveDeliveryAddresses } from "@/tracking-service/deliveries/sender-addresses";
import { startReading } from "@/tracking-service/documents/read-documents";
import { DOCUMENTS_CHANNEL } from "@/tracking-service/documents/store-document";
import { startWindows } from "@/tracking-service/facts/tracking-windows";
import { type FaultSwitch, faultSwitch } from "@/tracking-service/faults/fault-switch";
import { closeHttp, type ServerOptions, serveHttp } from "@/tracking-service/http/node-server";
import { createApp, withLiveness } from "@/tracking-service/http/server";
import { rollingLimits } from "@/tracking-service/limits/rate-limits";
import { REQUESTS_CHANNEL } from "@/tracking-service/requests/create-tracking-request";
import { startAnswering } from "@/tracking-service/requests/resolve-requests";
import { setStatusWords } from "@/tracking-service/requests/status-words";
import type { Config } from "@/tracking-service/runtime/config";
import { reasonOf } from "@/tracking-service/runtime/error-reason";
import { combined } from "@/tracking-service/sources/combined";
import { JOURNEYS_CHANNEL } from "@/tracking-service/sources/simulation/journeys";
import { seedAccount, takeStock } from "@/tracking-service/sources/simulation/seed-account";
import { simulation } from "@/tracking-service/sources/simulation/simulation";
import { type Database, isDuplicate, openStore, type Store } from "@/tracking-service/store/database";
import { migrate, saveCatalogue } from "@/tracking-service/store/migrate";
import { accounts, simulations } from "@/tracking-service/store/schema";

/** The account created by a service that has none. */
export const DEFAULT_ACCOUNT = "Drayboard";
/** The channel on which a new account requests seeding. */
export const ACCOUNTS_CHANNEL = "accounts";

/** Number of containers between two log messages on seeding progress. */
const PROGRESS_EVERY = 10_000;

export type Seeding = Pick<Config, "seedContainers" | "simSeed" | "simStart">;

/** Opens the database, migrates its tables and writes the catalog. Throws with the setting's name if it cannot be opened. */
export async function openService(config: Config, log: Logger) {
  const store = openStore(config.databaseUrl, (error) => log.debug({ err: error }, "idle connection lost"));
  const source = combined(simulation({ seed: config.simSeed, containers: config.seedContainers }));
  await store.pool.query("select 1").catch(async (error) => {
    await store.close();
    throw new Error(openFailure("TRACKING_DATABASE_URL", reasonOf(error)));
  });
  await migrate(store);
  await saveCatalogue(store, source.listCatalogue());
  return { store, source };
}

/** Seeds every account that waits for it. Returns their number. */
export async function seedAccounts(
  db: Database,
  settings: Seeding,
  log: Logger,
  now: () => Date,
): Promise<number> {
  const empty = await db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .leftJoin(simulations, eq(simulations.accountId, accounts.id))
    .where(and(eq(accounts.seeded, true), isNull(simulations.accountId)));
  for (const account of empty) {
    const begun = Date.now();
    const startsAt = settings.simStart ?? new Date(Math.floor(now().getTime() / 1000) * 1000);
    const seed = `${settings.simSeed}/${account.name}`;
    const seeding = { accountId: account.id, seed, startsAt, containers: settings.seedContainers };
    const about = { account: account.name, containers: settings.seedContainers };
    try {
      await seedAccount(db, seeding, (seeded) => {
        if (seeded % PROGRESS_EVERY === 0) log.info({ ...about, seeded, ms: Date.now() - begun }, "seeding");
      });
      await takeStock(db, seeding);
    } catch (error) {
      // Another process is seeding the same account.
      if (!isDuplicate(error)) throw error;
      continue;
    }
    log.info({ ...about, ms: Date.now() - begun }, "account seeded");
  }
  return empty.length;
}

function portOf(server: Server): number | null {
  const address = server.address();
  return typeof address === "object" && address ? address.port : null;
}

/** The address of a server without a path: http://127.0.0.1:4010. */
function addressOf(server: Server, { host, port }: Config): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${portOf(server) ?? port}`;
}

export type RunningService = {
  url: string;
  store: Store;
  /** Only for tests. Off unless FAULTS or a test enables them. */
  faults: Pick<FaultSwitch, "set">;
  stop(): Promise<void>;
};

type Timing = Pick<ServerOptions, "requestTimes" | "unfinished"> & {
  windowMs?: number;
  now?: () => Date;
  deliveryTimeoutMs?: number;
};

/**
 * Starts the complete service: tables, seeding, HTTP under /v2, request resolution, the simulation unless paused, and
 * deliveries. `stop` ends it within two seconds without partial data.
 */
export async function startService(
  config: Config,
  log: Logger,
  timing: Timing = {},
): Promise<RunningService> {
  const wall = timing.now ?? (() => new Date());
  setStatusWords(config.statusWords);
  const { store, source } = await openService(config, log);
  const { db } = store;
  const clock = await startWorldClock({ db, log, wall }, config.simSpeed);
  const { now } = clock;
  const anyone = await db.select({ id: accounts.id }).from(accounts).limit(1);
  if (anyone.length === 0) await ensureAccount(db, DEFAULT_ACCOUNT);
  await seedAccounts(db, config, log, now);
  await saveDeliveryAddresses(db, config.webhookIps, wall());
  const limits = rollingLimits({
    perWindow: config.rateLimitPerMinute,
    windowMs: timing.windowMs ?? 60_000,
    now: () => performance.now(),
  });
  const policy = { privateAddresses: config.webhookPrivateAddresses };
  const deliveries: Deliveries = { ...policy, send: sender(policy) };
  const publicUrl = () => config.publicUrl ?? addressOf(server, config);
  const app = createApp({ db, source, now, publicUrl, deliveries, limits, wallNow: wall, log });
  const faults = faultSwitch(config.faults, log);
  const { host, port } = config;
  const fetch = withLiveness(faults.fetch(app.fetch));
  const server = await serveHttp(fetch, { ...timing, host, port }).catch(async (error) => {
    await clock.stop();
    await store.close();
    throw error;
  });
  const delivering = startDeliverer({
    db,
    log,
    now: wall,
    timeoutMs: timing.deliveryTimeoutMs,
    post: faults.send(deliveries.send),
  });
  const requests = startAnswering({ db, source, log, clock });
  const windows = startWindows({ db, log, now });
  const reporting: Loop | null = config.simPaused ? null : source.start({ db, log, clock });
  const documents = startReading({ db, log, now });
  const seedNew = () => {
    seedAccounts(db, config, log, now).catch((error) => log.error({ err: error }, "account not seeded"));
  };
  const wakes: Record<string, () => void> = {
    [DELIVERIES_CHANNEL]: delivering.wake,
    [DOCUMENTS_CHANNEL]: documents.wake,
    [REQUESTS_CHANNEL]: requests.wake,
    [JOURNEYS_CHANNEL]: () => reporting?.wake(),
    [ACCOUNTS_CHANNEL]: seedNew,
  };
  const listener = wakeByNotify(store.url, wakes, {
    log,
    applicationName: "tracking-service listener",
  });
  const url = `${addressOf(server, config)}/v2`;
  log.info({ url, paused: config.simPaused }, "tracking service listens");
  const end = async () => {
    const loops = [reporting?.stop(), windows.stop(), requests.stop(), delivering.stop(), documents.stop()];
    await Promise.all([closeHttp(server), listener.close(), ...loops]);
    await clock.stop();
    await store.close();
    log.info("tracking service stopped");
  };
  let ended: Promise<void> | undefined;
  return {
    url,
    store,
    faults,
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}
