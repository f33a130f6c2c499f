/** The visible control with an accessible name: by `aria-label`, its label, or its text. */
export function control(name: string): HTMLElement {
  const found = [
    ...document.querySelectorAll<HTMLElement>("button, a, input, select, textarea, summary, [role]"),
  ].find((element) => {
    const labels = "labels" in element && element.labels instanceof NodeList ? [...element.labels] : [];
    const label = labels.map((each) => each.textContent).join(" ");
    return [element.getAttribute("aria-label"), label, element.textContent].some(
      (text) => text?.trim() === name || text?.trim().startsWith(`${name} (`),
    );
  });
  if (!found) throw new Error(`no control named "${name}"`);
  return found;
}

/** Waits until an element is in the page. */
export async function appears(selector: string): Promise<void> {
  for (let waits = 0; waits < 500; waits += 1) {
    if (document.querySelector(selector)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nothing matches ${selector}`);
}

/** Pastes a text into the focused field, as a browser does. */
export function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
}

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)));

/**
 * Brings a section into a state. Works without a test runner, so that the gallery that is open in a browser shows the
 * same. Component tests use the real keyboard and pointer of `vitest/browser`.
 */
export const userEvent = {
  async click(name: string): Promise<void> {
    const element = control(name);
    element.focus();
    element.click();
    await frame();
  },
  async type(name: string, text: string): Promise<void> {
    const element = control(name);
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement))
      throw new Error(`"${name}" is no text field`);
    element.focus();
    const prototype = element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(element, text);
    element.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
    await frame();
  },
};
