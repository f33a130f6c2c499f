import { expect, type Locator, type Page } from "@playwright/test";
import { BoardPage } from "./board-page";

/** The board's settings: filters, columns, groups, views, pasted numbers. */
export class BoardWork extends BoardPage {
  readonly views: Locator;
  readonly group: Locator;

  constructor(page: Page) {
    super(page);
    this.views = page.getByRole("navigation", { name: "Views" });
    this.group = page.getByLabel("Group by");
  }

  /** The column headers, from the left. */
  columns(): Promise<string[]> {
    return this.page
      .locator("th[data-head]")
      .evaluateAll((heads) => heads.map((head) => head.getAttribute("data-head") ?? ""));
  }

  head(column: string): Locator {
    return this.page.locator(`th[data-head=${column}]`);
  }

  async width(column: string): Promise<number> {
    return Math.round((await this.head(column).boundingBox())?.width ?? 0);
  }

  /** Chooses values in the list of a filter's chip. */
  async choose(filter: string, ...values: string[]): Promise<void> {
    const chip = this.page.getByRole("main").getByRole("button", { name: `${filter} any` });
    await chip.or(this.page.getByRole("combobox", { name: `${filter} any` })).click();
    for (const value of values)
      await this.page.getByRole("listbox").getByRole("option", { name: value }).first().click();
    await this.page.keyboard.press("Escape");
  }

  /** Opens a filter that has no chip yet. */
  async add(filter: string): Promise<void> {
    await this.page.getByRole("button", { name: "+ Filter" }).click();
    await this.page.getByRole("menuitem", { name: filter }).click();
  }

  /** Pastes text into a field, as from a spreadsheet. */
  async paste(field: Locator, text: string): Promise<void> {
    await field.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", pasted);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Saves the current board as a view. */
  async saveView(name: string): Promise<void> {
    await this.page.getByRole("button", { name: "Save view" }).click();
    await this.page.getByLabel("Name", { exact: true }).fill(name);
    await this.page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await expect(this.views.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
}
