import { spawn } from "node:child_process";
import { join } from "node:path";
import { loadEnvFile, readSettings, type Settings } from "@/lib/platform/config/config";
import { type Cluster, startCluster } from "@/lib/platform/postgres/cluster";
import { makePrivateFolder } from "@/lib/platform/postgres/private-directory";
import { clusterOptions } from "@/scripts/up/databases";
import { findHolder } from "@/scripts/up/run-record";
import { messageOf } from "@/scripts/up/start-error";
import { trackingProgram } from "@/scripts/up/tracking-program";

/**
 * `npm run tracking-service [-- COMMAND]`: runs the tracking service without the dashboard. It uses the database of
 * TRACKING_DATABASE_URL, else that of a running `npm run up`, so that commands reach that service. Otherwise it uses
 * its own database below DATA_DIR. `openapi` needs none.
 */
async function main(args: string[]): Promise<number> {
  loadEnvFile();
  const settings = readSettings(process.env);
  if (args[0] === "openapi") return run(args, "", settings);
  const cluster = settings.trackingDatabaseUrl === null ? await openCluster(settings) : null;
  const url = settings.trackingDatabaseUrl ?? cluster?.urlFor("tracking") ?? "";
  try {
    await cluster?.ensureDatabase("tracking");
    return await run(args, url, settings);
  } finally {
    await cluster?.stop();
  }
}

function openCluster(settings: Settings): Promise<Cluster> {
  const log = (line: string) => console.error(line);
  if (findHolder(settings.dataDir) !== null) return startCluster(clusterOptions(settings, log));
  return startAlone(settings, log);
}

async function startAlone(settings: Settings, log: (line: string) => void): Promise<Cluster> {
  await makePrivateFolder(settings.dataDir);
  return startCluster({ dataDir: join(settings.dataDir, "tracking-service"), log });
}

/** Exits with the program's exit code. A stop request is passed on, and the program has 4 s to end. */
async function run(args: string[], url: string, settings: Settings): Promise<number> {
  const env = {
    ...process.env,
    DATA_DIR: settings.dataDir,
    TRACKING_DATABASE_URL: url,
    TRACKING_SERVICE_PORT: String(settings.trackingServicePort),
  };
  const child = spawn(process.execPath, [...trackingProgram(settings.trackingServiceHeapMb), ...args], {
    env,
    stdio: "inherit",
  });
  const stop = () => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 4_000).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal === "SIGTERM" ? 0 : 1)));
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
