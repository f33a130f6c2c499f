import type { Page } from "@playwright/test";
import { boxOnTheGround } from "@/e2e/facts/containers";
import { ContainerPage } from "@/e2e/pages/container-page";
import { PaletteDialog } from "@/e2e/pages/palette-dialog";
import { expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

const SCRIPT = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
const COMPANY = `Ünïon 🚚 ${SCRIPT} شركة النقل`;
const DESCRIPTION = `${SCRIPT} =HYPERLINK("http://x") 🛃 ‮evil‬ ${"long".repeat(20)}`;
/** Without a place to break, and as long as the service takes. */
const REFERENCE = `PO-${"9".repeat(251)}Z`;
const TOO_LONG = `${REFERENCE}${"9".repeat(45)}`;

async function expectWhole(page: Page, where: string): Promise<void> {
  expect(await page.title(), where).not.toBe("taken");
  expect(await page.locator("main img").count(), where).toBe(0);
  await expectNoSidewaysScroll(page, where);
}

test("script, signs, right-to-left text and endless words are shown as they are, and the layout holds", async ({
  desk,
  openDesk,
}) => {
  test.setTimeout(120_000);
  const box = await boxOnTheGround(10);
  await reportAt(box.number, {
    holds_at_pod_terminal: [{ name: "other", status: "hold", description: DESCRIPTION }],
    location_at_pod_terminal: `${SCRIPT} A-1`,
  });
  await desk.goto("/parties");
  await desk.getByLabel("Company name").fill(COMPANY);
  await desk.getByRole("button", { name: "Create party" }).click();
  await expect(desk.locator("[data-party]").filter({ hasText: "Ünïon 🚚" })).toBeVisible();
  const container = new ContainerPage(desk);
  await container.open(box.id, box.number);
  await expect(container.card("Holds")).toContainText(DESCRIPTION.slice(0, 60));
  await container.assign(COMPANY);
  await expect(container.carrier(COMPANY)).toBeVisible();
  await desk.getByRole("button", { name: "Edit references of the container" }).click();
  const references = desk.getByRole("textbox", { name: "References of the container" });
  await references.fill(TOO_LONG);
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.getByRole("alert").filter({ hasText: "at most 255 characters" })).toBeVisible();
  await expect(references).toHaveValue(TOO_LONG);
  await references.fill(REFERENCE);
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(() =>
      readDesk("select from board_rows where container_id = $1 and row -> 'references' @> $2", [
        box.id,
        JSON.stringify([REFERENCE]),
      ]),
    )
    .toHaveLength(1);

  const pages = [
    ["container", `/containers/${box.id}`],
    ["board", `/board?q=${box.number}`],
    ["print", `/board/print?q=${box.number}`],
    ["find", `/find?q=${REFERENCE.slice(0, 40)}`],
    ["parties", "/parties"],
  ] as const;
  for (const width of [1440, 360]) {
    const page = await openDesk({ viewport: { width, height: 800 } });
    for (const [name, path] of pages) {
      await page.goto(path);
      await expect(page.locator("[data-live=live]")).toBeVisible();
      await expectWhole(page, `${name} at ${width}`);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/odd-${name}-${width}.png` });
    }
    const palette = new PaletteDialog(page);
    await palette.open();
    await page.keyboard.insertText("Ünïon");
    await expect(palette.options.first()).toContainText("<script>");
    await expectWhole(page, `palette at ${width}`);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/odd-palette-${width}.png` });
  }
});
