import { expect, type Locator, type Page } from "@playwright/test";
import { spaced } from "./board-page";

/** A container page. */
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

  /** A card of the page, by its title. */
  card(title: string): Locator {
    // The document also contains hidden pages that the router keeps.
    return this.page
      .locator("section")
      .filter({ has: this.page.getByRole("heading", { name: title }), visible: true });
  }

  /** The time at which the shown data were read from the dashboard's copy. */
  async renderedAt(): Promise<string> {
    return (await this.page.locator("[data-rendered-at]").getAttribute("data-rendered-at")) ?? "";
  }

  /** Chooses a party to add. The carriers that are assigned stay. */
  async choose(party: string): Promise<void> {
    const add = this.page.getByRole("radio", { name: "Add", exact: true });
    if (await add.isVisible()) await add.check();
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
