import type { Page } from "@playwright/test";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { PaletteDialog } from "@/e2e/pages/palette-dialog";
import { expectNoProblems, expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const UNIQUE = `1 = (select count(*) from containers t where t.attributes ->> 'number' = c.attributes ->> 'number')`;

async function anyContainer() {
  const [container] = await readDashboard<{ id: string; number: string }>(
    `select c.id, c.attributes ->> 'number' as number from containers c where ${UNIQUE} order by c.id limit 1`,
  );
  if (!container) throw new Error("No container has a number of its own.");
  return container;
}

async function anyShipment() {
  const [shipment] = await readDashboard<{ id: string; bol: string }>(
    `select id, attributes ->> 'bill_of_lading_number' as bol from shipments s
     where bill_of_lading_key <> '' and 1 = (select count(*) from shipments t where t.search_keys && s.search_keys)
     order by id limit 1`,
  );
  if (!shipment) throw new Error("No shipment has a bill of lading of its own.");
  return shipment;
}

test("a link or the search opens the container or shipment that a text names", async ({ dashboard }) => {
  const { id, number } = await anyContainer();
  const { id: shipment, bol } = await anyShipment();
  const open = async (text: string, page: string) => {
    await dashboard.goto(`/find?q=${encodeURIComponent(text)}`);
    await expect(dashboard, text).toHaveURL(new RegExp(`${page}$`));
  };
  await open(` ${spaced(number).toLowerCase()} `, `/containers/${id}`);
  await open(`pls check ${number.toLowerCase().slice(0, 4)}-${number.slice(4)} 🚚`, `/containers/${id}`);
  await open(bol.toLowerCase().split("").join(" "), `/shipments/${shipment}`);
  await open("", "/board");
  await dashboard
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "Parties" })
    .click();
  await dashboard.getByRole("searchbox", { name: /^Find: / }).fill(number);
  await dashboard.keyboard.press("Enter");
  await expect(dashboard).toHaveURL(new RegExp(`/containers/${id}$`));
});

test("a search lists several matches, which can be stepped through, or offers to track the number", async ({
  dashboard,
}) => {
  await test.step("the matches of a partial number, each with a link", async () => {
    const [part] = await readDashboard<{ prefix: string; containers: number }>(
      `select left(number_key, length) as prefix, count(*)::int as containers
       from containers, generate_series(4, 9) as length
       group by 1 having count(*) between 2 and 50 order by min(length), 1 limit 1`,
    );
    const { prefix = "", containers = 0 } = part ?? {};
    await dashboard.goto(`/find?q=${prefix.toLowerCase()}`);
    await expect(dashboard.getByRole("heading", { level: 1, name: "Find" })).toBeVisible();
    const matches = dashboard.locator("[data-match]");
    await expect(matches).toHaveCount(containers);
    await expect(
      dashboard.getByText(`${containers} containers match “${prefix.toLowerCase()}”`),
    ).toBeVisible();
    const text = (await matches.first().getByRole("link").textContent())?.trim() ?? "";
    const second = (await matches.nth(1).getByRole("link").textContent())?.trim() ?? "";
    await matches.first().getByRole("link").click();
    await expect(dashboard.getByRole("heading", { level: 1, name: text })).toBeVisible();
    // Steps through the results in the listed order, and returns to the list.
    const steps = dashboard.getByRole("navigation", { name: "Previous and next container" });
    await expect(steps).toContainText(`1 of ${containers}`);
    await steps.getByRole("link", { name: "Next in list" }).click();
    await expect(steps).toContainText(`2 of ${containers}`);
    await expect(dashboard.getByRole("heading", { level: 1, name: second })).toBeVisible();
    await dashboard
      .getByRole("navigation", { name: "Breadcrumb" })
      .getByRole("link", { name: "Search" })
      .click();
    await expect(matches).toHaveCount(containers);
  });

  await test.step("an unknown text is shown as plain text", async () => {
    for (const requested of [
      `<img src=x onerror=alert(1)><script>alert(2)</script>"><svg onload=alert(3)>`,
      `${"X".repeat(300)}`,
      "مرحبا 🚚 ‮txt a\0b",
    ]) {
      await dashboard.goto(`/find?q=${encodeURIComponent(requested)}`);
      await expect(dashboard.getByText(/No results for/)).toBeVisible();
      expect(await dashboard.locator("main img, main svg[onload], main script:not([src])").count()).toBe(0);
      await expectNoSidewaysScroll(dashboard, requested);
    }
  });

  await test.step("an unknown number can be tracked with the number filled in", async () => {
    await dashboard.goto("/find?q=MSKU%20999%20999%200");
    await expect(dashboard.getByText("No results for “MSKU 999 999 0”")).toBeVisible();
    await dashboard.getByRole("link", { name: "Track MSKU9999990" }).click();
    await expect(dashboard.getByLabel("Number", { exact: true })).toHaveValue("MSKU9999990");
  });
});

/** Pastes a text into the focused field. */
const paste = (page: Page, text: string) =>
  page.evaluate((column) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", column);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

test("a name leads to its containers, and a pasted column to its containers or to tracking", async ({
  dashboard,
}) => {
  const [{ vessel } = { vessel: "" }] = await readDashboard<{ vessel: string }>(
    "select vessel from board_rows where vessel is not null group by vessel order by count(*) desc, vessel limit 1",
  );
  const filtered = new RegExp(`/board\\?vessel=${encodeURIComponent(vessel).replaceAll("%20", "\\+")}$`);
  const board = new BoardPage(dashboard);

  await test.step("the search page lists the name with its containers", async () => {
    await dashboard.goto(`/find?q=${encodeURIComponent(vessel.toLowerCase())}`);
    const vessels = dashboard.getByRole("region", { name: "Vessels" });
    await expect(vessels.getByText(/^\d+ containers?$/).first()).toBeVisible();
    await expectNoProblems(dashboard, "the search page");
    await vessels.getByRole("link", { name: vessel, exact: true }).click();
    await expect(dashboard).toHaveURL(filtered);
    await expect(dashboard.getByText(vessel, { exact: true }).first()).toBeVisible();
  });

  await test.step("the palette does the same, and the board's search filters by the words", async () => {
    await dashboard.goto("/board");
    await expect(dashboard.locator("[data-live=live]")).toBeVisible();
    await new PaletteDialog(dashboard).take(vessel.toLowerCase(), vessel);
    await expect(dashboard).toHaveURL(filtered);
    await board.open();
    await board.search.fill(vessel.toLowerCase().split(" ").reverse().join(" "));
    await expect(dashboard).toHaveURL(/q=/);
    await expect(dashboard.locator("[data-container]").first()).toBeVisible();
    await expect(dashboard.getByText(/No containers match/)).toHaveCount(0);
  });

  await test.step("a pasted column is shown, or its missing numbers are tracked, by keyboard", async () => {
    const { number } = await anyContainer();
    await board.open();
    await dashboard.keyboard.press("/");
    await paste(dashboard, `Number\n${number}\nTCLU6718152`);
    const offer = dashboard.getByRole("region", { name: "Pasted numbers" });
    await expect(offer).toContainText("1 of 2 container numbers are tracked.");
    await expectNoProblems(dashboard, "the offer", { within: "section[aria-label='Pasted numbers']" });
    await dashboard.keyboard.press("Enter");
    await expect(dashboard).toHaveURL(new RegExp(`/board\\?numbers=${number}(,|%2C)TCLU6718152$`));
    await expect(dashboard.locator("[data-container]")).toHaveCount(1);

    const palette = new PaletteDialog(dashboard);
    await palette.open();
    await paste(dashboard, `${number}\nTCLU6718152`);
    await expect(palette.options).toHaveText(["Show 1 container", "Track 1 number that isn’t tracked"]);
    await dashboard.keyboard.press("ArrowDown");
    await dashboard.keyboard.press("Enter");
    await expect(dashboard).toHaveURL(/\/track\/list$/);
    await expect(dashboard.getByRole("cell", { name: "TCLU6718152", exact: true })).toBeVisible();
  });
});
