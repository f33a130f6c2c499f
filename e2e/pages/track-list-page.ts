import { expect, type Locator, type Page } from "@playwright/test";

/** A file as a user chooses it. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

export const csvFile = (name: string, content: string | Buffer): ChosenFile => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.isBuffer(content) ? content : Buffer.from(content),
});

/** The page that reads a list of numbers and submits it, and the page that shows its progress. */
export class TrackListPage {
  readonly preview: Locator;
  readonly progress: Locator;
  readonly problem: Locator;

  constructor(readonly page: Page) {
    this.preview = page.getByRole("region", { name: "Preview" });
    this.progress = page.getByRole("region", { name: "List progress" });
    this.problem = page.getByRole("main").getByRole("alert");
  }

  async open(): Promise<void> {
    await this.page.goto("/track/list");
    await expect(this.page.locator("[data-live=live]")).toBeVisible();
  }

  async choose(file: ChosenFile | string): Promise<void> {
    await this.page.getByLabel("Select CSV file").setInputFiles(file);
  }

  async paste(text: string): Promise<void> {
    await this.page.getByLabel("Numbers and optional columns").fill(text);
    await this.page.getByRole("button", { name: "Preview" }).click();
  }

  row(text: string): Locator {
    return this.preview.getByRole("row").filter({ hasText: text });
  }

  column(heading: string): Locator {
    return this.page.getByLabel(heading, { exact: true });
  }

  /** The button that shows the rows of a state, with their count: "Ready to track", "Has errors", …. */
  standing(label: string): Locator {
    return this.preview.getByRole("button", { name: label });
  }

  track(count: number): Locator {
    return this.page.getByRole("button", {
      name: `Track ${count.toLocaleString("en-US")} ${count === 1 ? "number" : "numbers"}`,
      exact: true,
    });
  }

  /** The number of rows with an outcome on the page. 0 if the page does not show it. */
  async count(outcome: string): Promise<number> {
    const chip = this.progress.locator(`[data-outcome=${outcome}] b`);
    return (await chip.count()) === 0 ? 0 : Number(((await chip.textContent()) ?? "").replaceAll(",", ""));
  }
}
