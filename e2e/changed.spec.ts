import { containerOnTheGround } from "@/e2e/facts/containers";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

const demurrage = (amount: number) => ({
  fees_at_pod_terminal: [{ type: "demurrage", amount, currency_code: "USD" }],
});

test("chosen changes are explained at their mark and listed until all are marked as seen, which can be undone", async ({
  dashboard,
  openDashboard,
}) => {
  test.slow();
  const container = await containerOnTheGround(14);
  await reportAt(container.number, demurrage(110));
  await readDashboard("update preferences set marks_from = clock_timestamp()");
  const board = new BoardPage(dashboard);
  await board.open(`?q=${container.number}`);
  await expect(board.cell(container.number, "charges")).toContainText("$110.00");
  await dashboard.goto("/settings/you");
  const choices = dashboard.getByRole("group", { name: /Mark a container as changed/ });
  const chosen = () =>
    readDashboard<{ kinds: string[] }>(
      "select change_kinds as kinds from preferences where not 'fee' = any(change_kinds)",
    );

  await test.step("a kind that is not chosen marks nothing", async () => {
    await choices.getByLabel("Charges").uncheck();
    await expect.poll(async () => (await chosen()).length).toBe(1);
    await reportAt(container.number, demurrage(220));
    await board.open(`?q=${container.number}`);
    const charges = board.cell(container.number, "charges");
    await expect(charges).toContainText("$220.00");
    await expect(charges.locator("[data-marked]")).toHaveCount(0);
    await dashboard.goto("/settings/you");
    await choices.getByLabel("Charges").check();
    await expect.poll(async () => (await chosen()).length).toBe(0);
  });

  await test.step("a chosen one is explained to the keyboard and to the pointer", async () => {
    await readDashboard("update preferences set marks_from = clock_timestamp()");
    await reportAt(container.number, demurrage(333));
    // Rows of this list stay unseen.
    await board.open(`?changed=1&q=${container.number}`);
    const mark = board.cell(container.number, "charges").locator("[data-marked]");
    const tooltip = dashboard.getByRole("tooltip");
    const text = /^Charges: \$220\.00 → \$333\.00 · \d+:\d\d [AP]M · Terminal$/;
    await expect(mark).toBeVisible();
    await dashboard.keyboard.press("j");
    await expect(tooltip).toHaveText(text);
    await dashboard.keyboard.press("Escape");
    await expect(tooltip).toHaveCount(0);
    await mark.hover();
    await expect(tooltip).toHaveText(text);
    await board.queues.first().hover();
    await expect(tooltip).toHaveCount(0);
  });

  const page = await openDashboard();
  const item = page.locator(`li[data-container="${container.id}"]`);
  const unseen = item.locator("[data-change=Charges]").getByText("unseen");
  await test.step("it is listed with what it was, and all are marked as seen by one key", async () => {
    await page.goto("/board");
    await page.getByRole("link", { name: "Changed for me" }).click();
    await expect(item.getByRole("link", { name: spaced(container.number) })).toBeVisible();
    await expect(item.locator("[data-change=Charges]")).toContainText(/Charges\s*\$220\.00\s*→\s*\$333\.00/);
    await expect(unseen).toBeVisible();
    await page.keyboard.press("e");
    await expect(page.getByText("All changes marked as seen.")).toBeVisible();
    await expect(unseen).toHaveCount(0);
    // Jobs that other tests finished have notices too.
    const notice = page.getByRole("listitem").filter({ hasText: "All changes marked as seen." });
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect(unseen).toBeVisible();
  });

  await test.step("it begins at another time on request, and fits a phone", async () => {
    await page.getByRole("link", { name: "Today 6 AM" }).click();
    await expect(page).toHaveURL(/\/changed\?since=today$/);
    await page.goto("/changed?since=at&at=2999-01-01T00:00");
    await expect(page.getByRole("alert").filter({ hasText: "in the future" })).toBeVisible();
    await expect(item).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
