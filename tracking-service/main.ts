import type { Logger } from "pino";
import { endWithFolder } from "@/lib/platform/postgres/folder-watch";
import { accountsCommand } from "@/tracking-service/commands/accounts";
import { keysCommand } from "@/tracking-service/commands/keys";
import { seedCommand, seedSettings } from "@/tracking-service/commands/seed";
import { simCommand } from "@/tracking-service/commands/sim";
import { UsageError } from "@/tracking-service/commands/usage";
import { describeInterface } from "@/tracking-service/endpoints/openapi";
import { ENDPOINTS } from "@/tracking-service/routes/all";
import { type Config, readConfig, requirePublicUrl, SettingError } from "@/tracking-service/runtime/config";
import { reasonOf } from "@/tracking-service/runtime/error-reason";
import { openLog } from "@/tracking-service/runtime/log";
import { openService, type RunningService, startService } from "./service";

const LAST_RESORT_MS = 1_900;

async function serve(config: Config, log: Logger): Promise<void> {
  requirePublicUrl(config);
  let service: RunningService | null = null;
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    // Before the service runs, the database is prepared in a transaction. It ends with its connection.
    if (!service) process.exit(0);
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));
  endWithFolder(process.env.DATA_DIR, (line) => log.error(line));
  service = await startService(config, log);
}

type Opened = Awaited<ReturnType<typeof openService>>;

/** Runs a command that ends by itself, and prints its result. */
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

const seed = (config: Config, log: Logger) =>
  once(config, log, ({ store }) => seedCommand(store, config, log));

async function run(argv: string[]): Promise<void> {
  const [command = "serve", ...rest] = argv;
  if (command === "openapi") {
    process.stdout.write(`${JSON.stringify(describeInterface(ENDPOINTS), null, 2)}\n`);
    return;
  }
  const config = readConfig();
  const log = openLog(config.logLevel);
  switch (command) {
    case "serve":
      return serve(config, log);
    case "keys":
      return once(config, log, ({ store }) => keysCommand(store, rest));
    case "accounts":
      return once(config, log, ({ store }) => accountsCommand(store, rest));
    case "seed":
      return seed(seedSettings(config, rest), log);
    case "sim":
      return once(config, log, ({ store }) => simCommand(store, rest));
    default:
      throw new UsageError(
        "[serve | openapi | keys create|list|revoke … | accounts set|list … | seed [--containers N] | sim step|report …]",
      );
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`tracking-service: ${reasonOf(error)}\n`);
  process.exit(error instanceof SettingError || error instanceof UsageError ? 2 : 1);
});
