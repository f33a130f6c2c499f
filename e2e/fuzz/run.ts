import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { runBenchmark, type Undo } from "@/bench/harness/clean-up";
import { signIn } from "@/bench/harness/sign-in";
import { OTHER_CUSTOMER } from "@/e2e/access/callers";
import { findSystem, type RunningSystem, reportSystem } from "@/e2e/system/running-system";
import { startSystem } from "@/e2e/system/start-system";
import { sessionCookie } from "@/lib/auth/sessions/session-token";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { type Database, openDatabase } from "@/lib/platform/database/client";
import { run } from "@/scripts/test/run";
import { build, findBuildNeed, findCurrentBuild } from "@/scripts/up/build";
import { say, step } from "@/scripts/up/progress";
import { requireSecrets } from "@/scripts/up/secrets";
import { fuzz } from "./fuzz";
import { callOverHttp } from "./http-matrix";
import { findingsText, statusTable } from "./report";
import { listTargets } from "./targets";
import { plantWorld, type World } from "./world";

const DEFAULT_REQUESTS = 100_000;
const TIMEOUT_MS = 3 * 3_600_000;
const REPORTED_EVERY = 5_000;
/** A smoke run calls only every nth cell of the access matrix. */
const SMOKE_EVERY = 50;
const WITHOUT_LIMITS = {
  TRACKING_REQUESTS_PER_MINUTE: "off",
  RATE_LIMIT_PER_MINUTE: "off",
  RECONCILE_MINUTES: "1440",
};

const wholeNumber = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`expected a whole number, got ${text}`);
  return Number(text);
};

/** Builds the dashboard if its sources are newer than the current build. */
async function buildFirst(): Promise<void> {
  const wanted = await findBuildNeed();
  if (wanted === null) return;
  const code = await build((args, env) => run(process.execPath, args, env), wanted);
  if (code !== 0) throw new Error("The dashboard could not be built.");
}

/**
 * Builds and starts a system without request limits in dashboard and service, so that limits do not hide other
 * responses.
 */
async function startOwn(onEnd: (undo: Undo) => void): Promise<RunningSystem> {
  await buildFirst();
  const { system, stop } = await step("Starting all of it", () => startSystem(WITHOUT_LIMITS));
  onEnd(stop);
  reportSystem(system);
  return system;
}

/** Applies the system's settings to this process, so that it can create sessions and tokens for it. */
async function takeSettings(system: RunningSystem): Promise<void> {
  const { nextauthSecret, trackingApiKey } = await requireSecrets(system.dataDir);
  Object.assign(process.env, {
    DATABASE_URL: system.dashboardDatabaseUrl,
    NEXTAUTH_SECRET: nextauthSecret,
    PUBLIC_URL: system.url,
    TRACKING_API_URL: `http://127.0.0.1:${system.servicePort}/v2`,
    TRACKING_API_KEY: trackingApiKey ?? "",
  });
}

/**
 * Checks that pages show the planted texts to callers that may see them. Otherwise their absence would prove nothing.
 * Throws if not.
 */
async function checkControls(system: RunningSystem, { callers, controls }: World): Promise<void> {
  const { ownContainer, othersContainer } = controls;
  const requested: [who: string, path: string, seen: boolean][] = [
    ["admin", `/containers/${othersContainer.id}`, true],
    [OTHER_CUSTOMER, `/my/${othersContainer.id}`, true],
    ["customer", `/my/${ownContainer.id}`, false],
    ["customer", `/my/${othersContainer.id}`, false],
  ];
  for (const [who, path, seen] of requested) {
    const cookie = await callers.find(({ name }) => name === who)?.cookie();
    const response = await fetch(new URL(path, system.url), {
      headers: { cookie: `${sessionCookie().name}=${cookie}` },
    });
    if ((await response.text()).includes(formatContainerNumber(othersContainer.number)) !== seen)
      throw new Error(
        `${path} ${seen ? "does not show" : "shows"} ${who} what was planted (${response.status}).`,
      );
  }
}

/** Checks that a normal user can sign in and read the board. Throws otherwise. */
async function checkDashboard({ url, email, password }: RunningSystem): Promise<void> {
  const { name, value } = await signIn(url, email, password);
  for (const path of ["/board", "/api/board?limit=10"]) {
    const response = await fetch(new URL(path, url), {
      headers: { cookie: `${name}=${value}` },
      redirect: "manual",
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answers ${response.status} to a normal person.`);
  }
}

/** Removes the limits per token, so that they do not restrict the test. */
const liftLimits = (db: Database) => db.execute(sql`delete from feed_requests`);

/**
 * `npm run test:fuzz [-- --requests N --seed S --only NUMBER]`: tests a production build with its service. Calls each
 * page and route over HTTP as every caller, then sends invalid requests of all kinds to all pages, routes and actions.
 * Exits with a code other than 0 if a cell differs, a request failed, or a caller received data without permission.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({
    options: {
      requests: { type: "string" },
      seed: { type: "string" },
      only: { type: "string" },
      smoke: { type: "boolean", default: false },
    },
  });
  const requests = wholeNumber(values.requests) ?? DEFAULT_REQUESTS;
  const seed = wholeNumber(values.seed) ?? Math.floor(Math.random() * 1e9);
  const only = wholeNumber(values.only);
  const system = findSystem() ?? (await startOwn(onEnd));
  await takeSettings(system);
  const { db, pool } = openDatabase(system.dashboardDatabaseUrl);
  onEnd(() => pool.end());
  const world = await step("Planting what nobody else may be reported", () => plantWorld(db, system));
  const targets = listTargets(await findCurrentBuild());
  await checkControls(system, world);

  const base = new URL(system.url);
  const matrix = await step("Calling each page and route as everybody", () =>
    callOverHttp(base, world, values.smoke ? SMOKE_EVERY : 1),
  );
  say(`access over HTTP: ${matrix.cells} cells, ${matrix.cells - matrix.broken.length} hold`);
  for (const line of matrix.broken) say(`  ${line}`);

  say(`Sending ${only === null ? requests : 1} requests to ${targets.length} targets, seed ${seed}`);
  const pause = async (sent: number) => {
    await liftLimits(db);
    if (sent % REPORTED_EVERY === 0) say(`  ${sent} sent`);
  };
  const outcome = await fuzz(
    base,
    { world, targets },
    { seed, requests, only, sessionName: sessionCookie().name, pause },
  );
  const seconds = outcome.ms / 1_000;
  say(
    `\n${outcome.requests} requests in ${seconds.toFixed(0)} s (${(outcome.requests / seconds).toFixed(0)} a second)`,
  );
  say(statusTable(outcome));
  say(outcome.found.length === 0 ? "nothing found" : `\n${findingsText(outcome, seed)}`);
  await checkDashboard(system);
  say("a normal sign-in and board work after it");
  if (outcome.found.length > 0 || matrix.broken.length > 0) process.exitCode = 1;
});
