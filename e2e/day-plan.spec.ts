import type { Page } from "@playwright/test";
import { containersOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { spaced } from "@/e2e/pages/board-page";
import { expectNoSidewaysScroll, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

type Chosen = { id: string; number: string; zone: string; terminal: string; terminalId: string };

/** A ready container without a plan at a terminal without gate hours, as the day plan lists it. */
async function unplannedContainer(): Promise<Chosen> {
  const ground = await containersOnTheGround(15);
  const [row] = await readDashboard<{ id: string; terminal: string; terminalId: string }>(
    `select b.container_id as id, b.terminal, b.row #>> '{terminal,id}' as "terminalId" from board_rows b
     where b.container_id = any($1) and b.readiness = 'ready' and b.planned_pickup_at is null and b.appointment_at is null
       and not exists (select from terminal_hours h where h.terminal_id = b.row #>> '{terminal,id}')
     order by b.number desc limit 1`,
    [ground.map(({ id }) => id)],
  );
  const container = ground.find(({ id }) => id === row?.id);
  if (!row || !container) throw new Error("No container is ready without a plan.");
  return { ...container, ...row };
}

const card = (page: Page, { id }: Chosen) => page.locator(`[data-card="${id}:pickup"]`);
const mover = (page: Page, { number }: Chosen) =>
  page.getByRole("button", { name: `Move ${spaced(number)}, pickup` });

test("a day is planned by keyboard alone, seen by others, checked against gate hours and printed", async ({
  dashboard,
  openDashboard,
}) => {
  test.setTimeout(90_000);
  const container = await unplannedContainer();
  const { id, zone, terminal, terminalId } = container;
  const day = dayIn(zone, 2);
  const address = `/plan?day=${day}&group=driver&terminal=${encodeURIComponent(terminal)}`;
  const stored = async () => {
    const [plan] = await readDashboard<{ at: Date | null; zone: string | null }>(
      "select pickup_at as at, pickup_zone as zone from planned_moves where container_id = $1",
      [id],
    );
    return plan?.at ? { at: plan.at.toISOString(), zone: plan.zone } : null;
  };
  const other = await openDashboard();
  await other.goto(address);
  await dashboard.goto(address);
  // The day begins with its earliest move, at 7:00 AM at the latest.
  await mover(dashboard, container).waitFor();
  const [, second = 0, third = 0] = await dashboard
    .locator("[data-slot]")
    .evaluateAll((slots) => [
      ...new Set(
        slots.flatMap(({ dataset }) =>
          /^\d+ /.test(dataset.slot ?? "") ? [Number.parseInt(dataset.slot ?? "", 10)] : [],
        ),
      ),
    ]);
  const atHour = (hour: number) => ({
    at: instantIn(zone, day, `${String(hour).padStart(2, "0")}:00`),
    zone,
  });

  await test.step("by keyboard", async () => {
    await mover(dashboard, container).focus();
    await dashboard.keyboard.press("Enter");
    await dashboard.keyboard.press("ArrowDown");
    await dashboard.keyboard.press("Enter");
    // On some days the container's last free day is before the planned one.
    const saved = dashboard
      .getByText(`Saved: ${spaced(container.number)}, pickup.`)
      .or(dashboard.getByText("Saved. Planned pickup is after the last free day"));
    await expect(saved).toBeVisible();
    expect(await stored()).toEqual(atHour(second));
    await expect(card(dashboard, container)).toContainText(`${second}:00 AM`);
    await expect(card(dashboard, container)).toContainText("Gate hours not known");
  });

  await test.step("in another browser without a reload", async () => {
    await expect(other.locator(`[data-slot="${second} "]`).locator(card(other, container))).toBeVisible();
  });

  await test.step("undone and redone", async () => {
    await dashboard.keyboard.press("Control+z");
    await expect(dashboard.getByText(`Undone: ${spaced(container.number)}, pickup.`)).toBeVisible();
    await expect.poll(stored).toBeNull();
    await mover(dashboard, container).focus();
    for (const key of ["Enter", "ArrowDown", "ArrowDown", "Enter"]) await dashboard.keyboard.press(key);
    await expect.poll(stored).toEqual(atHour(third));
  });

  await test.step("on a day on which the terminal is closed", async () => {
    const hours = [0, 1, 2, 3, 4, 5, 6].map((of) => ({ day: of, from: "06:00", to: "18:00" }));
    const closed = [{ on: day, open: [], name: "Inventory" }];
    await readDashboard("insert into terminal_hours (terminal_id, hours, special_days) values ($1, $2, $3)", [
      terminalId,
      JSON.stringify(hours),
      JSON.stringify(closed),
    ]);
    try {
      await dashboard.reload();
      await expect(card(dashboard, container)).toContainText(
        /outside gate hours: closed on .* \(Inventory\)/,
      );
      await expect(dashboard.locator("summary").filter({ hasText: /\d+ conflicts?/ })).toBeVisible();
    } finally {
      await readDashboard("delete from terminal_hours where terminal_id = $1", [terminalId]);
    }
  });

  await test.step("on paper", async () => {
    await dashboard.getByRole("link", { name: "Print", exact: true }).click();
    await expect(dashboard).toHaveTitle("Print plan · Drayboard");
    await expect(dashboard.getByRole("button", { name: "Print" })).toBeFocused();
    const sheet = dashboard.locator('[data-paper=""]');
    await expect(sheet.getByRole("heading", { name: "No driver" })).toBeVisible();
    const row = sheet.locator(`tr[data-container="${id}"]`);
    await expect(row).toContainText(`${third}:00 AM`);
    await expect(row).toContainText(spaced(container.number));
    await expect(row).toContainText(terminal);
    await dashboard.emulateMedia({ media: "print" });
    await expect(dashboard.getByRole("button", { name: "Print" })).toBeHidden();
    await dashboard.emulateMedia({ media: null });
    await dashboard.getByRole("link", { name: "Back to plan" }).click();
    await expect(card(dashboard, container)).toBeVisible();
  });

  await test.step("not in the past", async () => {
    await readDashboard("delete from planned_moves where container_id = $1", [id]);
    const response = await dashboard.request.post(`/api/containers/${id}/plan`, {
      data: { part: "pickup", was: null, value: { at: instantIn(zone, dayIn(zone, -1), "09:00"), zone } },
    });
    expect([response.status(), await response.text()]).toEqual([
      400,
      expect.stringContaining("This time has passed."),
    ]);
    expect(await stored()).toBeNull();
  });
});

test("a link with an invalid day shows today, and the plan fits a phone", async ({ openDashboard }) => {
  const phone = await openDashboard({ viewport: PHONE });
  await phone.goto("/plan?day=nonsense&group=vessel");
  const notice = phone.getByRole("alert").filter({ hasText: "invalid for the day plan" });
  await expect(notice).toContainText("nonsense");
  await expect(phone.getByRole("heading", { name: "Day plan" })).toBeVisible();
  await expectNoSidewaysScroll(phone, "the day plan");
  await notice.getByRole("button", { name: "Remove them" }).click();
  await expect(notice).toBeHidden();
  await phone.getByRole("link", { name: "Next day" }).click();
  await expect(phone).toHaveURL(/\/plan\?day=\d{4}-\d{2}-\d{2}$/);
});
