import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const NAMES = ["First Haul", "Second Haul"] as const;

async function twoParties(page: Page): Promise<void> {
  await page.goto("/parties");
  for (const name of NAMES) {
    if ((await readDashboard("select from parties where company_name = $1", [name])).length > 0) continue;
    await page.getByLabel("Company name").fill(name);
    await page.getByRole("button", { name: "Create party" }).click();
    await expect(page.getByRole("row", { name })).toBeVisible();
  }
}

test("two dispatchers assign and remove carriers of one container at the same time, and a third sees it on the board", async ({
  openDashboard,
}) => {
  test.setTimeout(240_000);
  const [one, other, third] = [await openDashboard(), await openDashboard(), await openDashboard()];
  await twoParties(one);
  const container = await containerOnTheGround(11);
  const pages = [new ContainerPage(one), new ContainerPage(other)] as const;
  for (const page of pages) await page.open(container.id, container.number);
  const board = new BoardPage(third);
  await board.open(`?q=${container.number}`);

  await test.step("of two assignments made at the same time one wins, and the other user is notified whose", async () => {
    await pages[0].choose(NAMES[0]);
    await pages[1].choose(NAMES[1]);
    await Promise.all(
      pages.map(({ page }) => page.getByRole("button", { name: "Assign", exact: true }).click()),
    );
    const refusals = pages.map(({ page }) =>
      page.getByRole("alert").filter({ hasText: / assigned \w+ Haul\. No changes made/ }),
    );
    await expect
      .poll(async () => (await Promise.all(refusals.map((each) => each.count()))).sort())
      .toEqual([0, 1]);
    const winner = (await refusals[0]?.count()) === 0 ? 0 : 1;
    for (const page of pages) await expect(page.carrier(NAMES[winner])).toBeVisible();
    await expect(board.row(container.number)).toContainText(NAMES[winner]);
    await expect(board.row(container.number)).not.toContainText(NAMES[1 - winner] ?? "");
    // The other user assigns theirs too, as the form now says who is assigned.
    await pages[1 - winner]?.page.getByRole("button", { name: "Assign", exact: true }).click();
    for (const page of pages) for (const name of NAMES) await expect(page.carrier(name)).toBeVisible();
    for (const name of NAMES) await expect(board.row(container.number)).toContainText(name);
  });

  await test.step("of two removals one succeeds, the other gets a message, and nothing else is removed", async () => {
    await Promise.all(pages.map((page) => page.carrier(NAMES[0]).click()));
    for (const page of pages) {
      await expect(page.carrier(NAMES[0])).toHaveCount(0);
      await expect(page.carrier(NAMES[1])).toBeVisible();
    }
    await expect(board.row(container.number)).not.toContainText(NAMES[0]);
    await expect(board.row(container.number)).toContainText(NAMES[1]);
  });

  await pages[0].carrier(NAMES[1]).click();
  await expect(pages[0].carrier(NAMES[1])).toHaveCount(0);
});
