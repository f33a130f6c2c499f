import { boxOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

async function terminalOf(id: string): Promise<string> {
  const [row] = await readDesk<{ terminal: string }>(
    "select row #>> '{terminal,name}' as terminal from board_rows where container_id = $1",
    [id],
  );
  return row?.terminal ?? "";
}

test.describe("our moves", () => {
  test("stand beside the appointment, and what does not fit is said", async ({ desk }) => {
    const box = await boxOnTheGround(8);
    await reportAt(box.number, {
      holds_at_pod_terminal: [],
      pickup_appointment_at: instantIn(box.zone, dayIn(box.zone, 2), "10:00"),
      import_deadlines: {
        pickup_lfd_line: null,
        pickup_lfd_rail: null,
        pickup_lfd_terminal: instantIn(box.zone, dayIn(box.zone, 1), "00:00"),
      },
    });
    const at = (daysAhead: number, time: string) =>
      Date.parse(instantIn(box.zone, dayIn(box.zone, daysAhead), time));
    // Four, but for the night in which the clocks change.
    const hours = Math.floor((at(3, "14:15") - at(2, "10:00")) / 3_600_000) - 24;
    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    const card = container.card("Appointment and parties");
    await expect(card).toContainText("The terminal’s appointment is after the last free day");
    await card.getByRole("button", { name: "Plan our moves" }).click();
    await desk.getByLabel("Our pickup").fill(`${dayIn(box.zone, 3)}T14:15`);
    await desk.getByLabel("Our delivery").fill(`${dayIn(box.zone, 2)}T09:00`);
    await desk.getByLabel("Where (optional)").first().fill("Dock 4, <b>Fontana</b>");
    await desk.getByLabel("Note, on the board too").fill("Ask for chassis 7");
    await desk.getByRole("button", { name: "Save the plan" }).click();
    await expect(desk.getByText("Plan saved.")).toBeVisible();
    await expect(card.locator("[data-move=pickup]")).toContainText("14:15");
    await expect(card.locator("[data-move=delivery]")).toContainText("Dock 4, <b>Fontana</b>");
    const conflicts = card.getByRole("list", { name: "What does not fit" });
    await expect(conflicts).toContainText("Our pickup is after the last free day");
    await expect(conflicts).toContainText(`Our pickup is 1 d ${hours} h after the terminal’s appointment.`);
    await expect(conflicts).toContainText("Our delivery is before the box is out");
    const [plan] = await readDesk<{ at: Date; zone: string }>(
      "select pickup_at as at, pickup_zone as zone from planned_moves where container_id = $1",
      [box.id],
    );
    expect(plan).toEqual({ at: new Date(instantIn(box.zone, dayIn(box.zone, 3), "14:15")), zone: box.zone });
  });

  test("of two dispatchers tell the later that the plan was saved", async ({ desk, openDesk }) => {
    const box = await boxOnTheGround(9);
    const other = await openDesk();
    for (const page of [desk, other]) {
      await new ContainerPage(page).open(box.id, box.number);
      await page.getByRole("button", { name: /Plan our moves|Change our plan/ }).click();
    }
    await desk.getByLabel("Note, on the board too").fill("first");
    await other.getByLabel("Note, on the board too").fill("second");
    await desk.getByRole("button", { name: "Save the plan" }).click();
    await expect(desk.getByText("Plan saved.")).toBeVisible();
    await other.getByRole("button", { name: "Save the plan" }).click();
    await expect(other.getByRole("alert").filter({ hasText: "Meanwhile" })).toContainText(
      "saved this plan (note)",
    );
    await expect(other.getByLabel("Note, on the board too")).toHaveValue("second");
    await other.getByRole("button", { name: "Save the plan" }).click();
    await expect(new ContainerPage(desk).card("Appointment and parties")).toContainText("second");
  });

  test("are held against the gate hours set for the terminal", async ({ desk }) => {
    const box = await boxOnTheGround(10);
    const terminal = await terminalOf(box.id);
    await desk.goto("/settings/terminal-hours");
    await desk.getByRole("button", { name: `Set the gate hours of ${terminal}`, exact: true }).click();
    await desk.getByLabel("Monday").fill("mornings");
    await desk.getByRole("button", { name: "Save the hours" }).click();
    await expect(desk.getByLabel("Monday")).toHaveAccessibleDescription(/Give times such as 07:00-16:30/);
    for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
      await desk.getByLabel(day).fill("07:00-16:30");
    await desk.getByRole("button", { name: "Save the hours" }).click();
    await expect(desk.getByText("Mon–Sun 07:00–16:30").first()).toBeVisible();

    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    const card = container.card("Appointment and parties");
    await expect(card.locator("[data-move=gates]")).toHaveText("Mon–Sun 07:00–16:30");
    await card.getByRole("button", { name: /Plan our moves|Change our plan/ }).click();
    await desk.getByLabel("Our pickup").fill(`${dayIn(box.zone, 1)}T18:30`);
    await desk.getByRole("button", { name: "Save the plan" }).click();
    await expect(card.getByRole("list", { name: "What does not fit" })).toContainText(
      "Our pickup is while the gates are open 07:00–16:30",
    );
  });
});

test.describe("the per diem clock", () => {
  test("runs from full out by the line's free days, once they are set", async ({ desk }) => {
    const [box] = await readDesk<{ id: string; number: string; line: string; zone: string; out: Date }>(
      `select container_id as id, number, line, gate_out_at as out, row #>> '{gateOut,zone}' as zone
       from board_rows where gate_out_at is not null and picked_up and line is not null and row ->> 'emptyReturned' is null
         and status <> 'empty_returned' and row #>> '{gateOut,zone}' is not null order by number limit 1`,
    );
    if (!box) throw new Error("No box is out.");
    await readDesk("delete from line_terms");
    const container = new ContainerPage(desk);
    await desk.goto("/settings/line-terms");
    const line = desk.locator(`[data-line=${box.line}]`);
    await expect(line).toContainText("free days not set");
    await line.getByLabel(/Free days/).fill("many");
    await line.getByRole("button", { name: /^Save/ }).click();
    await expect(line.getByRole("alert").first()).toContainText("Give a number of days.");
    await line.getByLabel(/Free days/).fill("30");
    await line.getByRole("button", { name: /^Save/ }).click();
    await expect(line).not.toContainText("free days not set");
    await container.open(box.id, box.number);
    const due = container.card("Appointment and parties").locator("[data-move=returnDue]");
    await expect(due).toContainText(/days? left|last free day/);
    await desk.goto("/settings/line-terms");
    await line.getByRole("button", { name: /Take away/ }).click();
    await expect(line).toContainText("free days not set");
    await container.open(box.id, box.number);
    await expect(due).toContainText("free days not set");
  });
});
