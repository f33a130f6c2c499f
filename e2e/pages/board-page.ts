import { expect, type Locator, type Page } from "@playwright/test";

/** A container number in the board's format: "MSKU 480796 9". */
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

  /** Opens the board and waits until the live line shows that it is live. */
  async open(query = ""): Promise<void> {
    await this.page.goto(`/board${query}`);
    await this.alive();
  }

  async alive(): Promise<void> {
    await expect(this.page.locator("[data-live=live]")).toBeVisible();
  }

  /** Waits until the visible rows match the list in the URL. */
  async untilUpdated(): Promise<void> {
    await expect(this.page.locator("table[aria-busy]")).toHaveAttribute("aria-busy", "false");
    await expect(this.rows.filter({ visible: true }).first()).toBeVisible();
  }

  row(number: string): Locator {
    return this.rows.filter({ has: this.page.getByRole("link", { name: spaced(number), exact: true }) });
  }

  /** The field of a cell that is being edited. `label`: the name of its column. */
  editor(number: string, label: string): Locator {
    return this.page.getByLabel(`${label} of ${spaced(number)}`, { exact: true });
  }

  /** Opens the board that lists a container alone, and its note. */
  async openNote(number: string): Promise<void> {
    await this.open(`?q=${number}&cols=number,note`);
    await this.cell(number, "note").dblclick();
    await expect(this.editor(number, "Note")).toBeFocused();
  }

  cell(number: string, column: string): Locator {
    return this.row(number).locator(`[data-column="${column}"]`);
  }

  /** The tray of this many unsaved edits. The document also contains hidden pages that the router keeps. */
  tray(count: number): Locator {
    return this.page.getByText(`${count} not saved`, { exact: true }).filter({ visible: true });
  }

  /** Why an edit in the table is not saved. */
  refusal(text: string | RegExp): Locator {
    return this.page.getByRole("alert").filter({ hasText: text });
  }

  /** The container numbers of the rendered rows, from the top. */
  async numbers(): Promise<string[]> {
    const links = await this.rows.getByRole("link").allInnerTexts();
    return links.map((text) => text.replaceAll(" ", ""));
  }

  queue(label: string): Locator {
    return this.queues.getByRole("link", { name: label });
  }

  /** The counts of the queues, by queue id. */
  async counts(): Promise<Record<string, number>> {
    const figures = await this.queues
      .locator("[data-count]")
      .evaluateAll((spans) => spans.map((span) => [span.getAttribute("data-count"), span.textContent]));
    return Object.fromEntries(figures.map(([id, count]) => [id, Number(count?.replaceAll(",", ""))]));
  }

  async expectTotal(total: number, timeout?: number): Promise<void> {
    const message = `${total.toLocaleString("en-US")} ${total === 1 ? "container" : "containers"}`;
    await expect(this.page.getByRole("status").filter({ hasText: /containers?$/ })).toHaveText(message, {
      timeout,
    });
  }
}
