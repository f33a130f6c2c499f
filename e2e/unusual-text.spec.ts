import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { ContainerPage } from "@/e2e/pages/container-page";
import { PaletteDialog } from "@/e2e/pages/palette-dialog";
import { expectNoSidewaysScroll, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

const WIDE = { width: 1440, height: 800 };
const SCRIPT = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
const COMPANY = `Ünïon 🚚 ${SCRIPT} شركة النقل`;
const DESCRIPTION = `${SCRIPT} =HYPERLINK("http://x") 🛃 ‮evil‬ ${"long".repeat(20)}`;
/** Without a line break opportunity, and as long as the service accepts. */
const REFERENCE = `PO-${"9".repeat(251)}Z`;
const TOO_LONG = `${REFERENCE}${"9".repeat(45)}`;

async function expectWhole(page: Page, where: string): Promise<void> {
  expect(await page.title(), where).not.toBe("taken");
  expect(await page.locator("main img").count(), where).toBe(0);
  await expectNoSidewaysScroll(page, where);
}

test("script, symbols, right-to-left text and very long words are shown unchanged, and the layout holds", async ({
  dashboard,
  openDashboard,
}) => {
  test.setTimeout(240_000);
  const container = await containerOnTheGround(10);
  await reportAt(container.number, {
    holds_at_pod_terminal: [{ name: "other", status: "hold", description: DESCRIPTION }],
    location_at_pod_terminal: `${SCRIPT} A-1`,
  });
  await dashboard.goto("/parties");
  await dashboard.getByLabel("Company name").fill(COMPANY);
  await dashboard.getByRole("button", { name: "Create party" }).click();
  await expect(dashboard.locator("[data-party]").filter({ hasText: "Ünïon 🚚" })).toBeVisible();
  const containerPage = new ContainerPage(dashboard);
  await containerPage.open(container.id, container.number);
  await expect(containerPage.card("Holds")).toContainText(DESCRIPTION.slice(0, 60));
  await containerPage.assign(COMPANY);
  await expect(containerPage.carrier(COMPANY)).toBeVisible();
  await dashboard.getByRole("button", { name: "Edit container references" }).click();
  const references = dashboard.getByRole("textbox", { name: "Container references" });
  await references.fill(TOO_LONG);
  await dashboard.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dashboard.getByRole("alert").filter({ hasText: "at most 255 characters" })).toBeVisible();
  await expect(references).toHaveValue(TOO_LONG);
  await references.fill(REFERENCE);
  await dashboard.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(() =>
      readDashboard("select from board_rows where container_id = $1 and row -> 'references' @> $2", [
        container.id,
        JSON.stringify([REFERENCE]),
      ]),
    )
    .toHaveLength(1);

  const pages = [
    ["container", `/containers/${container.id}`],
    ["board", `/board?q=${container.number}`],
    ["print", `/board/print?q=${container.number}`],
    ["find", `/find?q=${REFERENCE.slice(0, 40)}`],
    ["parties", "/parties"],
  ] as const;
  const page = await openDashboard({ viewport: WIDE });
  for (const [name, path] of pages) {
    await page.setViewportSize(WIDE);
    await page.goto(path);
    await expect(page.locator("[data-live=live]")).toBeVisible();
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      await expectWhole(page, `${name} at ${viewport.width}`);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/odd-${name}-${viewport.width}.png` });
    }
  }
  const palette = new PaletteDialog(page);
  await palette.open();
  await page.keyboard.insertText("Ünïon img");
  await expect(palette.options.first()).toContainText("<script>");
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport);
    await expectWhole(page, `palette at ${viewport.width}`);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/odd-palette-${viewport.width}.png` });
  }
});
