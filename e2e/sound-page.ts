import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./desk";

const PHONE = { width: 360, height: 740 };

/** `npm run test:e2e:large` looks at every page in every way. */
const WHOLE = Boolean(process.env.E2E_CONTAINERS);

async function expectNoTrouble(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`,
  );
  expect(told, where).toEqual([]);
}

/**
 * Looks at a page of outsiders as it stands: nothing that who sees badly, or nothing, would stumble over on a phone in the
 * dark, where it is no wider than the screen; in the large run wide and in the light before. Leaves it as it was.
 */
export async function expectSound(page: Page, where: string): Promise<void> {
  const before = page.viewportSize();
  if (WHOLE) await expectNoTrouble(page, where);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(
    () => !document.getAnimations().some((moving) => moving instanceof CSSTransition),
  );
  await expectNoTrouble(page, `${where}, on a phone in the dark`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${where} is wider than a phone`).toBeLessThanOrEqual(PHONE.width);
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}
