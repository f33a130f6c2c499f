import { expect, type Locator, type Page } from "@playwright/test";

/** The palette, used without a mouse. */
export class PaletteDialog {
  readonly field: Locator;
  readonly options: Locator;
  readonly status: Locator;

  constructor(readonly page: Page) {
    this.field = page.getByRole("combobox", { name: "Number, name, note, page or action" });
    const dialog = page.getByRole("dialog", { name: "Search or run a command" });
    this.options = dialog.getByRole("option");
    this.status = dialog.getByRole("status");
  }

  async open(): Promise<void> {
    await this.page.keyboard.press("Control+k");
    await expect(this.field).toBeFocused();
  }

  /** The option that Enter would choose, as announced to screen readers. */
  async chosen(): Promise<string> {
    const id = await this.field.getAttribute("aria-activedescendant");
    const option = this.page.locator(`[id="${id}"]`);
    await expect(option).toHaveAttribute("aria-selected", "true");
    return (await option.textContent()) ?? "";
  }

  /** Types a text and chooses an option by name, with the keyboard only. */
  async take(text: string, name: string | RegExp): Promise<void> {
    await this.open();
    await this.page.keyboard.type(text);
    // The dashboard's results are inserted above the options that were shown at once.
    await expect(this.status).not.toHaveText("Searching…");
    const option = this.options.filter({ hasText: name }).first();
    await expect(option).toBeVisible();
    for (let steps = 0; (await option.getAttribute("aria-selected")) !== "true"; steps += 1) {
      if (steps > 40) throw new Error(`The arrows never reach ${name}.`);
      await this.page.keyboard.press("ArrowDown");
    }
    await this.page.keyboard.press("Enter");
    await expect(this.field).toBeHidden();
  }
}
