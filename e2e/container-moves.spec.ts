import { containerOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";
import { WEEKDAYS } from "@/lib/domain/time/time-format";
import { weekday } from "@/lib/domain/time/zoned-time";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

async function terminalOf(id: string): Promise<string> {
  const [row] = await readDashboard<{ terminal: string }>(
    "select row #>> '{terminal,name}' as terminal from board_rows where container_id = $1",
    [id],
  );
  return row?.terminal ?? "";
}

test.describe("planned moves", () => {
  test("appear next to the appointment with their conflicts", async ({ dashboard }) => {
    const container = await containerOnTheGround(8);
    await reportAt(container.number, {
      holds_at_pod_terminal: [],
      pickup_appointment_at: instantIn(container.zone, dayIn(container.zone, 2), "10:00"),
      import_deadlines: {
        pickup_lfd_line: null,
        pickup_lfd_rail: null,
        pickup_lfd_terminal: instantIn(container.zone, dayIn(container.zone, 1), "00:00"),
      },
    });
    const at = (daysAhead: number, time: string) =>
      Date.parse(instantIn(container.zone, dayIn(container.zone, daysAhead), time));
    // Four hours, except in the night of a clock change.
    const hours = Math.floor((at(3, "14:15") - at(2, "10:00")) / 3_600_000) - 24;
    const containerPage = new ContainerPage(dashboard);
    await containerPage.open(container.id, container.number);
    const card = containerPage.card("Appointment and parties");
    await expect(card).toContainText("Terminal appointment is after the last free day");
    await card.getByRole("button", { name: "Plan moves" }).click();
    await dashboard.getByLabel("Planned pickup").fill(`${dayIn(container.zone, 3)}T14:15`);
    await dashboard.getByLabel("Planned delivery").fill(`${dayIn(container.zone, 2)}T09:00`);
    await dashboard.getByLabel("Where (optional)").first().fill("Dock 4, <b>Fontana</b>");
    await dashboard.getByLabel("Note, also shown on the board").fill("Ask for chassis 7");
    await dashboard.getByRole("button", { name: "Save plan" }).click();
    await expect(dashboard.getByText("Plan saved.")).toBeVisible();
    await expect(card.locator("[data-move=pickup]")).toContainText("14:15");
    await expect(card.locator("[data-move=delivery]")).toContainText("Dock 4, <b>Fontana</b>");
    const conflicts = card.getByRole("list", { name: "Conflicts" });
    await expect(conflicts).toContainText("Planned pickup is after the last free day");
    await expect(conflicts).toContainText(`Planned pickup is 1 d ${hours} h after the terminal appointment.`);
    await expect(conflicts).toContainText("Planned delivery is before pickup");
    const [plan] = await readDashboard<{ at: Date; zone: string }>(
      "select pickup_at as at, pickup_zone as zone from planned_moves where container_id = $1",
      [container.id],
    );
    expect(plan).toEqual({
      at: new Date(instantIn(container.zone, dayIn(container.zone, 3), "14:15")),
      zone: container.zone,
    });
  });

  test("show the later of two dispatchers that the plan was already saved", async ({
    dashboard,
    openDashboard,
  }) => {
    const container = await containerOnTheGround(9);
    const other = await openDashboard();
    for (const page of [dashboard, other]) {
      await new ContainerPage(page).open(container.id, container.number);
      await page.getByRole("button", { name: /Plan moves|Edit plan/ }).click();
    }
    await dashboard.getByLabel("Note, also shown on the board").fill("first");
    await other.getByLabel("Note, also shown on the board").fill("second");
    await dashboard.getByRole("button", { name: "Save plan" }).click();
    await expect(dashboard.getByText("Plan saved.")).toBeVisible();
    await other.getByRole("button", { name: "Save plan" }).click();
    await expect(other.getByRole("alert").filter({ hasText: "saved this plan" })).toContainText(
      "saved this plan (note)",
    );
    await expect(other.getByLabel("Note, also shown on the board")).toHaveValue("second");
    await other.getByRole("button", { name: "Save plan" }).click();
    await expect(new ContainerPage(dashboard).card("Appointment and parties")).toContainText("second");
  });

  test("are checked against the gate hours set for the terminal", async ({ dashboard }) => {
    const container = await containerOnTheGround(10);
    const lastFreeDay = dayIn(container.zone, 2);
    await reportAt(container.number, {
      import_deadlines: {
        pickup_lfd_line: null,
        pickup_lfd_rail: null,
        pickup_lfd_terminal: instantIn(container.zone, lastFreeDay, "00:00"),
      },
    });
    const terminal = await terminalOf(container.id);
    await dashboard.goto("/settings/terminal-hours");
    await dashboard.getByRole("button", { name: `Set gate hours for ${terminal}`, exact: true }).click();
    await dashboard.getByLabel("Monday").fill("mornings");
    await dashboard.getByRole("button", { name: "Save" }).click();
    await expect(dashboard.getByLabel("Monday")).toHaveAccessibleDescription(
      /Enter times such as 07:00-16:30/,
    );
    for (const day of DAYS) await dashboard.getByLabel(day).fill("07:00-16:30");
    await dashboard.getByRole("button", { name: "Save" }).click();
    await expect(dashboard.getByText("Mon–Sun 07:00–16:30").first()).toBeVisible();

    const containerPage = new ContainerPage(dashboard);
    await containerPage.open(container.id, container.number);
    const card = containerPage.card("Appointment and parties");
    await expect(card.locator("[data-move=gates]")).toHaveText("Mon–Sun 07:00–16:30");
    const closes = (day: string) => `closes 4:30 PM ${WEEKDAYS[weekday(day)]}`;
    const deadline = containerPage.card("Last free day");
    await expect(deadline.locator("[data-countdown]")).toContainText(closes(lastFreeDay));
    await card.getByRole("button", { name: /Plan moves|Edit plan/ }).click();
    await dashboard.getByLabel("Planned pickup").fill(`${dayIn(container.zone, 1)}T18:30`);
    await dashboard.getByRole("button", { name: "Save plan" }).click();
    await expect(card.getByRole("list", { name: "Conflicts" })).toContainText(
      "Planned pickup is outside gate hours: open 07:00–16:30",
    );

    // With the terminal closed on the last free day, the last gate is on the day before.
    await dashboard.goto("/settings/terminal-hours");
    await dashboard.getByRole("button", { name: `Set gate hours for ${terminal}`, exact: true }).click();
    const specialDays = dashboard.getByLabel("Holidays and closures");
    await specialDays.fill("Friday");
    await dashboard.getByRole("button", { name: "Save" }).click();
    await expect(specialDays).toHaveAccessibleDescription(/This line can’t be read: Friday/);
    await specialDays.fill(`${lastFreeDay} Closure`);
    await dashboard.getByRole("button", { name: "Save" }).click();
    await expect(dashboard.getByText("closed (Closure)").first()).toBeVisible();
    await containerPage.open(container.id, container.number);
    await expect(deadline.locator("[data-countdown]")).toContainText(closes(dayIn(container.zone, 1)));
    await expect(deadline).toContainText("No gate is open later by the last free day");

    await dashboard.goto("/settings/terminal-hours");
    await dashboard.getByRole("button", { name: `Set gate hours for ${terminal}`, exact: true }).click();
    for (const day of DAYS) await dashboard.getByLabel(day).fill("");
    await specialDays.fill("");
    await dashboard.getByRole("button", { name: "Save" }).click();
    await expect(specialDays).toBeHidden();
    await containerPage.open(container.id, container.number);
    await expect(deadline).toContainText("24:00 in");
  });
});

test.describe("the per diem period", () => {
  test("runs from gate out for the line's free days, once they are set", async ({ dashboard }) => {
    const [container] = await readDashboard<{
      id: string;
      number: string;
      line: string;
      zone: string;
      out: Date;
    }>(
      `select container_id as id, number, line, gate_out_at as out, row #>> '{gateOut,zone}' as zone
       from board_rows where gate_out_at is not null and picked_up and line is not null and row ->> 'emptyReturned' is null
         and status <> 'empty_returned' and row #>> '{gateOut,zone}' is not null order by number limit 1`,
    );
    if (!container) throw new Error("No container is out.");
    await readDashboard("delete from per_diem_terms");
    const containerPage = new ContainerPage(dashboard);
    await dashboard.goto("/settings/line-terms");
    const line = dashboard.locator(`[data-line=${container.line}]`);
    await expect(line).toContainText("free days not set");
    await line.getByLabel(/Free days/).fill("many");
    await line.getByRole("button", { name: /^Save/ }).click();
    await expect(line.getByRole("alert").first()).toContainText("Enter a number of days.");
    await line.getByLabel(/Free days/).fill("30");
    await line.getByRole("button", { name: /^Save/ }).click();
    await expect(line).not.toContainText("free days not set");
    await containerPage.open(container.id, container.number);
    const due = containerPage.card("Appointment and parties").locator("[data-move=returnDue]");
    await expect(due).toContainText(/days? left|last free day/);
    await dashboard.goto("/settings/line-terms");
    await line.getByRole("button", { name: /Remove/ }).click();
    await expect(line).toContainText("free days not set");
    await containerPage.open(container.id, container.number);
    await expect(due).toContainText("free days not set");
  });
});
