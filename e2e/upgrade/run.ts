import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { openBrowser, openWindow } from "@/bench/harness/browser";
import { runBenchmark } from "@/bench/harness/clean-up";
import { startRoundRobin } from "@/bench/harness/round-robin";
import { signIn } from "@/bench/harness/sign-in";
import { linkPackages, makeCopy } from "@/e2e/dev/dev-copy";
import {
  begin,
  fromFolder,
  type Site,
  START_MS,
  STOPPED,
  toItsEnd,
  USER,
  untilAnswered,
} from "@/e2e/image/programs";
import { findWrongBoardCounts } from "@/lib/features/board/queries/test-recount";
import { openDatabase } from "@/lib/platform/database/client";
import { removeCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { assembleImage } from "@/scripts/image/assemble";
import { say, step } from "@/scripts/up/progress";

const TIMEOUT_MS = 1_800_000;
const CONTAINERS = 30;
const MIXED_PAGES = 8;
/** The last commit before migration 0067. */
const FORMER = "3eef5de7";
const run = promisify(execFile);

type OnEnd = Site["onEnd"];

/** Assembles the image of an earlier commit with the packages of this folder. */
async function assembleFormer(commit: string, folder: string, onEnd: OnEnd): Promise<void> {
  const source = `${folder}-source`;
  try {
    execFileSync("git", ["worktree", "add", "--detach", source, commit], { stdio: "pipe" });
  } catch (error) {
    throw new Error(
      `The commit ${commit} is not in this clone. Fetch the whole history, or name another by --from.`,
      {
        cause: error,
      },
    );
  }
  onEnd(() => run("git", ["worktree", "remove", "--force", source]));
  linkPackages(join(source, "node_modules"));
  await assembleFrom(source, folder);
}

const assembleFrom = (source: string, folder: string) =>
  run(process.execPath, ["--import", "tsx", "scripts/image.ts", folder], {
    cwd: source,
    maxBuffer: 64 * 1024 * 1024,
  });

/** Assembles the image of a version that differs in a script and in the styles of every page. */
async function assembleNext(folder: string, onEnd: OnEnd): Promise<void> {
  const copy = await makeCopy(onEnd);
  await copy.edit("components/realtime/status-line.tsx", '"flex min-w-0', '"next-version flex min-w-0');
  await copy.edit("app/globals.css", "--paper: light-dark(#f6f5f2", "--paper: light-dark(#f6f5f3");
  await assembleFrom(copy.folder, folder);
}

/**
 * Opens the board several times, each in a browser without a cache, while dashboards of two versions respond in turn. Each
 * page gets the scripts and styles of its own version from either, and does not load again.
 */
async function openBoards(openPage: () => Promise<Page>): Promise<void> {
  const failed: string[] = [];
  const seen = new Set<string>();
  for (let turn = 0; turn < MIXED_PAGES; turn++) {
    const page = await openPage();
    let documents = 0;
    page.on("response", (response) => {
      if (response.status() >= 400 && response.url().includes("/_next/static/"))
        failed.push(`${response.status()} ${response.url()}`);
    });
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.goto("/board");
    await page
      .locator("[data-live=live]")
      .waitFor()
      .catch((error: unknown) => failed.push(String(error)));
    // The styles are those of the page's own version.
    seen.add(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper")),
    );
    if (documents !== 1) failed.push(`a page loaded ${documents} times`);
    await page.context().close();
  }
  if (failed.length > 0)
    throw new Error(`pages fail while two versions respond in turn:\n${failed.join("\n")}`);
  if (seen.size < 2) throw new Error(`the board was seen of one version only: ${[...seen].join(", ")}`);
}

/** Requests an address again and again. `stop` returns the number of requests and of those without a 200. */
function poll(address: string): () => Promise<{ requests: number; failed: number }> {
  const seen = { requests: 0, failed: 0 };
  let polling = true;
  const polled = (async () => {
    while (polling) {
      const response = await fetch(address, { redirect: "manual" }).catch(() => null);
      seen.requests += 1;
      if (response?.status !== 200) seen.failed += 1;
      await pause(20);
    }
  })();
  return async () => {
    polling = false;
    await polled;
    return seen;
  };
}

async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (signal) child.kill(signal);
  return Promise.race([
    exit,
    pause(START_MS).then(() => {
      throw new Error("a program did not end");
    }),
  ]);
}

/** Opens the form for a follow-up of the first hold on a container's page. */
async function openFollowUp(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Log follow-up for/ })
    .first()
    .click();
  await page.getByLabel("Contacted").waitFor();
}

/**
 * `npm run test:upgrade [-- --from COMMIT]`: an earlier version, this one and a next one on one database, behind one address. The earlier
 * one serves while the database is migrated and while the new one runs with it; an open page saves, and after the change to another
 * version it says so and keeps what was typed. Pages have their scripts and styles while two versions respond in turn. Needs the commit
 * in the clone.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({ options: { from: { type: "string", default: FORMER } } });
  const work = await mkdtemp(join(tmpdir(), "drayboard-upgrade-"));
  onEnd(() => rm(work, { recursive: true, force: true }));
  const folders = { former: join(work, "former"), first: join(work, "first"), second: join(work, "second") };
  await step(`Assembling ${values.from}`, () => assembleFormer(values.from, folders.former, onEnd));
  await step("Assembling this version", () => assembleImage(folders.first));
  await step("Assembling the next version", () => assembleNext(folders.second, onEnd));

  const clusterFolder = join(work, "cluster");
  onEnd(() => removeCluster(clusterFolder));
  const cluster = await step("Starting PostgreSQL", () => startCluster({ dataDir: clusterFolder }));
  onEnd(() => cluster.stop());
  for (const database of ["dashboard", "tracking"]) await cluster.ensureDatabase(database);
  const databaseUrl = cluster.urlFor("dashboard");
  const siteOf = (folder: string): Site => ({
    folder,
    databaseUrl,
    trackingUrl: cluster.urlFor("tracking"),
    onEnd,
  });
  const start = (folder: string, program: string[], env: Record<string, string>) =>
    begin(fromFolder(folder), siteOf(folder), program, env);
  const complete = (folder: string, program: string[], env: Record<string, string>) =>
    toItsEnd(fromFolder(folder), siteOf(folder), program, env);

  const [publicPort, servicePort] = [await findFreePort(), await findFreePort()];
  const tracking = {
    TRACKING_DATABASE_URL: cluster.urlFor("tracking"),
    TRACKING_SERVICE_PORT: String(servicePort),
    HOST: "127.0.0.1",
    SEED_CONTAINERS: String(CONTAINERS),
  };
  const service = start(folders.first, ["tracking-service", "serve"], tracking);
  await untilAnswered(`http://127.0.0.1:${servicePort}/health/live`, service);
  const key = await complete(
    folders.first,
    ["tracking-service", "keys", "create", "--account", "upgrade"],
    tracking,
  );

  const targets: string[] = [];
  const address = await startRoundRobin(targets, onEnd, undefined, publicPort);
  const settings = {
    DATABASE_URL: databaseUrl,
    TRACKING_API_URL: `http://127.0.0.1:${servicePort}/v2`,
    TRACKING_API_KEY: key.split("\n").at(-1) ?? "",
    NEXTAUTH_SECRET: randomBytes(24).toString("hex"),
    HOST: "127.0.0.1",
    PUBLIC_URL: address,
    DATA_DIR: "/tmp",
    DRAYBOARD_ADMIN_EMAIL: USER.email,
    DRAYBOARD_ADMIN_PASSWORD: USER.password,
  };
  /** Starts a dashboard on a port of its own. */
  const startDashboard = async (folder: string) => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const child = start(folder, ["dashboard"], { ...settings, PORT: String(port) });
    await untilAnswered(`${url}/api/health/live`, child);
    return { url, child };
  };
  const serveBy = (url: string) => targets.splice(0, targets.length, url);

  await complete(folders.former, ["prepare"], settings);
  const former = await step("Starting the earlier version", () => startDashboard(folders.former));
  const formerWorker = start(folders.former, ["worker"], settings);
  serveBy(former.url);
  const { db, pool } = openDatabase(databaseUrl, { max: 2 });
  onEnd(() => pool.end());
  const count = async (text: string, input: unknown[] = []) => (await pool.query(text, input)).rowCount ?? 0;
  await expect.poll(() => count("select from board_rows"), { timeout: START_MS }).toBe(CONTAINERS);

  const { rows } = await pool.query<{ id: string }>(
    "select container_id as id from board_rows where held and not picked_up order by container_id limit 1",
  );
  const container = rows[0]?.id;
  if (!container) throw new Error("no container has a hold");
  const session = await signIn(address, USER.email, USER.password);
  const browser = await openBrowser(onEnd);
  const page = await (await openWindow(browser, address, session)).newPage();
  const entries = () => count("select from follow_up_entries where contacted <> ''");

  await page.goto(`/containers/${container}`);
  await openFollowUp(page);
  await page.getByLabel("Contacted").fill("Terminal, imports");

  const stopPolling = poll(`${address}/sign-in`);
  await step("Migrating while the earlier version serves", () =>
    complete(folders.first, ["prepare"], settings),
  );
  const first = await step("Starting this version", () => startDashboard(folders.first));
  start(folders.first, ["worker"], settings);

  await step("Saving on the earlier version, after the migration", async () => {
    await page.getByRole("button", { name: "Save follow-up" }).click();
    await expect.poll(entries).toBe(1);
    await expect(page.getByText("Contacted Terminal, imports").first()).toBeVisible();
  });
  await step("Reading the board of both", async () => {
    for (const { url } of [former, first]) {
      serveBy(url);
      await page.goto("/board");
      await page.locator("tr[data-container]").first().waitFor();
    }
  });
  const second = await step("Starting the next version", () => startDashboard(folders.second));
  await step("Changing to another version while a form is open", async () => {
    await page.goto(`/containers/${container}`);
    await openFollowUp(page);
    await page.getByLabel("Contacted").fill("Broker, night shift");
    serveBy(second.url);
    // A change that arrives meanwhile makes the page load again, because it is of another version.
    const loaded = page.waitForEvent("load", { timeout: START_MS });
    const explanation = page.getByRole("alert").filter({ hasText: "Drayboard was updated." });
    const explained = explanation.waitFor({ timeout: START_MS });
    await page.getByRole("button", { name: "Save follow-up" }).click();
    await Promise.any([loaded, explained]);
    await page.reload();
    await openFollowUp(page);
    await expect(page.getByLabel("Contacted")).toHaveValue("Broker, night shift");
    await page.getByRole("button", { name: "Save follow-up" }).click();
    await expect.poll(entries).toBe(2);
  });
  await step(`Opening ${MIXED_PAGES} pages while both versions respond in turn`, async () => {
    targets.splice(0, targets.length, first.url, second.url);
    await openBoards(async () => (await openWindow(browser, address, session)).newPage());
  });
  await step("Ending the earlier version", async () => {
    if ((await ended(former.child, "SIGTERM")) !== STOPPED)
      throw new Error("the dashboard did not stop in order");
    await ended(formerWorker, "SIGTERM");
    const again = start(folders.former, ["worker"], settings);
    // It names the newer version and ends.
    if ((await ended(again)) !== 1) throw new Error("a worker of the earlier version started again");
  });
  const { requests, failed } = await stopPolling();
  const wrong = await findWrongBoardCounts(db, new Date());
  if (wrong.length > 0) throw new Error(`kept counts differ from a recount: ${wrong.join("; ")}`);
  say(
    `\n${requests} requests while versions changed, ${failed} without a response of 200. Kept counts equal a recount.`,
  );
  if (failed > 0) throw new Error("requests failed while versions changed");
});
