import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./desk";
import { everyPage } from "./pages/every-page";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** What a person who cannot see, or sees badly, would stumble over. */
async function expectNothingSerious(page: Page, where: string, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`);
  expect(serious, where).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider, `${where} is wider than the screen`).toBeLessThanOrEqual(0);
}

// A phone's colours in the dark are a wide screen's.
for (const [colorScheme, width, viewport] of [
  ["light", "a wide screen", WIDE],
  ["light", "a phone", PHONE],
  ["dark", "a wide screen", WIDE],
] as const)
  test(`nothing serious on any page: ${colorScheme}, ${width}`, async ({ openDesk }) => {
    test.setTimeout(240_000);
    // In the dark nothing is another but the colours.
    const rules = colorScheme === "dark" ? ["color-contrast"] : undefined;
    const page = await openDesk({ colorScheme, viewport });
    const pages = [...(await everyPage()), { name: "nothing found", path: "/board?q=no+such+number" }];
    for (const { name, path } of pages) {
      await page.goto(path);
      await expect(page.locator("[data-live=live]")).toBeVisible();
      await expectNothingSerious(page, name, rules);
      if (viewport === PHONE) await expectNoSidewaysScroll(page, name);
    }
    const stranger = await openDesk({ colorScheme, viewport, signedOut: true });
    await stranger.goto("/sign-in");
    await expectNothingSerious(stranger, "sign in", rules);
    await expectNoSidewaysScroll(stranger, "sign in");
  });

test("lists and refusals that open are without trouble as well", async ({ desk }) => {
  await desk.goto("/board");
  await desk.getByRole("button", { name: "Terminal any" }).click();
  await expect(desk.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await expectNothingSerious(desk, "an open filter");
  await desk.goto("/parties");
  await desk.getByRole("button", { name: "Create party" }).click();
  await expect(desk.getByLabel("Company name")).toHaveAttribute("aria-invalid", "true");
  await expectNothingSerious(desk, "a refused form");
});
