import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LocaleDisplay } from "@/components/preferences/locale";
import { PlaceTime } from "@/components/time/local-time";
import { PlaceTimeField } from "@/components/time/local-time-field";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { Locale } from "@/lib/platform/text/locale";

function fieldIn(locale: Locale, sent: (form: FormData) => void) {
  return (
    <LocaleDisplay locale={locale}>
      <form action={sent}>
        <PlaceTimeField
          id="pickup"
          name="pickup"
          label="Planned pickup"
          zone="America/New_York"
          city="Port Elizabeth"
          value=""
          twice={null}
        />
        <button type="submit">Save</button>
      </form>
    </LocaleDisplay>
  );
}

test("a typed time sets the field by the clock of the place, and Enter then sends the form", async () => {
  const sent = vi.fn<(form: FormData) => void>();
  await rendered(fieldIn("en-US", sent));
  const typed = page.getByLabelText("Type a time");
  await expect.element(page.getByText("Port Elizabeth time (E", { exact: false })).toBeVisible();
  await typed.fill("12/24/2027 2p");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Planned pickup")).toHaveValue("2027-12-24T14:00");
  await expect.element(page.getByRole("status")).toHaveTextContent("Fri, Dec 24, 2027, 2:00 PM");
  expect(sent).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent.mock.calls[0]?.[0].get("pickup")).toBe("2027-12-24T14:00");
});

test("a typed time that cannot be read is explained, and the form is not sent", async () => {
  const sent = vi.fn<(form: FormData) => void>();
  await rendered(fieldIn("en-GB", sent));
  const typed = page.getByLabelText("Type a time");
  await typed.fill("12/24/2027 14:00");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .element(typed)
    .toHaveAccessibleDescription(/^Can’t read “12\/24\/2027 14:00”\. .*27\/11 14:00/);
  await expect.element(page.getByLabelText("Planned pickup")).toHaveValue("");
  expect(sent).not.toHaveBeenCalled();
  await typed.fill("24/12/2027 14:00");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent.mock.calls[0]?.[0].get("pickup")).toBe("2027-12-24T14:00");
});

test.each([
  ["en-US", "Fri, Nov 20, 2:00 PM CST"],
  ["en-GB", "Fri 20 Nov, 14:00 CST"],
] as const)("a time in %s is %s", async (locale, text) => {
  await rendered(
    <LocaleDisplay locale={locale}>
      <PlaceTime moment={{ at: "2026-11-20T20:00:00Z", zone: "America/Chicago" }} now={NOW} />
    </LocaleDisplay>,
  );
  await expect.element(page.getByText(text)).toBeVisible();
});
