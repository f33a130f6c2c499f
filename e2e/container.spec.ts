import { boxOnTheGround, dayIn, dayWords, instantIn } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk, readService } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

test.describe("one container", () => {
  test("opens from the board with deadlines, holds, charges, milestones and changes", async ({ desk }) => {
    const box = await boxOnTheGround(0);
    await reportAt(box.number, {
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
    const board = new BoardPage(desk);
    await board.open(`?q=${box.number}`);
    await board.row(box.number).getByRole("link").click();
    const container = new ContainerPage(desk);
    await container.expectNumber(box.number);
    await expect(desk.getByText("Held: customs, TMF, other")).toBeVisible();

    const holds = container.card("Holds");
    await expect(holds).toContainText("3 active, 1 pending");
    for (const [owner, hold] of [
      ["customs broker resolves", "customs"],
      ["line or forwarder resolves", "freight pending"],
      ["terminal resolves", "TMF"],
      ["read the description", "“Call the terminal”"],
    ] as const)
      await expect(
        holds.locator("div", { has: desk.getByRole("heading", { name: owner, exact: false }) }),
      ).toContainText(hold);

    const charges = container.card("Charges");
    await expect(charges.getByText("$ 310.00").first()).toBeVisible();
    await expect(charges).toContainText("reported, not posted yet");
    await expect(charges).toContainText("not added, it holds the others");

    const events = await readDesk("select from transport_events where container_id = $1", [box.id]);
    await expect
      .poll(() => container.card("Milestones").getByRole("listitem").count())
      .toBeGreaterThanOrEqual(events.length);
    await expect(
      container.card("Changes").locator("[data-change=holds_at_pod_terminal]").first(),
    ).toContainText(/customs/);
  });

  test("counts down without a request", async ({ desk, trouble }) => {
    const box = await boxOnTheGround(1);
    await reportAt(box.number, {
      holds_at_pod_terminal: [],
      import_deadlines: {
        pickup_lfd_line: null,
        pickup_lfd_rail: null,
        pickup_lfd_terminal: instantIn(box.zone, dayIn(box.zone, 0), "00:00"),
      },
    });
    // What is told of the box meanwhile, by whatever, has the page read again: here it hears of nothing.
    trouble.expect(/\/api\/live/);
    await desk.route(/\/api\/live/, (route) => route.abort());
    await desk.clock.install();
    const container = new ContainerPage(desk);
    await expect(async () => {
      await desk.goto(`/containers/${box.id}`);
      await container.expectNumber(box.number);
      await expect(container.countdown).toContainText(/Today, (\d+ h )?\d+ m/, { timeout: 2_000 });
    }).toPass();
    await expect(desk.locator("[data-live=lost]")).toBeVisible();
    const asked: string[] = [];
    desk.on("request", (request) => {
      if (!request.url().includes("/api/live")) asked.push(request.url());
    });
    // The page, alive now, reads ahead what it leads to; then it is at rest.
    await expect(async () => {
      asked.length = 0;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(asked).toEqual([]);
    }).toPass();
    const before = await container.countdown.textContent();
    await desk.clock.runFor(61_000);
    await expect(container.countdown).not.toHaveText(before ?? "");
    await expect(container.countdown).toContainText(/Today, (\d+ h )?\d+ m/);
    expect(asked).toEqual([]);
  });

  test("shows a deadline's day at its place, wherever the reader is", async ({ openDesk }) => {
    const box = await boxOnTheGround(2);
    const day = dayIn(box.zone, 5);
    // 23:59 at the terminal is the next day in Tokyo and in UTC.
    await reportAt(box.number, {
      import_deadlines: {
        pickup_lfd_line: instantIn(box.zone, dayIn(box.zone, 6), "00:00"),
        pickup_lfd_rail: null,
        pickup_lfd_terminal: instantIn(box.zone, day, "23:59"),
      },
    });
    for (const timezoneId of ["Asia/Tokyo", "Pacific/Honolulu"]) {
      const page = await openDesk({ timezoneId });
      const board = new BoardPage(page);
      await board.open(`?q=${box.number}`);
      await expect(board.cell(box.number, "deadline")).toContainText(dayWords(day));
      await expect(board.cell(box.number, "left")).toContainText("5 d");
      const container = new ContainerPage(page);
      await container.open(box.id, box.number);
      await expect(container.countdown).toContainText("5 d");
      const lastFreeDay = container.card("Last free day");
      await expect(lastFreeDay).toContainText("24:00 in");
      await expect(lastFreeDay.locator("[data-source=terminal]")).toContainText(`${dayWords(day)} governs`);
      await expect(lastFreeDay.locator("[data-source=line]")).toContainText(dayWords(dayIn(box.zone, 6)));
      await expect(lastFreeDay).toContainText("The service’s own last free day is");
      const milestone = container.card("Milestones").locator("time").first();
      await milestone.hover();
      await expect(milestone).toHaveAttribute("title", /for you$/);
    }
  });

  test("is not found when nobody knows the id", async ({ desk }) => {
    await desk.goto("/containers/nothing");
    await expect(desk.getByText("The desk does not hold this")).toBeVisible();
    await desk.getByRole("link", { name: "To the board" }).click();
    await expect(desk).toHaveURL(/\/board$/);
  });
});

test.describe("the dray carrier of a box", () => {
  test("is assigned, refused twice in the service's words, and removed", async ({ desk }) => {
    const box = await boxOnTheGround(3);
    // By the service's own rows: workers may not have read all roles of the container yet.
    const [party] = await readService<{ name: string }>(
      `select company_name as name from parties p
       where p.account_id = (select account_id from containers where id = $1)
         and not exists (select from party_roles r where r.party_id = p.id and r.roleable_id = $1)
       order by company_name limit 1`,
      [box.id],
    );
    const name = party?.name ?? "";
    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    await container.assign(name);
    await expect(container.carrier(name)).toBeVisible();
    await expect(desk.getByText("Dray carrier assigned.")).toBeVisible();

    await container.assign(name);
    const field = desk.getByRole("combobox", { name: "Dray carrier" });
    await expect(field).toHaveAccessibleDescription(`${name} already has this role on this container.`);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(container.carrier(name)).toHaveCount(1);

    await container.carrier(name).click();
    await expect(container.carrier(name)).toHaveCount(0);
    const left = await readDesk(
      "select from party_roles r join parties p on p.id = r.party_id where company_name = $1 and roleable_id = $2",
      [name, box.id],
    );
    expect(left).toEqual([]);
  });

  test("must be chosen", async ({ desk }) => {
    const box = await boxOnTheGround(3);
    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    await desk.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(desk.getByRole("combobox", { name: "Dray carrier" })).toHaveAccessibleDescription(
      "Choose a party.",
    );
  });
});
