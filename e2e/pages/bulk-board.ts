import { expect, type Locator, type Page } from "@playwright/test";
import { BoardPage } from "./board-page";

/** The board as used for bulk actions. */
export class BulkBoard extends BoardPage {
  readonly bar: Locator;
  readonly jobs: Locator;

  constructor(page: Page) {
    super(page);
    this.bar = page.getByRole("region", { name: "Selected containers" });
    this.jobs = page.getByRole("region", { name: "Jobs" });
  }

  container(place: number): Locator {
    return this.rows.nth(place).getByRole("checkbox");
  }

  private get sheet(): Locator {
    return this.page.locator("section", { has: this.rows.first() });
  }

  /**
   * The container of the row in the middle of the sheet. To click a container above it, Playwright would scroll, see
   * below.
   */
  async containerInSight(): Promise<Locator> {
    let id = "";
    const inSight = async () => {
      id = await this.sheet.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect();
        const middle = document.elementFromPoint(left + 100, (top + bottom) / 2);
        return middle?.closest("tr")?.getAttribute("data-container") ?? "";
      });
      return id;
    };
    await expect.poll(inSight).not.toBe("");
    return this.page.locator(`tr[data-container="${id}"]`).getByRole("checkbox");
  }

  /** Scrolls the rows with the wheel and waits until scrolling has stopped. A click on a moving row selects nothing. */
  async scrollRows(by: number): Promise<void> {
    const { sheet } = this;
    const before = await sheet.evaluate((element) => element.scrollTop);
    await this.rows.first().hover();
    await this.page.mouse.wheel(0, by);
    const end = () =>
      sheet.evaluate((element, to) => Math.min(to, element.scrollHeight - element.clientHeight), before + by);
    await expect
      .poll(async () => Math.abs((await sheet.evaluate((element) => element.scrollTop)) - (await end())))
      .toBeLessThan(2);
  }

  async expectSelected(count: number): Promise<void> {
    if (count === 0) await expect(this.bar).toHaveCount(0);
    else
      await expect(this.bar.getByRole("status")).toContainText(`${count.toLocaleString("en-US")} selected`);
  }

  job(title: string): Locator {
    return this.jobs.locator("[data-job]").filter({ has: this.page.getByText(title, { exact: true }) });
  }

  /** The notice of a job that did everything, with its counts. The job is then no longer at the foot of the board. */
  finished(title: string, counts: string): Locator {
    return this.page
      .locator("[data-sonner-toast]")
      .filter({ has: this.page.getByText(`${title}: ${counts}.`, { exact: true }) });
  }

  /** Chooses an action in the bar. Returns its dialog. */
  async act(label: string): Promise<Locator> {
    await this.bar.getByRole("button", { name: label, exact: true }).click();
    return this.page.getByRole("dialog");
  }
}
