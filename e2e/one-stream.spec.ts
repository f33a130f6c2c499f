import { randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { type Instances, openInstances } from "@/e2e/system/instances";
import { requireProgram } from "@/e2e/system/programs";
import { requireSystem } from "@/e2e/system/running-system";
import { reportAt } from "@/e2e/system/world";

/** More than the connections that a browser opens to a host over HTTP/1.1. */
const TABS = 9;
/** A hidden tab keeps its stream for 12 seconds. */
const HIDDEN = { timeout: 30_000 };

const live = (page: Page) => page.locator("[data-live=live]");

/** Hides or shows a page as another tab or window would. */
const showPage = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

const demurrage = (amount: number) => ({
  fees_at_pod_terminal: [{ type: "demurrage", amount, currency_code: "USD" }],
});

let instances: Instances;
let url = "";
const token = randomBytes(24).toString("base64url");

test.beforeAll(async () => {
  instances = await openInstances(requireSystem());
  ({ url } = await instances.dashboard({ env: () => ({ METRICS_TOKEN: token }) }));
});
test.afterAll(() => instances.end());

/** The number of open streams at the dashboard of these tests. */
async function countStreams(): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^drayboard_sse_clients\S* (\d+)/m.exec(await response.text())?.[1]);
}

/** Opens pages of a container in tabs of one browser. */
async function openTabs(context: BrowserContext, count: number, id: string): Promise<Page[]> {
  const tabs = await Promise.all(Array.from({ length: count }, () => context.newPage()));
  await Promise.all(tabs.map((page) => page.goto(`${url}/containers/${id}`, { waitUntil: "commit" })));
  return tabs;
}

const closeAll = (tabs: readonly Page[]) => Promise.all(tabs.map((page) => page.close()));

test("nine tabs of a browser load, are live with one stream, and show a change", async ({
  openDashboard,
}) => {
  const container = await containerOnTheGround(4);
  await reportAt(container.number, demurrage(125));
  const context = (await openDashboard({ own: true })).context();
  const tabs = await openTabs(context, TABS, container.id);
  for (const page of tabs) await expect(live(page)).toBeVisible();
  expect(await countStreams()).toBe(1);
  const read = await tabs[0]?.evaluate(async () => (await fetch("/api/board?limit=1")).status);
  expect(read).toBe(200);

  await reportAt(container.number, demurrage(777.5));
  for (const page of tabs) await expect(page.getByText("$777.50").first()).toBeVisible();
  await closeAll(tabs);
  await expect.poll(countStreams).toBe(0);
});

test("the stream ends while all tabs are hidden, and a tab catches up when it is shown", async ({
  openDashboard,
}) => {
  const container = await containerOnTheGround(6);
  await reportAt(container.number, demurrage(125));
  const context = (await openDashboard({ own: true })).context();
  const [first, second] = await openTabs(context, 2, container.id);
  if (!first || !second) throw new Error("no tabs");
  for (const page of [first, second]) await expect(page.getByText("$125.00").first()).toBeVisible();
  for (const page of [first, second]) await expect(live(page)).toBeVisible();
  const arrived = (amount: string) =>
    expect
      .poll(() =>
        readDashboard("select from board_rows where number = $1 and row::text like $2", [
          container.number,
          `%${amount}%`,
        ]),
      )
      .toHaveLength(1);

  await showPage(first, "hidden");
  await reportAt(container.number, demurrage(888));
  await expect(second.getByText("$888.00").first()).toBeVisible();
  expect(await countStreams(), "for the visible tab").toBe(1);
  await showPage(second, "hidden");
  await expect.poll(countStreams, HIDDEN).toBe(0);

  await reportAt(container.number, demurrage(999));
  await arrived("99900");
  await showPage(first, "visible");
  await expect(first.getByText("$999.00").first()).toBeVisible();
  await expect(live(first)).toBeVisible();
  await expect(second.getByText("$999.00")).toHaveCount(0);
  await showPage(second, "visible");
  await expect(second.getByText("$999.00").first()).toBeVisible();
  expect(await countStreams()).toBe(1);
  await closeAll([first, second]);
});

test("signing out ends the stream of all tabs", async ({ openDashboard, trouble }) => {
  trouble.expect(/ 401$/, /\/sign-in/);
  const container = await containerOnTheGround(6);
  const context = (await openDashboard({ own: true, signedOut: true })).context();
  const system = requireSystem();
  const [first] = await openTabs(context, 1, container.id);
  if (!first) throw new Error("no tab");
  await first.getByLabel("Email").fill(system.email);
  await first.getByLabel("Password").fill(system.password);
  await first.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(live(first)).toBeVisible();
  const [second] = await openTabs(context, 1, container.id);
  if (!second) throw new Error("no tab");
  await expect(live(second)).toBeVisible();
  expect(await countStreams()).toBe(1);

  await first.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(countStreams).toBe(0);
  // A change that was received before leads it to the sign-in page.
  const offline = second.getByText(/Offline for \d+s, reconnecting/);
  await expect(offline.or(second.getByRole("heading", { name: "Sign in", exact: true }))).toBeVisible();
  await closeAll([first, second]);
});

test("without shared workers one tab has the stream of all, and another when it is closed", async ({
  openDashboard,
}) => {
  const container = await containerOnTheGround(6);
  const context = (await openDashboard({ own: true })).context();
  await context.addInitScript(() => Reflect.deleteProperty(window, "SharedWorker"));
  const [leading] = await openTabs(context, 1, container.id);
  if (!leading) throw new Error("no tab");
  await expect(live(leading)).toBeVisible();
  const others = await openTabs(context, 2, container.id);
  for (const page of others) await expect(live(page)).toBeVisible();
  expect(await countStreams()).toBe(1);

  await leading.close();
  await reportAt(container.number, demurrage(432));
  for (const page of others) await expect(page.getByText("$432.00").first()).toBeVisible();
  for (const page of others) await expect(live(page)).toBeVisible();
  expect(await countStreams()).toBe(1);
  await closeAll(others);
});

test("tabs are offline while the dashboard does not run, and live again after its restart", async ({
  openDashboard,
  system,
  trouble,
}) => {
  trouble.expect(/ERR_|localhost|127\.0\.0\.1/);
  const page = await openDashboard({ own: true });
  const other = await page.context().newPage();
  for (const each of [page, other]) await each.goto("/parties");
  for (const each of [page, other]) await expect(live(each)).toBeVisible();
  const { pid } = await requireProgram(system.dataDir, "dashboard");
  process.kill(pid, "SIGKILL");
  for (const each of [page, other]) await expect(each.locator("[data-live=lost]")).toBeVisible();
  for (const each of [page, other]) await expect(live(each)).toBeVisible({ timeout: 60_000 });
});
