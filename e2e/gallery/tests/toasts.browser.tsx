import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { notify, notifyUndone } from "@/components/ui/toasts";
import { rendered } from "@/e2e/gallery/support/rendered";

const LONG =
  "Saved. Planned pickup is after the last free day, Fri, Nov 20. Planned pickup is outside gate hours: open 7:00 AM–4:00 PM on Wed.";
const undoButton = page.getByRole("button", { name: "Undo" });

test.each([1280, 360])("the button of a long notice stays on one line at %i px", async (width) => {
  await rendered(<p>Page</p>, { width });
  void notify(LONG, { label: "Undo", act: () => undefined });
  await expect.element(page.getByText(LONG)).toBeVisible();
  const button = await undoButton.findElement();
  const text = document.createRange();
  text.selectNodeContents(button);
  expect(text.getClientRects()).toHaveLength(1);
  expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth);
});

test("a notice closes when what it is about was undone, another one stays", async () => {
  await rendered(<p>Page</p>);
  const [one, other] = [{}, {}];
  await notify("Saved: one.", { label: "Undo", act: () => undefined }, one);
  await notify("Saved: other.", { label: "Undo", act: () => undefined }, other);
  await expect.element(page.getByText("Saved: one.")).toBeInTheDocument();
  await notifyUndone("Undone: one.", one);
  await expect.element(page.getByText("Undone: one.")).toBeVisible();
  await expect.element(page.getByText("Saved: one.")).not.toBeInTheDocument();
  await expect.element(page.getByText("Saved: other.")).toBeInTheDocument();
});
