import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { formatContainerNumber } from "@/lib/contract/container-number";

test("a container under way leads with its ETA, and opens the carrier's raw events", async ({
  dashboard,
}) => {
  const [container] = await readDashboard<{ id: string; number: string; port: string }>(
    `select c.id, b.number, s.attributes ->> 'port_of_discharge_name' as port
     from containers c join shipments s on s.id = c.shipment_id join board_rows b on b.container_id = c.id
     where b.row #>> '{status,value}' = 'on_ship' and s.attributes ->> 'pod_eta_at' is not null
       and b.row #> '{arrival,actual}' = 'null' and b.row #> '{deadline,sources}' = '[]' order by c.id limit 1`,
  );
  if (!container) throw new Error("No container is on a vessel.");
  const containerPage = new ContainerPage(dashboard);
  await containerPage.open(container.id, container.number);
  await expect(dashboard).toHaveTitle(`${formatContainerNumber(container.number)} · Drayboard`);
  const eta = containerPage.card(`ETA at ${container.port}`);
  await expect(eta.locator("[data-eta-now] time")).toBeVisible();
  await expect(eta).toContainText("First ETA");
  await expect(containerPage.card("Last free day")).toHaveCount(0);
  await dashboard.getByRole("button", { name: "Raw events" }).press("Enter");
  const drawer = dashboard.getByRole("dialog", { name: "Raw events" });
  await expect(drawer.locator("[data-raw-event]").first()).toBeVisible();
  await dashboard.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(dashboard.getByRole("button", { name: "Raw events" })).toBeFocused();
});
