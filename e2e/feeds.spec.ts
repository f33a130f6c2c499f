import type { Page } from "@playwright/test";
import { expectSound } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { LONG } from "@/scripts/test/long-tests";

/** Creates a calendar, screen or token in the settings. Returns the value that is shown only once. */
async function make(
  dashboard: Page,
  kind: "calendar" | "wallboard" | "API token",
  label: string,
): Promise<string> {
  await dashboard.getByRole("button", { name: `New ${kind}` }).click();
  await dashboard.getByLabel("Name", { exact: true }).fill(label);
  await dashboard.getByRole("button", { name: `Create ${kind}` }).click();
  const input = dashboard.locator("section").filter({ hasText: `for ${label}` });
  await expect(input.getByText("won’t show it again")).toBeVisible();
  const secret = (await input.locator(".font-mono").textContent()) ?? "";
  await input.getByRole("button", { name: "Done" }).click();
  await expect(input).toHaveCount(0);
  expect(await dashboard.content()).not.toContain(secret);
  return secret;
}

async function revoke(dashboard: Page, label: string): Promise<void> {
  const item = dashboard.locator("[data-feed]").filter({ hasText: label });
  await item.getByRole("button", { name: "Revoke" }).click();
  await item.getByRole("button", { name: `Revoke ${label}` }).click();
  await expect(dashboard.locator("details [data-feed]").filter({ hasText: label })).toHaveCount(1);
}

/** The screen's time can be set once the page is live. The screen then pauses and continues. */
async function untilItRuns(screen: Page): Promise<void> {
  await screen.getByRole("button", { name: "Pause" }).click();
  await screen.getByRole("button", { name: "Resume" }).click();
  await expect(screen.getByRole("button", { name: "Pause" })).toBeVisible();
}

test("a calendar and a token read Drayboard without a session until they are revoked", async ({
  dashboard,
  openDashboard,
  system,
}) => {
  const { request } = await openDashboard({ signedOut: true });
  await dashboard.goto("/settings/feeds");
  const calendar = await make(dashboard, "calendar", "Deadlines of Drayboard");
  expect(calendar).toMatch(new RegExp(`^${system.url}/calendar/[\\w-]{43}\\.ics$`));
  const reported = await request.get(calendar, { maxRedirects: 0 });
  expect(reported.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(await reported.text()).toContain("SUMMARY:Last free day");

  const token = await make(dashboard, "API token", "Rate sheet");
  const containers = await request.get("/api/v1/containers?page[size]=3", {
    headers: { Authorization: `Bearer ${token}` },
    maxRedirects: 0,
  });
  expect(containers.status()).toBe(200);
  const [{ count } = { count: 0 }] = await readDashboard<{ count: number }>(
    "select count(*)::int as count from board_rows",
  );
  expect(await containers.json()).toMatchObject({ page: { number: 1, size: 3, total: count } });

  await dashboard.reload();
  await expect(dashboard.locator("[data-feed]").filter({ hasText: "Rate sheet" })).toContainText(
    /last used .*, 1 time/,
  );
  await revoke(dashboard, "Rate sheet");
  await revoke(dashboard, "Deadlines of Drayboard");
  expect((await request.get(calendar)).status()).toBe(410);
  expect(
    (await request.get("/api/v1/containers", { headers: { Authorization: `Bearer ${token}` } })).status(),
  ).toBe(403);
});

test("a screen rotates its pages, fits a phone, and ends when it is revoked", async ({
  dashboard,
  openDashboard,
  trouble,
}) => {
  // The browser reports the scripts that the policy blocks.
  trouble.expect(/answer: GET .*\/wall\/\S+ 410$/, /request: GET .*\.js csp$/);
  await dashboard.goto("/settings/feeds");
  const address = await make(dashboard, "wallboard", "Front office");
  // Dark from the first paint, independent of the device preference and without script.
  const painted = await openDashboard({ signedOut: true, javaScriptEnabled: false, colorScheme: "light" });
  await painted.goto(address);
  await expect(painted.locator("main")).toHaveCSS("color-scheme", "dark");
  await painted.goto(`${address}?theme=light`);
  await expect(painted.locator("main")).toHaveCSS("color-scheme", "light");
  const screen = await openDashboard({ signedOut: true, reducedMotion: "reduce" });
  await screen.clock.install();
  await screen.goto(address);
  await expect(screen.getByRole("heading", { name: "Front office" })).toBeVisible();
  await expect(
    screen.getByRole("list", { name: "Queues, all containers" }).getByRole("listitem"),
  ).toHaveCount(9);
  const first = screen.getByRole("region", { name: "Earliest last free days" }).getByRole("listitem").first();
  const number = (await first.locator("span").first().textContent()) ?? "";
  await expect(screen.locator("[data-standing=good]")).toContainText("Up to date · data as of");
  await expect(screen.getByText(/^Page 1 of [2-5]$/)).toBeVisible();
  await untilItRuns(screen);
  await screen.clock.fastForward(12_000);
  await expect(screen.getByText(/^Page 2 of/)).toBeVisible();
  await expect(first.locator("span").first()).not.toHaveText(number);
  await expectSound(screen, "a screen");

  await revoke(dashboard, "Front office");
  await screen.clock.fastForward(31_000);
  await expect(screen.getByText("This wallboard was revoked.")).toBeVisible();
  await expect(screen.getByRole("list")).toHaveCount(0);
  expect((await screen.reload())?.status()).toBe(410);
  await expect(screen.getByText("This wallboard was revoked.")).toBeVisible();
  const nobodys = await screen.request.get(address.replace(/\/wall\/.*$/, `/wall/${"x".repeat(43)}/data`));
  expect(nobodys.status()).toBe(404);
  expect((await screen.request.get(`/wall/${"x".repeat(43)}`)).status()).toBe(404);
});

/** Memory of a page after garbage collection: document nodes and script bytes. */
async function heldBy(page: Page): Promise<{ nodes: number; bytes: number }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("HeapProfiler.collectGarbage");
  const { nodes } = await browser.send("Memory.getDOMCounters");
  const { usedSize } = await browser.send("Runtime.getHeapUsage");
  await browser.detach();
  return { nodes, bytes: usedSize };
}

test("a screen runs for two weeks, is up to date at the end, and uses no more memory than on its first day", {
  tag: LONG,
}, async ({ dashboard, openDashboard }) => {
  test.setTimeout(180_000);
  await dashboard.goto("/settings/feeds");
  const address = await make(dashboard, "wallboard", "Two weeks, front office");
  const screen = await openDashboard({ signedOut: true, reducedMotion: "reduce" });
  await screen.clock.install();
  await screen.goto(address);
  const state = screen.locator("[data-standing]");
  await expect(state).toContainText("Up to date");
  await untilItRuns(screen);
  await screen.evaluate(() => Reflect.set(window, "loaded", "once"));
  // Two hours at a time. A screen allows 240 reads in ten minutes of the dashboard's own clock.
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour += 2) {
      const read = screen.waitForResponse(/\/wall\/\S+\/data/);
      await screen.clock.fastForward("02:00:00");
      expect((await read).status()).toBe(200);
      await expect(state).toHaveAttribute("data-standing", "good");
    }
  };
  await hours(24);
  const first = await heldBy(screen);
  await hours(13 * 24);
  const last = await heldBy(screen);
  expect(await screen.evaluate(() => Reflect.get(window, "loaded")), "without a reload").toBe("once");
  await expect(state).toContainText("Up to date");
  expect(last.nodes, `${first.nodes} nodes on the first day`).toBeLessThan(first.nodes * 1.5);
  expect(last.bytes, `${first.bytes} bytes on the first day`).toBeLessThan(first.bytes + 3_000_000);
  await revoke(dashboard, "Two weeks, front office");
});
