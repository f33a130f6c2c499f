import { loadEnvFile, readSettings } from "@/lib/platform/config/config";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { build, findBuildNeed } from "@/scripts/up/build";
import type { Children } from "@/scripts/up/child";
import { type Started, startDashboard, startWorker } from "@/scripts/up/dashboard-programs";
import { dashboardEnvironment, type Upstream } from "@/scripts/up/environment";
import { ensureFirstUser } from "@/scripts/up/first-user";
import { createLiveness } from "@/scripts/up/liveness";
import { say, step } from "@/scripts/up/progress";
import { type Running, runSystem } from "@/scripts/up/run-system";
import { requireSecrets } from "@/scripts/up/secrets";
import { startService } from "@/scripts/up/service";
import { StartError } from "@/scripts/up/start-error";
import { superviseProgram } from "@/scripts/up/supervise";
import { findPause, pauseMessage, readUpArguments, takeOver } from "@/scripts/up/take-over";

/**
 * `npm run up`: builds changed sources and starts PostgreSQL, tracking service, worker and dashboard. Prints the
 * sign-in instructions and runs until a stop is requested. Leaves no process behind.
 */
async function main(): Promise<void> {
  let takingOver = false;
  await runSystem({
    name: "npm run up",
    onPort: (setting, port) => `${setting}=${port} npm run up`,
    readSettings: () => {
      ({ takeOver: takingOver } = readUpArguments(process.argv.slice(2)));
      loadEnvFile();
      return readSettings(process.env);
    },
    run: (running) => runBuilt(running, takingOver),
  });
}

async function runBuilt(running: Running, takingOver: boolean): Promise<void> {
  const { settings, children, databases, isStopping, fail } = running;
  const started = await startAll(running, takingOver);
  say(`\nReady at ${settings.publicUrl}\n${started.signIn}`);
  const paused = await findPause(databases);
  if (paused !== null) say(pauseMessage(paused));
  for (const { program, child, probe } of started.programs) {
    const liveness = createLiveness({ name: program.name, probe });
    superviseProgram({ children, program, first: child, liveness, stopping: isStopping }).catch(fail);
  }
}

async function startAll({ settings, children, databases }: Running, takingOver: boolean) {
  const secrets = await requireSecrets(settings.dataDir);
  // Runs before the migration, because the previous version could not start on the migrated database if the build
  // failed.
  const wanted = await findBuildNeed();
  if (wanted !== null) await step("Building the dashboard", () => buildLogged(children, wanted));
  await step("Preparing the database", () => migrateDashboard(databases.dashboardUrl));
  if (takingOver) await step("Taking over", () => takeOver(databases));
  const programs: Started[] = [];
  let upstream: Upstream;
  if (settings.trackingApiUrl === null) {
    const service = await step("Starting the tracking service", () =>
      startService(children, settings, secrets, databases.trackingUrl),
    );
    programs.push(service);
    upstream = service.upstream;
  } else {
    upstream = { url: settings.trackingApiUrl, key: settings.trackingApiKey ?? "", embedded: false };
  }
  const env = dashboardEnvironment(settings, secrets, databases.dashboardUrl, upstream);
  await step("Starting worker and dashboard", async () => {
    const worker = startWorker(children, settings, env);
    programs.push(worker, await startDashboard(children, settings, env));
    const how = worker.child.ended();
    if (how !== null)
      throw new StartError(
        `The worker ended while starting (${how}). Its last lines:\n${worker.child.tail()}`,
      );
  });
  // Runs last, so that a failed start never loses a generated password.
  return { programs, signIn: await ensureFirstUser(databases.dashboardUrl, settings) };
}

/** `run` throws on failure, with the end of the log, so the code is always 0. */
function buildLogged(children: Children, wanted: string): Promise<number> {
  return build(async (args, env) => {
    await children.run({ name: "build", args, env }, "Building the dashboard");
    return 0;
  }, wanted);
}

await main();
