import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./signed-in-page";

export const PHONE = { width: 360, height: 740 };

/** `npm run test:e2e:large` looks at every page in every way. */
export const WHOLE = Boolean(process.env.E2E_CONTAINERS);

type Judging = {
  /** Where on the page; all of it when left out. */
  within?: string;
  /** By which rules; all when left out. */
  rules?: string[];
};

/** Expects nothing that a person who sees badly, or nothing, would stumble over. */
export async function expectNoTrouble(page: Page, where = "", judging: Judging = {}): Promise<void> {
  const axe = new AxeBuilder({ page });
  if (judging.within) axe.include(judging.within);
  if (judging.rules) axe.withRules(judging.rules);
  const { violations } = await axe.analyze();
  const reported = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`,
  );
  expect(reported, where).toEqual([]);
}

/** Expects the page to be no wider than its window, at the latest when all of it has come. */
export async function expectNoSidewaysScroll(page: Page, where = "the page"): Promise<void> {
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider, `${where} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** Shows the page in the dark, once no colour is on its way any more. */
export async function showInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  const moving = () =>
    page.evaluate(() => document.getAnimations().some((one) => one instanceof CSSTransition));
  // Not `waitForFunction`: it evaluates a text in the page, which the content policy refuses from the second look on.
  await expect.poll(moving, "colors are still changing").toBe(false);
}

/**
 * Looks at a page of outsiders as it stands: nothing that who sees badly, or nothing, would stumble over on a phone in the
 * dark, where it is no wider than the screen; in the large run wide and in the light before. Leaves it as it was.
 */
export async function expectSound(page: Page, where: string): Promise<void> {
  const before = page.viewportSize();
  if (WHOLE) await expectNoTrouble(page, where);
  await page.setViewportSize(PHONE);
  await showInTheDark(page);
  await expectNoTrouble(page, `${where}, on a phone in the dark`);
  await expectNoSidewaysScroll(page, where);
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}
