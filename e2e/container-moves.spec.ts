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

test("planned moves appear next to the appointment, and conflicts follow the gate hours of the terminal without a reload", async ({
  dashboard,
  openDashboard,
}) => {
  const container = await containerOnTheGround(10);
  const { zone } = container;
  const day = (daysAhead: number) => dayIn(zone, daysAhead);
  const at = (daysAhead: number, time: string) => instantIn(zone, day(daysAhead), time);
  await readDashboard("delete from planned_moves where container_id = $1", [container.id]);
  await reportAt(container.number, {
    holds_at_pod_terminal: [],
    pickup_appointment_at: at(3, "10:00"),
    import_deadlines: {
      pickup_lfd_line: null,
      pickup_lfd_rail: null,
      pickup_lfd_terminal: at(2, "00:00"),
    },
  });
  const containerPage = new ContainerPage(dashboard);
  const card = containerPage.card("Appointment and parties");
  const conflicts = card.getByRole("list", { name: "Conflicts" });
  await containerPage.open(container.id, container.number);
  await test.step("a plan with conflicts", async () => {
    await expect(card).toContainText("Terminal appointment is after the last free day");
    await card.getByRole("button", { name: "Plan moves" }).click();
    await dashboard.getByLabel("Planned pickup").fill(`${day(4)}T14:15`);
    await dashboard.getByLabel("Planned delivery").fill(`${day(3)}T09:00`);
    await dashboard.getByLabel("Where (optional)").first().fill("Dock 4, <b>Fontana</b>");
    await dashboard.getByLabel("Note, also shown on the board").fill("Ask for chassis 7");
    await dashboard.getByRole("button", { name: "Save plan" }).click();
    await expect(dashboard.getByText("Plan saved.")).toBeVisible();
    await expect(card.locator("[data-move=pickup]")).toContainText("2:15 PM");
    await expect(card.locator("[data-move=delivery]")).toContainText("Dock 4, <b>Fontana</b>");
    await expect(conflicts).toContainText("Planned pickup is after the last free day");
    // Four hours, except in the night of a clock change.
    const hours = Math.floor((Date.parse(at(4, "14:15")) - Date.parse(at(3, "10:00"))) / 3_600_000) - 24;
    await expect(conflicts).toContainText(`Planned pickup is 1d ${hours}h after the terminal appointment.`);
    await expect(conflicts).toContainText("Planned delivery is before pickup");
    const [plan] = await readDashboard<{ at: Date; zone: string }>(
      "select pickup_at as at, pickup_zone as zone from planned_moves where container_id = $1",
      [container.id],
    );
    expect(plan).toEqual({ at: new Date(at(4, "14:15")), zone });
  });

  const settings = await openDashboard();
  const terminal = await terminalOf(container.id);
  const edit = () =>
    settings.getByRole("button", { name: `Set gate hours for ${terminal}`, exact: true }).click();
  const save = () => settings.getByRole("button", { name: "Save" }).click();
  const specialDays = settings.getByLabel("Holidays and closures");
  const deadline = containerPage.card("Last free day");
  const closes = (on: string) => `closes 4:30 PM ${WEEKDAYS[weekday(on)]}`;
  await test.step("gate hours", async () => {
    await settings.goto("/settings/terminal-hours");
    await edit();
    await settings.getByLabel("Monday").fill("mornings");
    await save();
    await expect(settings.getByLabel("Monday")).toHaveAccessibleDescription(/Enter times such as 7am-5pm/);
    for (const label of DAYS) await settings.getByLabel(label).fill("7am-4:30pm");
    await save();
    await expect(settings.getByText("Mon–Sun 7:00 AM–4:30 PM").first()).toBeVisible();
    await expect(card.locator("[data-move=gates]")).toHaveText("Mon–Sun 7:00 AM–4:30 PM");
    await expect(deadline.locator("[data-countdown]")).toContainText(closes(day(2)));
    await card.getByRole("button", { name: "Edit plan" }).click();
    await dashboard.getByLabel("Planned pickup").fill(`${day(1)}T18:30`);
    await dashboard.getByRole("button", { name: "Save plan" }).click();
    await expect(conflicts).toContainText("Planned pickup is outside gate hours: open 7:00 AM–4:30 PM");
  });
  await test.step("a closure on the last free day: the last gate is on the day before", async () => {
    await edit();
    await specialDays.fill("Friday");
    await save();
    await expect(specialDays).toHaveAccessibleDescription(/This line can’t be read: Friday/);
    await specialDays.fill(`${day(2)} Closure`);
    await save();
    await expect(settings.getByText("closed (Closure)").first()).toBeVisible();
    await expect(deadline.locator("[data-countdown]")).toContainText(closes(day(1)));
    await expect(deadline).toContainText("No gate is open later by the last free day");
  });
  await test.step("no gate hours", async () => {
    await edit();
    for (const label of DAYS) await settings.getByLabel(label).fill("");
    await specialDays.fill("");
    await save();
    await expect(specialDays).toBeHidden();
    await expect(deadline).toContainText("11:59 PM in");
  });
});

test("the per diem period runs from gate out for the line's free days while they are set", async ({
  dashboard,
  openDashboard,
}) => {
  const [container] = await readDashboard<{ id: string; number: string; line: string }>(
    `select container_id as id, number, line
     from board_rows where gate_out_at is not null and picked_up and line is not null and row ->> 'emptyReturned' is null
       and status <> 'empty_returned' and row #>> '{gateOut,zone}' is not null order by number limit 1`,
  );
  if (!container) throw new Error("No container is out.");
  await readDashboard("delete from per_diem_terms");
  const containerPage = new ContainerPage(await openDashboard());
  await containerPage.open(container.id, container.number);
  const due = containerPage.card("Appointment and parties").locator("[data-move=returnDue]");
  await dashboard.goto("/settings/line-terms");
  const line = dashboard.locator(`[data-line=${container.line}]`);
  await expect(line).toContainText("free days not set");
  await line.getByLabel(/Free days/).fill("many");
  await line.getByRole("button", { name: /^Save/ }).click();
  await expect(line.getByRole("alert").first()).toContainText("Enter a number of days.");
  await line.getByLabel(/Free days/).fill("30");
  await line.getByRole("button", { name: /^Save/ }).click();
  await expect(line).not.toContainText("free days not set");
  await expect(due).toContainText(/days? left|last free day/);
  await line.getByRole("button", { name: /Remove/ }).click();
  await expect(line).toContainText("free days not set");
  await expect(due).toContainText("free days not set");
});
