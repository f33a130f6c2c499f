import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const background = () => getComputedStyle(document.documentElement).backgroundColor;

test("the printed list has every row of the board's URL under its name, date and zone, and shows what is invalid", async ({
  openDashboard,
}) => {
  const dashboard = await openDashboard({ colorScheme: "dark", timezoneId: "America/Chicago" });

  await test.step("it opens from the board by its shortcut with the same filters and links back", async () => {
    const board = new BoardPage(dashboard);
    await board.open("?queue=pull-today&sort=container");
    await dashboard.keyboard.press("Control+p");
    await expect(dashboard).toHaveURL(/\/board\/print\?queue=pull-today&sort=container$/);
    await expect(dashboard.getByRole("button", { name: "Print" })).toBeFocused();
    await dashboard.getByRole("link", { name: "Back to board" }).click();
    await expect(dashboard).toHaveURL(/\/board\?queue=pull-today&sort=container$/);
  });

  await test.step("every row, on white paper", async () => {
    await dashboard.goto("/board/print?queue=empty-due");
    const containers = await readDashboard<{ number: string }>(
      `select number from board_rows where (empty_due_from is null or empty_due_from <= now())
       and (empty_due_to is null or empty_due_to > now())`,
    );
    const paper = dashboard.locator("[data-paper]");
    await expect(paper.locator("tbody tr")).toHaveCount(containers.length);
    for (const { number } of containers.slice(0, 5)) await expect(paper).toContainText(spaced(number));
    await expect(paper.getByRole("heading", { name: "Empties to return" })).toBeVisible();
    await expect(paper).toContainText(`${containers.length.toLocaleString("en-US")} containers`);
    await expect(paper).toContainText(/as of \w{3}, \w{3} \d+, \d+:\d\d [AP]M C[SD]T/);
    await expect(paper).toContainText("in each terminal’s time zone");
    for (const head of [
      "Container",
      "Terminal",
      "Yard spot",
      "Last free day",
      "Appointment",
      "Dray carrier",
      "Holds",
    ])
      await expect(paper.getByRole("columnheader", { name: head })).toBeVisible();
    await dashboard.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await dashboard.evaluate(background)).toBe("rgb(255, 255, 255)");
    await expect(dashboard.getByRole("navigation", { name: "Main menu" }).first()).toBeHidden();
    await expect(dashboard.getByRole("button", { name: "Print" })).toBeHidden();
    expect(await paper.locator("thead").evaluate((head) => getComputedStyle(head).display)).toBe(
      "table-header-group",
    );
    expect(
      await paper
        .locator("tbody tr")
        .first()
        .evaluate((row) => getComputedStyle(row).breakInside),
    ).toBe("avoid");
    expect((await dashboard.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
  });

  await test.step("invalid parts of the URL, and an empty list", async () => {
    await dashboard.emulateMedia({ media: null, colorScheme: "dark" });
    await dashboard.goto("/board/print?q=no+such+container&ready=perhaps");
    await expect(dashboard.getByText("Nothing to print")).toBeVisible();
    await expect(dashboard.getByRole("alert").filter({ hasText: "“ready”" })).toBeVisible();
    await expect(dashboard.getByRole("button", { name: "Print" })).toBeDisabled();
  });
});
