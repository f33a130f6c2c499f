import type { Logger } from "pino";
import { ensureAccount } from "./access";
import { keysCommand } from "./commands/keys";
import { simCommand } from "./commands/sim";
import { UsageError } from "./commands/usage";
import { type Config, readConfig, SettingError } from "./config";
import { openLog } from "./log";
import { reasonOf } from "./reason";
import { DEFAULT_ACCOUNT, openService, seedAccounts, startService } from "./service";
import { accounts } from "./store/schema";

const LAST_RESORT_MS = 1_900;

async function serve(config: Config, log: Logger): Promise<void> {
  const service = await startService(config, log);
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));
}

type Opened = Awaited<ReturnType<typeof openService>>;

/** Runs a command that ends by itself, and prints what it answers. */
async function once(
  config: Config,
  log: Logger,
  command: (opened: Opened) => Promise<string>,
): Promise<void> {
  const opened = await openService(config, log);
  try {
    process.stdout.write(`${await command(opened)}\n`);
  } finally {
    await opened.store.close();
  }
}

async function seed({ store }: Opened, config: Config, log: Logger): Promise<string> {
  const anyone = await store.db.select({ id: accounts.id }).from(accounts).limit(1);
  if (anyone.length === 0) await ensureAccount(store.db, DEFAULT_ACCOUNT);
  return JSON.stringify({ seeded: await seedAccounts(store.db, config, log) });
}

async function run(argv: string[]): Promise<void> {
  const [command = "serve", ...rest] = argv;
  const config = readConfig();
  const log = openLog(config.logLevel);
  switch (command) {
    case "serve":
      return serve(config, log);
    case "keys":
      return once(config, log, ({ store }) => keysCommand(store, rest));
    case "seed":
      return once(config, log, (opened) => seed(opened, config, log));
    case "sim":
      return once(config, log, ({ store }) => simCommand(store, rest));
    default:
      throw new UsageError("[serve | keys create … | seed | sim step … | sim report …]");
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`tracking-service: ${reasonOf(error)}\n`);
  process.exit(error instanceof SettingError || error instanceof UsageError ? 2 : 1);
});
