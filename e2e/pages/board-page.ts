import { expect, type Locator, type Page } from "@playwright/test";

/** As the board writes a number: "MSKU 480796 9". */
export function spaced(number: string): string {
  return `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`;
}

/** The board, as a dispatcher sees it on a wide screen. */
export class BoardPage {
  readonly rows: Locator;
  readonly search: Locator;
  readonly queues: Locator;

  constructor(readonly page: Page) {
    this.rows = page.locator("tr[data-container]");
    this.search = page.getByRole("searchbox", { name: /Search the board/ });
    this.queues = page.getByRole("navigation", { name: "Queues" });
  }

  /** Opens the board and waits until it is alive: the live line says so. */
  async open(query = ""): Promise<void> {
    await this.page.goto(`/board${query}`);
    await this.alive();
  }

  async alive(): Promise<void> {
    await expect(this.page.locator("[data-live=live]")).toBeVisible();
  }

  /** Waits until the rows shown are those of the list in the address, as who looks at the screen does. */
  async settled(): Promise<void> {
    await expect(this.page.locator("table[aria-busy]")).toHaveAttribute("aria-busy", "false");
    await expect(this.rows.filter({ visible: true }).first()).toBeVisible();
  }

  row(number: string): Locator {
    return this.rows.filter({ has: this.page.getByRole("link", { name: spaced(number), exact: true }) });
  }

  cell(number: string, column: string): Locator {
    return this.row(number).locator(`[data-column="${column}"]`);
  }

  /** The numbers of the rows that are drawn, from the top. */
  async numbers(): Promise<string[]> {
    const links = await this.rows.getByRole("link").allInnerTexts();
    return links.map((text) => text.replaceAll(" ", ""));
  }

  queue(label: string): Locator {
    return this.queues.getByRole("link", { name: label });
  }

  /** What stands on the queues, by their ids. */
  async counts(): Promise<Record<string, number>> {
    const figures = await this.queues
      .locator("[data-count]")
      .evaluateAll((spans) => spans.map((span) => [span.getAttribute("data-count"), span.textContent]));
    return Object.fromEntries(figures.map(([id, count]) => [id, Number(count?.replaceAll(",", ""))]));
  }

  async expectTotal(total: number): Promise<void> {
    const words = `${total.toLocaleString("en-US")} ${total === 1 ? "container" : "containers"}`;
    await expect(this.page.getByRole("status").filter({ hasText: /containers?$/ })).toHaveText(words);
  }
}
