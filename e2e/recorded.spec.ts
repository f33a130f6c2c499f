import { existsSync, readFileSync } from "node:fs";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { deliver } from "@/e2e/system/signed-delivery";

const RECORDED = "../shared/samples/webhooks/container.updated.json";

test("a recorded delivery of the live service is shown in trade terms", async ({ dashboard, request }) => {
  test.skip(!existsSync(RECORDED), "the recorded documents are not next to this checkout");
  await deliver(request, readFileSync(RECORDED));
  await expect
    .poll(() => readDashboard("select from board_rows where number = 'MSKU4807969'"), { timeout: 10_000 })
    .toHaveLength(1);

  await dashboard.goto("/find?q=msku-480796 9");
  await new ContainerPage(dashboard).expectNumber("MSKU4807969");
  const deadline = new ContainerPage(dashboard).card("Last free day");
  await expect(deadline).toContainText("Expired");
  await expect(deadline).toContainText("October 24, 2022");
  await expect(deadline).toContainText("in Terminal Island");
  await expect(dashboard.locator("main")).toContainText("stale");
  const milestones = new ContainerPage(dashboard).card("Milestones");
  await expect(milestones.getByText("Gate out (full)")).toBeVisible();
  await expect(dashboard.locator("[data-readiness]")).not.toHaveAttribute("data-readiness", "picked_up");
});
