import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { openBrowser } from "@/bench/harness/browser";
import { runBenchmark, type Undo } from "@/bench/harness/clean-up";
import { type DevCopy, findPortPair, makeCopy } from "@/e2e/dev/dev-copy";
import { SignInPage } from "@/e2e/pages/sign-in-page";
import { isAlive, listPrograms, requireProgram } from "@/e2e/system/programs";
import { say, step } from "@/scripts/up/progress";

const TIMEOUT_MS = 900_000;
/** A clean copy compiles everything; test machines are shared. */
const READY_MS = 300_000;
/** Fails a change that never arrives. The times are printed. */
const CHANGE_MS = 60_000;
const STOP_MS = 10_000;
const EMAIL = "dispatch@example.com";
const PASSWORD = "development";

interface Dev {
  url: string;
  serviceUrl: string;
  process: ChildProcess;
  output: () => string;
}

/** An account of one container and no events, whose webhook is not called: its route need not be compiled. */
const SMALL = { SEED_CONTAINERS: "1", SIM_PAUSED: "true" };

async function startDev(
  { folder }: DevCopy,
  settings: Record<string, string>,
  onEnd: (undo: Undo) => void,
): Promise<Dev> {
  const port = await findPortPair();
  const dev = spawn(process.execPath, ["scripts/bootstrap.mjs", "dev", "--port", String(port)], {
    cwd: folder,
    env: {
      ...process.env,
      CI: "1",
      ...settings,
      DRAYBOARD_ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onEnd(async () => {
    if (dev.exitCode === null && dev.signalCode === null) await stopDev(dev);
  });
  let text = "";
  for (const stream of [dev.stdout, dev.stderr])
    stream.on("data", (part) => {
      text += part;
    });
  const started = {
    url: `http://127.0.0.1:${port}`,
    serviceUrl: `http://127.0.0.1:${port + 1}`,
    process: dev,
  };
  const found = { ...started, output: () => text };
  await until("ready", READY_MS, () => {
    if (dev.exitCode !== null) throw new Error(`npm run dev ended.\n${text}`);
    return text.includes("Ready at");
  });
  return found;
}

async function stopDev(dev: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => dev.once("exit", resolve));
  dev.kill("SIGINT");
  await Promise.race([exited, pause(STOP_MS)]);
  dev.kill("SIGKILL");
}

/** Waits for a condition. Throws with `what` on timeout. */
async function until(what: string, ms: number, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not within ${ms / 1_000} s: ${what}`);
    await pause(20);
  }
}

const figures: { name: string; ms: number; targetMs: number }[] = [];

/** Changes a file, waits until the change is seen, and restores the file. */
async function timeChange(
  copy: DevCopy,
  name: string,
  [path, from, to]: [string, string, string],
  seen: () => Promise<void>,
) {
  const started = performance.now();
  const restore = await copy.edit(path, from, to);
  await seen();
  figures.push({ name, ms: performance.now() - started, targetMs: 2_000 });
  await restore();
}

/** A text of a page, and where it is in the sources. */
interface ShownText {
  path: string;
  /** What the file contains once, and the same with another text. */
  from: string;
  to: (text: string) => string;
}

/** Changes a text until the page shows it, then once more with the time taken. The page is not loaded again. */
async function timeHotReload(
  page: Page,
  copy: DevCopy,
  name: string,
  { path, from, to }: ShownText,
): Promise<void> {
  await page.evaluate(() => Reflect.set(window, "stays", true));
  const shown = (text: string, timeout: number) => page.getByText(text).first().waitFor({ timeout });
  // Next takes its first state when the page subscribes to updates, which it does not report. A change before that is not
  // sent, so the file is saved again, as a developer would do.
  await until("an update of the open page", CHANGE_MS, async () => {
    const text = `Saved ${performance.now()}`;
    const restore = await copy.edit(path, from, to(text));
    const isShown = await shown(text, 5_000).then(
      () => true,
      () => false,
    );
    await restore();
    return isShown;
  });
  await timeChange(copy, name, [path, from, to("Timed change")], () => shown("Timed change", CHANGE_MS));
  if ((await page.evaluate(() => Reflect.get(window, "stays"))) !== true)
    throw new Error("The page was reloaded instead of being updated.");
}

async function changeSignInPage(page: Page, copy: DevCopy, { url }: Dev): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor({ timeout: CHANGE_MS });
  await timeHotReload(page, copy, "a component", {
    path: "app/sign-in/sign-in-form.tsx",
    from: '"Signing in…" : "Sign in"',
    to: (text) => `"Signing in…" : "${text}"`,
  });
}

/** The page of the tracking service's interface, and a restart of the service without an end of the others. */
async function changeService(copy: DevCopy, { serviceUrl, output }: Dev): Promise<void> {
  const before = await listPrograms(copy.dataDir);
  const titled = (text: string) => async () => {
    const page = await fetch(`${serviceUrl}/v2/docs`).then(
      (response) => response.text(),
      () => "",
    );
    return page.includes(text);
  };
  await timeChange(
    copy,
    "a file of the tracking service",
    ["tracking-service/endpoints/title.ts", "Ocean shipment", "Changed shipment"],
    () => until("the changed title", CHANGE_MS, titled("Changed shipment")),
  );
  await until("the former title", CHANGE_MS, titled("Ocean shipment"));
  const after = await listPrograms(copy.dataDir);
  const replaced = after.filter(({ pid }) => before.every((program) => program.pid !== pid));
  if (replaced.map(({ name }) => name).join() !== "tracking-service")
    throw new Error(`Restarted: ${replaced.map(({ name }) => name).join() || "nothing"}\n${output()}`);
}

async function changeWorker(copy: DevCopy): Promise<void> {
  const { pid } = await requireProgram(copy.dataDir, "worker");
  const replaced = async () => {
    const found = (await listPrograms(copy.dataDir)).find(({ name }) => name === "worker");
    return found !== undefined && found.pid !== pid;
  };
  await timeChange(
    copy,
    "a file of the worker",
    ["worker.ts", '"worker started"', '"worker started again"'],
    () => until("another worker", CHANGE_MS, replaced),
  );
}

/** A file that cannot be bundled is reported, and the running service stays. */
async function breakService(copy: DevCopy, { output, serviceUrl }: Dev): Promise<void> {
  const { pid } = await requireProgram(copy.dataDir, "tracking-service");
  const restore = await copy.edit(
    "tracking-service/endpoints/title.ts",
    "export const INTERFACE",
    "export cons INTERFACE",
  );
  await until("the message", CHANGE_MS, () => output().includes("cannot be bundled"));
  const live = await fetch(`${serviceUrl}/health/live`);
  if (!live.ok || (await requireProgram(copy.dataDir, "tracking-service")).pid !== pid)
    throw new Error("The tracking service did not stay.");
  await restore();
}

/** Sign-in, server actions, webhooks and the live status work, and a rule that the board shows is updated in place. */
async function changeBoard(page: Page, copy: DevCopy, { url }: Dev): Promise<void> {
  const signIn = new SignInPage(page);
  await page.goto(`${url}/sign-in`);
  await page.waitForLoadState("networkidle");
  await signIn.signIn(EMAIL, PASSWORD);
  await page.waitForURL("**/board", { timeout: READY_MS });
  // Next 16.4 updates no client component of a page that was reached without loading it (docs/decisions/0034).
  await page.reload();
  await page.locator("[data-live=live]").waitFor({ timeout: READY_MS });
  await page.getByRole("row").nth(1).waitFor({ timeout: READY_MS });
  await timeHotReload(page, copy, "a rule in lib", {
    path: "lib/features/board/rules/columns.ts",
    from: 'label: "Days left",\n    width',
    to: (text) => `label: "${text}",\n    width`,
  });
}

const readySeconds = ({ output }: Dev) => Number(/Ready at \S+ in ([\d.]+) s/.exec(output())?.[1]);

async function stopAndCheck(copy: DevCopy, dev: Dev): Promise<void> {
  const programs = await listPrograms(copy.dataDir);
  const started = performance.now();
  await stopDev(dev.process);
  const left = programs.filter(({ pid }) => isAlive(pid));
  if (left.length > 0 || dev.process.exitCode !== 0)
    throw new Error(
      `It did not stop cleanly (${dev.process.exitCode}): ${JSON.stringify(left)}\n${dev.output()}`,
    );
  figures.push({ name: "stopping", ms: performance.now() - started, targetMs: 5_000 });
}

/**
 * `npm run test:dev [-- --smoke]`: starts `npm run dev` in a copy of the repository, changes sources and waits until a
 * browser and the programs show the change. Prints the times. Exits with a code other than 0 if a change is not seen, the
 * browser reports an error, or a process is left.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({ options: { smoke: { type: "boolean", default: false } } });
  const settings = { ...(values.smoke ? SMALL : { SEED_CONTAINERS: "30" }), SEED_SAMPLES: "off" };
  const copy = await step("Copying the repository", () => makeCopy(onEnd));
  const [dev, browser] = await step("Starting for the first time", () =>
    Promise.all([startDev(copy, settings, onEnd), openBrowser(onEnd)]),
  );
  say(`  ready in ${readySeconds(dev)} s`);
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  await step("Changing a component", () => changeSignInPage(page, copy, dev));
  await step("Changing the tracking service", () => changeService(copy, dev));
  if (!values.smoke) {
    await step("Changing the worker", () => changeWorker(copy));
    await step("Breaking the tracking service", () => breakService(copy, dev));
    await step("Changing what the board shows", () => changeBoard(page, copy, dev));
  }
  if (problems.length > 0) throw new Error(`The browser reported:\n${problems.join("\n")}`);
  await step("Stopping", () => stopAndCheck(copy, dev));
  if (!values.smoke) {
    const again = await step("Starting again", () => startDev(copy, settings, onEnd));
    figures.push({
      name: "start to ready, not the first time",
      ms: readySeconds(again) * 1_000,
      targetMs: 10_000,
    });
    await stopAndCheck(copy, again);
  }
  for (const { name, ms, targetMs } of figures)
    say(`  ${name}: ${(ms / 1_000).toFixed(2)} s (at most ${targetMs / 1_000} s on an idle machine)`);
});
