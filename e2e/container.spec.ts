import type { Page } from "@playwright/test";
import { containerOnTheGround, dayIn, dayText, instantIn, unassignedParty } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { keepStreamInPage } from "@/e2e/support/stream-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

test.describe("a container page", () => {
  test("opens from the board with deadlines, holds, charges, milestones, changes and the actions on it", async ({
    dashboard,
  }) => {
    const container = await containerOnTheGround(0);
    await reportAt(container.number, { location_at_pod_terminal: "G 90402" });
    await reportAt(container.number, {
      holds_at_pod_terminal: [
        { name: "customs", status: "hold", description: "CET exam" },
        { name: "freight", status: "pending", description: null },
        { name: "TMF", status: "hold", description: null },
        { name: "other", status: "hold", description: "Call the terminal" },
      ],
      fees_at_pod_terminal: [
        { type: "demurrage", amount: 310, currency_code: "USD" },
        { type: "exam", amount: 0, currency_code: "USD" },
        { type: "total", amount: 310, currency_code: "USD" },
      ],
    });
    const board = new BoardPage(dashboard);
    await board.open(`?q=${container.number}`);
    await board.row(container.number).getByRole("link").click();
    const containerPage = new ContainerPage(dashboard);
    await containerPage.expectNumber(container.number);
    await expect(dashboard.getByText("Held: customs, TMF, other")).toBeVisible();

    const holds = containerPage.card("Holds");
    await expect(holds).toContainText("3 active, 1 pending");
    for (const [owner, hold] of [
      ["customs broker resolves", "customs"],
      ["line or forwarder resolves", "freight pending"],
      ["cargo payer (PierPass) resolves", "TMF"],
      ["See description", "“Call the terminal”"],
    ] as const)
      await expect(
        holds.locator("div", { has: dashboard.getByRole("heading", { name: owner, exact: false }) }),
      ).toContainText(hold);

    const charges = containerPage.card("Charges");
    await expect(charges.getByText("$310.00").first()).toBeVisible();
    await expect(charges).toContainText("Reported so far:");
    await expect(charges).toContainText("reported, not posted yet");
    const deadlines = containerPage.card("Last free day");
    await expect(deadlines).toContainText("Line LFD");
    await expect(deadlines).not.toContainText("per diem");
    await expect(charges).toContainText("total, not added again");

    const events = await readDashboard("select from transport_events where container_id = $1", [
      container.id,
    ]);
    await expect
      .poll(() => containerPage.card("Milestones").getByRole("listitem").count())
      .toBeGreaterThanOrEqual(events.length);
    await expect(
      containerPage.card("Changes").locator("[data-change=holds_at_pod_terminal]").first(),
    ).toContainText(/customs/);
    const moved = containerPage.card("Changes").locator("[data-change=location_at_pod_terminal]").first();
    await expect(moved).toContainText("G 90402");
    await expect(moved).toContainText(/Terminal data changed, received (just now|\d+m ago)/);
    await expect(moved.getByRole("link")).toHaveAttribute("href", /^\/settings\/inbox\/.+/);
    for (const title of ["Custom fields", "Documents"])
      await expect(containerPage.card(title)).toContainText(/as of/);

    await dashboard.getByRole("link", { name: "Audit log for this container" }).click();
    await expect(dashboard.getByText(/^Showing only entries for container/)).toBeVisible();

    await dashboard.goto("/containers/nothing");
    await expect(dashboard.getByText("Not found")).toBeVisible();
    await dashboard.getByRole("link", { name: "Go to board" }).click();
    await expect(dashboard).toHaveURL(/\/board$/);
  });

  test("counts down without sending a request", async ({ openDashboard, trouble }) => {
    // Its clock is replaced.
    const dashboard = await openDashboard({ own: true });
    const container = await containerOnTheGround(1);
    await reportAt(container.number, {
      holds_at_pod_terminal: [],
      import_deadlines: {
        pickup_lfd_line: null,
        pickup_lfd_rail: null,
        pickup_lfd_terminal: instantIn(container.zone, dayIn(container.zone, 0), "00:00"),
      },
    });
    // Any notification about the container makes the page refetch. In this test the page receives none.
    trouble.expect(/\/api\/live/);
    await keepStreamInPage(dashboard);
    await dashboard.route(/\/api\/live/, (route) => route.abort());
    await dashboard.clock.install();
    const containerPage = new ContainerPage(dashboard);
    await expect(async () => {
      await dashboard.goto(`/containers/${container.id}`);
      await containerPage.expectNumber(container.number);
      await expect(containerPage.countdown).toContainText(/Today, (\d+h )?\d+m/, { timeout: 2_000 });
    }).toPass();
    await expect(dashboard.locator("[data-live=lost]")).toBeVisible();
    const requested: string[] = [];
    dashboard.on("request", (request) => {
      if (!request.url().includes("/api/live")) requested.push(request.url());
    });
    // The live page prefetches its links and then becomes idle.
    await expect(async () => {
      requested.length = 0;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(requested).toEqual([]);
    }).toPass();
    const before = await containerPage.countdown.textContent();
    await dashboard.clock.runFor(61_000);
    await expect(containerPage.countdown).not.toHaveText(before ?? "");
    await expect(containerPage.countdown).toContainText(/Today, (\d+h )?\d+m/);
    expect(requested).toEqual([]);
  });

  test("shows deadlines and changes in the terminal's zone, and times in the user's zone where chosen", async ({
    openDashboard,
  }) => {
    const container = await containerOnTheGround(2);
    const { zone } = container;
    const day = dayIn(zone, 5);
    const appointment = instantIn(zone, dayIn(zone, 2), "21:30");
    // 23:59 at the terminal is the next day in Tokyo and in UTC.
    await reportAt(container.number, {
      pickup_appointment_at: appointment,
      import_deadlines: {
        pickup_lfd_line: instantIn(zone, dayIn(zone, 6), "00:00"),
        pickup_lfd_rail: null,
        pickup_lfd_terminal: instantIn(zone, day, "23:59"),
      },
    });
    const changed = (page: ContainerPage) =>
      page.card("Changes").locator("[data-change=pickup_appointment_at] b time").first();
    const expectTerminalDays = async (page: Page) => {
      const board = new BoardPage(page);
      await board.open(`?q=${container.number}`);
      await expect(board.cell(container.number, "deadline")).toContainText(dayText(day));
      await expect(board.cell(container.number, "left")).toContainText("5d");
      const containerPage = new ContainerPage(page);
      await containerPage.open(container.id, container.number);
      await expect(containerPage.countdown).toContainText("5d");
      const lastFreeDay = containerPage.card("Last free day");
      await expect(lastFreeDay).toContainText("11:59 PM in");
      await expect(lastFreeDay.locator("[data-source=terminal]")).toContainText(`${dayText(day)} in effect`);
      await expect(lastFreeDay.locator("[data-source=line]")).toContainText(dayText(dayIn(zone, 6)));
      await expect(lastFreeDay).toContainText("The service reports a last free day of");
      const milestone = containerPage.card("Milestones").locator("time").first();
      await milestone.hover();
      await expect(milestone).toHaveAttribute("title", /your time$/);
      await expect(changed(containerPage)).toHaveText(/9:30 PM [A-Z]{3}$/);
    };
    await test.step("west of the terminal", async () => {
      await expectTerminalDays(await openDashboard({ timezoneId: "Pacific/Honolulu" }));
    });
    const page = await openDashboard({ timezoneId: "Asia/Tokyo" });
    await test.step("east of the terminal", () => expectTerminalDays(page));
    await test.step("in the user's own zone", async () => {
      await page.goto("/settings/you");
      await expect(page.locator("[data-live=live]")).toBeVisible();
      await page.getByText("My time zone", { exact: true }).click();
      const kept = () => readDashboard("select from preferences where settings ->> 'zones' = 'mine'");
      await expect.poll(kept).toHaveLength(1);
      try {
        const containerPage = new ContainerPage(page);
        await containerPage.open(container.id, container.number);
        const there = new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Tokyo", timeStyle: "short" });
        await expect(changed(containerPage)).toContainText(
          there.format(new Date(appointment)).replaceAll("\u202f", " "),
        );
        await changed(containerPage).hover();
        await expect(changed(containerPage)).toHaveAttribute("title", /9:30 PM [A-Z]{3} local time$/);
      } finally {
        await readDashboard("update preferences set settings = settings - 'zones'");
      }
    });
  });
});

test("the dray carrier of a container is required, can be assigned once, and removed", async ({
  dashboard,
}) => {
  const container = await containerOnTheGround(3);
  const name = await unassignedParty(container.id);
  const containerPage = new ContainerPage(dashboard);
  await containerPage.open(container.id, container.number);
  const field = dashboard.getByRole("combobox", { name: "Dray carrier" });
  await dashboard.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(field).toHaveAccessibleDescription("Select a party.");

  await containerPage.assign(name);
  await expect(dashboard.getByText("Dray carrier assigned.")).toBeVisible();
  await expect(containerPage.carrier(name)).toBeVisible();

  await containerPage.assign(name);
  await expect(field).toHaveAccessibleDescription(`${name} already has this role on this container.`);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(containerPage.carrier(name)).toHaveCount(1);

  await containerPage.carrier(name).click();
  await expect(containerPage.carrier(name)).toHaveCount(0);
  const left = await readDashboard(
    "select from party_roles r join parties p on p.id = r.party_id where company_name = $1 and roleable_id = $2",
    [name, container.id],
  );
  expect(left).toEqual([]);
});
