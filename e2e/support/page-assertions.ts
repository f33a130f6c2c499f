import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./signed-in-page";

export const PHONE = { width: 360, height: 740 };

/** `npm run test:e2e:large` checks every page in every variant. */
export const WHOLE = Boolean(process.env.E2E_CONTAINERS);

type Judging = {
  /** The part of the page to check. Undefined: the whole page. */
  within?: string;
  /** The rules to check. Undefined: all rules. */
  rules?: string[];
};

/** Expects no accessibility errors. */
export async function expectNoProblems(page: Page, where = "", judging: Judging = {}): Promise<void> {
  const axe = new AxeBuilder({ page });
  // Only violations are read. Without frames of other sites, the legacy mode finds the same without a second page.
  axe.options({ resultTypes: ["violations"] }).setLegacyMode(page.frames().length === 1);
  if (judging.within) axe.include(judging.within);
  if (judging.rules) axe.withRules(judging.rules);
  const { violations } = await axe.analyze();
  const reported = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`,
  );
  expect(reported, where).toEqual([]);
}

/** Expects the page to be no wider than its window once it has loaded. */
export async function expectNoSidewaysScroll(page: Page, where = "the page"): Promise<void> {
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider, `${where} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** Switches the page to dark mode and waits until no color is still in transition. */
export async function showInDarkMode(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  const moving = () =>
    page.evaluate(() => document.getAnimations().some((one) => one instanceof CSSTransition));
  // Not `waitForFunction`: it evaluates a string in the page, which the content security policy blocks from the second
  // check on.
  await expect.poll(moving, "colors are still changing").toBe(false);
}

/**
 * Checks a public page in its current state. It must have no accessibility errors on a phone in dark mode and no
 * horizontal scrolling. The large run first checks it wide and in light mode. Restores the page's settings.
 */
export async function expectSound(page: Page, where: string): Promise<void> {
  const before = page.viewportSize();
  if (WHOLE) await expectNoProblems(page, where);
  await page.setViewportSize(PHONE);
  await showInDarkMode(page);
  await expectNoProblems(page, `${where}, on a phone in dark mode`);
  await expectNoSidewaysScroll(page, where);
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}
