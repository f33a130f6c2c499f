import { type ReactNode, useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { TranslatedPages } from "@/components/ui/translated-pages";
import { rendered } from "@/e2e/gallery/support/rendered";
import { translatePage } from "@/e2e/support/translate";

/** A text of several nodes, one that comes and goes, and one between elements. */
function Changing({ children }: { children?: ReactNode }) {
  const [count, setCount] = useState(1);
  return (
    <div>
      <TranslatedPages />
      <p data-testid="counted">
        {count} of {count + 1} containers
      </p>
      <p data-testid="now and then">
        {count % 2 === 1 && "Held"}
        <b>Terminal</b>
        {count > 2 ? "left" : <i>here</i>}
        {count} times
      </p>
      <p data-testid="alone">{`Live, ${count}`}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Next
      </button>
      {children}
    </div>
  );
}

test.each([{ joined: false }, { joined: true }])(
  "changes are shown on a page that the browser translates: %j",
  async (how) => {
    await rendered(<Changing />);
    const text = (id: string) => page.getByTestId(id).element().textContent?.replaceAll("[es] ", "");
    await expect.element(page.getByTestId("counted")).toHaveTextContent("1 of 2 containers");
    onTestFinished(translatePage(how));
    await expect.element(page.getByTestId("counted")).toHaveTextContent("[es]");
    for (let count = 2; count < 6; count += 1) {
      await page.getByRole("button", { name: /Next/ }).click();
      await expect.poll(() => text("counted")).toBe(`${count} of ${count + 1} containers`);
      await expect.poll(() => text("alone")).toBe(`Live, ${count}`);
      const held = count % 2 === 1 ? "Held" : "";
      await expect
        .poll(() => text("now and then"))
        .toBe(`${held}Terminal${count > 2 ? "left" : "here"}${count} times`);
      await expect.element(page.getByTestId("counted")).toHaveTextContent("[es]");
    }
  },
);
