import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runBenchmark, type Undo } from "@/bench/harness/clean-up";
import { forgedAddresses } from "@/e2e/hostile/forged-addresses";
import { heldExports } from "@/e2e/hostile/held-exports";
import { hungProcesses } from "@/e2e/hostile/hung-processes";
import { largeDocuments } from "@/e2e/hostile/large-documents";
import { linkPreviews } from "@/e2e/hostile/link-previews";
import { loopbackWebhook } from "@/e2e/hostile/loopback-webhook";
import { oddPictures } from "@/e2e/hostile/odd-pictures";
import { oddProvider } from "@/e2e/hostile/odd-provider";
import { oddService } from "@/e2e/hostile/odd-service";
import { openConnections } from "@/e2e/hostile/open-connections";
import { signInFlood } from "@/e2e/hostile/sign-in-flood";
import { slowBodies } from "@/e2e/hostile/slow-bodies";
import { stalledPhotos } from "@/e2e/hostile/stalled-photos";
import type { HostileRow, HostileTarget } from "@/e2e/hostile/target";
import { trustedProxies } from "@/e2e/hostile/trusted-proxies";
import { twoDashboards } from "@/e2e/hostile/two-dashboards";
import { listPrograms } from "@/e2e/system/programs";
import { findSystem, type RunningSystem, reportSystem } from "@/e2e/system/running-system";
import { startSystem } from "@/e2e/system/start-system";
import { run } from "@/scripts/test/run";
import { build, findBuildNeed } from "@/scripts/up/build";
import { say, step } from "@/scripts/up/progress";

const TIMEOUT_MS = 3_600_000;
/** Fewer rows fit into the socket's buffers, and a client could not hold an export by not reading it. */
const CONTAINERS = { exports: "20000", others: "200" };
/** A rejected sign-in has a retry delay of 5 s. The next attack needs to sign in. */
const REST_MS = 10_000;
const SETTINGS = {
  RATE_LIMIT_PER_MINUTE: "off",
  TRACKING_REQUESTS_PER_MINUTE: "off",
  TRUSTED_PROXIES: "127.0.0.2/32",
};

/** Each attack by its name for `--only`. The process ids are read again after one that stops processes. */
const ATTACKS: Record<string, (target: HostileTarget) => Promise<HostileRow[]>> = {
  proxies: trustedProxies,
  connections: openConnections,
  forged: forgedAddresses,
  webhook: loopbackWebhook,
  exports: heldExports,
  bodies: slowBodies,
  documents: largeDocuments,
  "sign-in": signInFlood,
  hung: hungProcesses,
  pictures: oddPictures,
  previews: linkPreviews,
  service: oddService,
  photos: stalledPhotos,
  two: twoDashboards,
  provider: oddProvider,
};

async function startOwn(onEnd: (undo: Undo) => void, containers: string): Promise<RunningSystem> {
  const wanted = await findBuildNeed();
  if (wanted !== null && (await build((args, env) => run(process.execPath, args, env), wanted)) !== 0)
    throw new Error("The dashboard could not be built.");
  const { system, stop } = await step("Starting all of it", () =>
    startSystem({ ...SETTINGS, SEED_CONTAINERS: containers }),
  );
  onEnd(stop);
  reportSystem(system);
  return system;
}

/** The target of the attacks. Process ids are read again for each attack, because an attack may replace processes. */
async function targetOf(system: RunningSystem): Promise<HostileTarget> {
  const { url, email, password, dashboardDatabaseUrl, dataDir } = system;
  const programs = await listPrograms(dataDir);
  const pids = Object.fromEntries(programs.map(({ name, pid }) => [name, pid]));
  return { url, email, password, databaseUrl: dashboardDatabaseUrl, pids, system };
}

/**
 * `npm run test:hostile [-- --only NAME]`: runs attacks on a separate running production stack and compares the board's
 * times with a quiet run. Prints the checks. Exits with a code other than 0 if one failed.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({ options: { only: { type: "string" }, smoke: { type: "boolean" } } });
  if (values.only !== undefined && !(values.only in ATTACKS))
    throw new Error(`--only: one of ${Object.keys(ATTACKS).join(", ")}`);
  const containers =
    values.only === undefined || values.only === "exports" ? CONTAINERS.exports : CONTAINERS.others;
  const system = findSystem() ?? (await startOwn(onEnd, containers));
  const rows: HostileRow[] = [];
  for (const [name, attack] of Object.entries(ATTACKS)) {
    if (values.only !== undefined && values.only !== name) continue;
    const found = await step(`Attack: ${name}`, async () => attack(await targetOf(system)));
    for (const { check, figure, held } of found) say(`  ${held ? "held  " : "FAILED"}  ${check}: ${figure}`);
    rows.push(...found);
    if (values.only === undefined) await pause(REST_MS);
  }
  const failed = rows.filter(({ held }) => !held).length;
  say(`\n${rows.length - failed} held, ${failed} did not`);
  if (failed > 0 || rows.length === 0) process.exitCode = 1;
});
