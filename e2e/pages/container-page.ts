import { expect, type Locator, type Page } from "@playwright/test";
import { spaced } from "./board-page";

/** One container's page. */
export class ContainerPage {
  readonly countdown: Locator;

  constructor(readonly page: Page) {
    this.countdown = page.locator("[data-countdown]").filter({ visible: true });
  }

  async open(id: string, number: string): Promise<void> {
    await this.page.goto(`/containers/${id}`);
    await this.expectNumber(number);
    await expect(this.page.locator("[data-live=live]")).toBeVisible();
  }

  expectNumber(number: string): Promise<void> {
    return expect(this.page.getByRole("heading", { level: 1 })).toHaveText(spaced(number));
  }

  /** A part of the page, by its title. */
  card(title: string): Locator {
    // Pages the router keeps aside stand in the document as well.
    return this.page
      .locator("section")
      .filter({ has: this.page.getByRole("heading", { name: title }), visible: true });
  }

  /** When the dashboard's copy was read for what is shown. */
  async renderedAt(): Promise<string> {
    return (await this.page.locator("[data-rendered-at]").getAttribute("data-rendered-at")) ?? "";
  }

  async choose(party: string): Promise<void> {
    const picker = this.page.getByRole("combobox", { name: "Dray carrier" });
    await picker.fill(party);
    await this.page.getByRole("option", { name: party, exact: true }).click();
  }

  async assign(party: string): Promise<void> {
    await this.choose(party);
    await this.page.getByRole("button", { name: "Assign", exact: true }).click();
  }

  carrier(party: string): Locator {
    return this.card("Appointment and parties").getByRole("button", { name: `Remove ${party}` });
  }
}
