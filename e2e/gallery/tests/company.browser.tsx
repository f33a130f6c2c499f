import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CompanyView } from "@/components/company/company-view";
import { api } from "@/e2e/gallery/support/api";
import { saved } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";

const ACTIONS = { saveName: saved, removeLogo: saved };

function choose(file: File): void {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("There is no input for the logo.");
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

test("a large logo is refused before it is sent, and a refusal of the dashboard is shown", async () => {
  await rendered(<CompanyView company={{ name: "", logoVersion: null }} actions={ACTIONS} />, {
    routes: {
      "/api/logo": {
        status: 400,
        json: { error: { code: "bad_input", message: "Select a PNG, JPEG or WebP file." } },
      },
    },
  });
  await expect.element(page.getByText("No logo.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Remove logo" })).not.toBeInTheDocument();
  choose(new File([new Uint8Array(1_000_001)], "Large.png"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("The logo is larger than 1 MB.");
  expect(api.requests()).toEqual([]);
  choose(new File(["<svg/>"], "Logo.svg"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("Select a PNG, JPEG or WebP file.");
  expect(api.requests()).toEqual([{ method: "POST", path: "/api/logo", body: "<svg/>" }]);
});

test("a name and a logo are saved, and the logo can be removed", async () => {
  await rendered(<CompanyView company={{ name: "Harbor Freight", logoVersion: "v1" }} actions={ACTIONS} />, {
    routes: { "/api/logo": { json: { version: "v2" } } },
  });
  await expect.element(page.getByLabelText("Name")).toHaveValue("Harbor Freight");
  choose(new File(["a logo"], "Logo.png"));
  await expect.element(page.getByText("Logo saved.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Remove logo" })).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  await expect.element(page.getByText("Saved", { exact: false }).first()).toBeVisible();
});
