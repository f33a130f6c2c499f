import { containerOnTheGround } from "@/e2e/facts/containers";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { translatePage } from "@/e2e/support/translate";
import { reportAt } from "@/e2e/system/world";

const demurrage = (amount: number) => ({
  fees_at_pod_terminal: [{ type: "demurrage", amount, currency_code: "USD" }],
});

for (const joined of [false, true])
  test(`live changes are shown on pages that the browser translates${joined ? ", sentence by sentence" : ""}`, async ({
    dashboard,
    openDashboard,
  }) => {
    const container = await containerOnTheGround(joined ? 5 : 6);
    await reportAt(container.number, demurrage(125));
    const page = new ContainerPage(dashboard);
    await page.open(container.id, container.number);
    await expect(page.card("Charges")).toContainText("$125.00");
    const board = await openDashboard();
    await board.goto(`/board?q=${container.number}`);
    const row = board.locator(`tr[data-container="${container.id}"]`);
    await expect(row).toContainText("$125.00");
    for (const each of [dashboard, board]) {
      await expect(each.locator("[data-live=live]")).toBeVisible();
      await each.evaluate(translatePage, { joined });
      await expect(each.locator("[data-live=live]")).toContainText("[es]");
    }
    for (const amount of [400, 500, 625.5]) {
      await reportAt(container.number, demurrage(amount));
      const text = `$${amount.toFixed(2)}`;
      await expect(page.card("Charges")).toContainText(text);
      await expect(row).toContainText(text);
    }
    // The line of the page that is open goes on counting.
    const line = board.locator("[data-live=live]");
    const before = await line.textContent();
    await expect(line).not.toHaveText(before ?? "");
    await expect(dashboard.getByText("This page couldn’t be shown")).toHaveCount(0);
    await dashboard.locator("a[href='/board']").filter({ visible: true }).first().click();
    await expect(dashboard).toHaveURL(/\/board/);
    await expect(dashboard.locator("tr[data-container]").first()).toBeVisible();
  });
