import { BoardWork } from "@/e2e/pages/board-work";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

/** Users with column settings that match. */
const keptAs = (columns: string) =>
  readDashboard("select from preferences where settings ->> 'columns' like $1", [columns]);

const forget = () => readDashboard("update preferences set settings = settings - 'columns'");
test.beforeEach(forget);
test.afterEach(forget);

test("board columns fit by default, can be hidden, moved and resized by mouse and keyboard, and are saved at once", async ({
  dashboard,
}) => {
  const board = new BoardWork(dashboard);
  await board.open();
  const usual = await board.columns();
  const panel = dashboard.getByRole("dialog", { name: "Columns" });
  await test.step("no horizontal scrolling by default", async () => {
    const sheet = dashboard.locator("section", { has: board.rows.first() });
    expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
  });
  await test.step("the panel, by mouse and keyboard", async () => {
    await dashboard.getByRole("button", { name: "Columns" }).click();
    await panel.getByRole("checkbox", { name: "Vessel, ETA" }).focus();
    await dashboard.keyboard.press("Space");
    await panel.getByRole("checkbox", { name: "Note" }).click();
    await panel.getByRole("button", { name: "Move Charges left" }).focus();
    await dashboard.keyboard.press("Enter");
    await panel.getByRole("spinbutton", { name: "Width of Availability in px" }).fill("240");
    await panel.getByRole("button", { name: "Done" }).click();
    const wanted = usual.filter((id) => id !== "vessel");
    wanted.splice(wanted.indexOf("charges"), 1);
    wanted.splice(wanted.indexOf("release"), 0, "charges");
    await expect.poll(() => board.columns()).toEqual([...wanted, "note"]);
    await expect.poll(() => board.width("release")).toBe(240);
  });
  await test.step("the headers, by mouse", async () => {
    const edge = dashboard.locator("[data-edge=release]");
    const at = await edge.boundingBox();
    await dashboard.mouse.move((at?.x ?? 0) + 4, (at?.y ?? 0) + 8);
    await dashboard.mouse.down();
    await dashboard.mouse.move((at?.x ?? 0) - 36, (at?.y ?? 0) + 8, { steps: 4 });
    await dashboard.mouse.up();
    await expect.poll(() => board.width("release")).toBe(200);
    await board.head("carrier").dragTo(board.head("left"));
    await expect.poll(async () => (await board.columns()).slice(0, 3)).toEqual(["number", "carrier", "left"]);
    await expect.poll(() => keptAs("number%carrier%left%")).toHaveLength(1);
  });
  await test.step("kept over a reload, until they are reset", async () => {
    await dashboard.reload();
    await board.alive();
    expect((await board.columns()).slice(0, 3)).toEqual(["number", "carrier", "left"]);
    expect(await board.width("release")).toBe(200);
    await dashboard.getByRole("button", { name: "Columns" }).click();
    await panel.getByRole("button", { name: "Reset columns" }).click();
    await panel.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => board.columns()).toEqual(usual);
    await expect.poll(() => keptAs("")).toHaveLength(1);
  });
  await test.step("changed just before leaving the board", async () => {
    await dashboard.getByRole("button", { name: "Columns" }).click();
    for (const label of ["Vessel, ETA", "Charges"])
      await panel.getByRole("checkbox", { name: label }).click();
    await dashboard.goto("/parties");
    const left = usual.filter((id) => id !== "vessel" && id !== "charges");
    await expect.poll(() => keptAs(left.join("%"))).toHaveLength(1);
    await board.open();
    await expect.poll(() => board.columns()).toEqual(left);
  });
});

test("a wide screen shows why each container matters, from the second visit on in the page as it is loaded", async ({
  openDashboard,
}) => {
  const page = await openDashboard({ viewport: { width: 1920, height: 1080 } });
  const board = new BoardWork(page);
  await board.open("?queue=pull-today");
  expect((await board.columns()).at(-1)).toBe("whyToday");
  const sheet = page.locator("section", { has: board.rows.first() });
  expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  const document = await page.request.get("/board?queue=pull-today");
  expect(await document.text()).toContain('data-head="whyToday"');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(async () => (await board.columns()).at(-1)).toBe("terminal");
});
