import type { Page } from "@playwright/test";
import { everyPage } from "@/e2e/pages/every-page";
import {
  expectNoProblems,
  expectNoSidewaysScroll,
  PHONE,
  showInDarkMode,
  WHOLE,
} from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { LONG } from "@/scripts/test/long-tests";

const WIDE = { width: 1440, height: 900 };
/** In the usual run, only pages with a different phone layout or their own colors are checked. */
const BUILT_THEIR_OWN_WAY = ["board", "container", "shipments", "track", "home", "reports", "settings-you"];

/** Sums the layout shifts while the page loads. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const reported = { shift: 0 };
    Reflect.set(window, "reported", reported);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, "hadRecentInput")) reported.shift += Number(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => Number(await page.evaluate(() => Reflect.get(Reflect.get(window, "reported"), "shift")));
}

/** Opens a page and waits until it is complete: live, and without loading placeholders. */
async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("[data-live=live]")).toBeVisible();
  await expect(page.getByRole("heading").first()).toBeAttached();
  await expect(page.locator(".skeleton")).toHaveCount(0);
}

/** Checks an open page in dark mode, which changes only colors, and on a phone. */
async function expectAccessibleInDarkModeAndOnAPhone(page: Page, name: string): Promise<void> {
  await showInDarkMode(page);
  await expectNoProblems(page, `${name} in dark mode`, { rules: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page, name);
  await expectNoProblems(page, `${name} on a phone`);
}

const MORE_PAGES = [
  { name: "nothing found", path: "/board?q=no+such+number" },
  { name: "find", path: "/find?q=nothing+of+that+name" },
  { name: "print", path: "/board/print?queue=pull-today" },
  { name: "narrowed board", path: "/board?queue=held&sort=terminal" },
];

async function expectAllSound(page: Page, isRequested: (name: string) => boolean): Promise<void> {
  const shifted = await countShifts(page);
  const shifts: Record<string, number> = {};
  for (const { name, path } of [...(await everyPage()), ...MORE_PAGES])
    if (isRequested(name))
      await test.step(name, async () => {
        await page.setViewportSize(WIDE);
        await openWhole(page, path);
        await expectNoProblems(page, name);
        // By now all late content has arrived.
        shifts[name] = await shifted();
        if (WHOLE || BUILT_THEIR_OWN_WAY.includes(name))
          return expectAccessibleInDarkModeAndOnAPhone(page, name);
        await page.setViewportSize(PHONE);
        await expectNoSidewaysScroll(page, name);
      });
  expect(Object.keys(shifts), "pages looked at").not.toEqual([]);
  const over = Object.entries(shifts).filter(([, shift]) => shift > 0.05);
  expect(over, JSON.stringify(shifts)).toEqual([]);
}

test("pages with their own layout have no accessibility errors in light and dark mode and on a phone, and no layout shifts", async ({
  openDashboard,
}) => {
  test.setTimeout(WHOLE ? 1_200_000 : 300_000);
  await expectAllSound(await openDashboard({ viewport: WIDE }), (name) => BUILT_THEIR_OWN_WAY.includes(name));
});

test("all other pages have no accessibility errors and no layout shifts", { tag: LONG }, async ({
  openDashboard,
}) => {
  test.setTimeout(WHOLE ? 1_200_000 : 300_000);
  await expectAllSound(
    await openDashboard({ viewport: WIDE }),
    (name) => !BUILT_THEIR_OWN_WAY.includes(name),
  );
});

test("the sign-in page has no accessibility errors in light and dark mode and on a phone", async ({
  openDashboard,
}) => {
  const page = await openDashboard({ viewport: WIDE, signedOut: true });
  await page.goto("/sign-in");
  await expectNoProblems(page, "sign in");
  await expectNoSidewaysScroll(page, "sign in");
  await expectAccessibleInDarkModeAndOnAPhone(page, "sign in");
});
