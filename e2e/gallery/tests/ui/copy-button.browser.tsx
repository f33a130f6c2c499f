import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CopyButton } from "@/components/ui/copy-button";
import { rendered } from "@/e2e/gallery/support/rendered";

/** On plain http a browser has no clipboard for scripts. */
function withoutClipboard(): void {
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "clipboard"));
}

test("copies on plain http, also in a dialog, and keeps the focus", async () => {
  withoutClipboard();
  await rendered(
    <dialog ref={(dialog) => dialog?.showModal()} aria-label="Token">
      <CopyButton text={"line 1\nline 2"} what="token" />
      <textarea aria-label="Paste here" />
    </dialog>,
  );
  await page.getByRole("button", { name: "Copy token" }).click();
  await expect.element(page.getByRole("button", { name: "token copied" })).toHaveFocus();
  const field = page.getByLabelText("Paste here");
  await field.click();
  await userEvent.paste();
  await expect.element(field).toHaveValue("line 1\nline 2");
});

test("says when nothing could be copied", async () => {
  withoutClipboard();
  const refused = vi.spyOn(document, "execCommand").mockReturnValue(false);
  onTestFinished(() => refused.mockRestore());
  await rendered(<CopyButton text="abc" what="token" />);
  await page.getByRole("button", { name: "Copy token" }).click();
  await expect
    .element(page.getByText("Couldn’t copy the token. Select the text and press Ctrl+C."))
    .toBeVisible();
});
