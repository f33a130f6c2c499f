import { CUSTOMS_HOLD } from "@/e2e/facts/held-container";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { moveToEvent, reportAt } from "@/e2e/system/world";

type InlandContainer = { id: string; number: string; city: string; unloaded: boolean };

/** A container that goes inland by rail and is not picked up, the ones nearest to the rail ramp first. */
async function inlandContainer(): Promise<InlandContainer> {
  const [container] = await readDashboard<InlandContainer>(
    `select c.id, c.attributes ->> 'number' as number, s.attributes ->> 'destination_name' as city,
       c.attributes ->> 'ind_rail_unloaded_at' is not null as unloaded
     from containers c join shipments s on s.id = c.shipment_id
     where s.attributes ->> 'destination_locode' <> s.attributes ->> 'port_of_discharge_locode'
       and c.attributes ->> 'pod_rail_carrier_scac' is not null
       and c.attributes ->> 'current_status' not in ('picked_up', 'delivered', 'empty_returned')
     order by c.attributes ->> 'ind_rail_unloaded_at' is null, c.attributes ->> 'pod_rail_loaded_at' is null,
       c.attributes ->> 'pod_discharged_at' is null, (s.attributes ->> 'destination_name' = 'Chicago') desc, number
     limit 1`,
  );
  if (!container) throw new Error("No container goes inland by rail.");
  return container;
}

const AT_RAMP = {
  availability_known: true,
  available_for_pickup: true,
  holds_at_pod_terminal: [],
  fees_at_pod_terminal: [{ type: "demurrage", amount: 300, currency_code: "USD" }],
  location_at_pod_terminal: "Track 12",
};

test("holds and availability at a rail ramp are those of the terminal's attributes", async ({
  dashboard,
}) => {
  test.setTimeout(180_000);
  const { id, number, city, unloaded } = await inlandContainer();
  if (!unloaded) await moveToEvent(number, "container.transport.rail_unloaded");
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const deadlines = { pickup_lfd_terminal: null, pickup_lfd_line: null, pickup_lfd_rail: tomorrow };
  const report = (facts: object) => reportAt(number, { ...AT_RAMP, import_deadlines: deadlines, ...facts });
  const board = new BoardPage(dashboard);
  const shownIn = async (queue: string) => {
    await board.open(`?queue=${queue}&q=${number}`);
    return expect(board.row(number));
  };

  await test.step("ready, in Pull today, when the ramp reports it", async () => {
    await report({});
    await (await shownIn("pull-today")).toBeVisible();
    await expect(board.cell(number, "release")).toContainText("Ready");
  });

  await test.step("held on the board, in the queue of held containers, not in Pull today", async () => {
    await report({ holds_at_pod_terminal: [CUSTOMS_HOLD] });
    await expect(board.row(number)).toHaveCount(0);
    await (await shownIn("held")).toBeVisible();
    await expect(board.cell(number, "release")).toContainText("customs");
    await expect(board.cell(number, "release")).not.toContainText("Ready");
    await (await shownIn("pull-today")).toHaveCount(0);
  });

  await test.step("its page names the place of the hold", async () => {
    const container = new ContainerPage(dashboard);
    await container.open(id, number);
    await expect(container.card("Holds")).toContainText("1 active");
    await expect(container.card("Holds")).toContainText(/customs.*“CET exam” · at \S/);
    await expect(
      dashboard
        .getByText(`at ${city}`)
        .or(dashboard.getByText(/Track 12/))
        .first(),
    ).toBeVisible();
    await expect(container.card("Charges")).toContainText("Demurrage at the ramp");
    await expect(container.card("Charges")).toContainText("$300.00");
  });

  await test.step("not ready while the ramp reports it as unavailable", async () => {
    await report({ available_for_pickup: false });
    await (await shownIn("all")).toBeVisible();
    await expect(board.cell(number, "release")).not.toContainText("customs");
    await expect(board.cell(number, "release")).toContainText("Not available");
  });
});
