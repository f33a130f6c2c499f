import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { CreatePartyForm } from "@/components/parties/create-party-form";
import { PartiesTable, type PartyEntry } from "@/components/parties/parties-table";
import type { FormAction } from "@/components/ui/forms/form-state";
import { routerCalls } from "@/e2e/gallery/stand-ins/navigation";
import { api, type Reply } from "@/e2e/gallery/support/api";
import { answering, hoursFromNow, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { rendered } from "@/e2e/gallery/support/rendered";

const entry = (id: string, name: string, change: Partial<PartyEntry> = {}): PartyEntry => ({
  ...{ id, name, nickname: null, loads: [], deletedUpstreamAt: null, archivedAt: null, mergedInto: null },
  ...change,
});
const CONTACT = {
  ...{ dispatchOffice: "Night office", phone: "310-555-0100 ext. 12", email: "office@example.com" },
  ...{ note: "Calls before 6 AM only.", version: 3 },
};
const PARTIES = [
  entry("p-1", "Harbor Dray", { contact: CONTACT }),
  entry("p-2", "Keystone"),
  entry("p-3", "Old Mill Cartage", { archivedAt: hoursFromNow(-40), mergedInto: "p-2" }),
];

type Options = { role?: "viewer"; saveContact?: FormAction; preview?: Reply };

const open = ({ role, saveContact = saved, preview = { json: {} } }: Options = {}) =>
  rendered(
    <PartiesTable
      parties={PARTIES}
      now={NOW}
      actions={{ rename: saved, archive: saved, restore: saved, saveContact }}
    />,
    {
      role,
      routes: {
        "/api/parties/merge": (request) =>
          request.method === "POST" ? { json: { id: "j-1", kind: "merge_party" } } : preview,
      },
    },
  );

test("a contact is shown with links to call and to write, and edited with the version that was seen", async () => {
  const sent: FormData[] = [];
  const refused = answering({
    problem: "Ana saved this contact meanwhile.",
    values: { version: "4", phone: "310-555-0111" },
  });
  await open({
    saveContact: (before, form) => {
      sent.push(form);
      return refused(before, form);
    },
  });
  await expect
    .element(page.getByRole("link", { name: CONTACT.phone }))
    .toHaveAttribute("href", "tel:3105550100;ext=12");
  await expect
    .element(page.getByRole("link", { name: CONTACT.email }))
    .toHaveAttribute("href", "mailto:office@example.com");
  await page.getByRole("button", { name: "Contact of Harbor Dray" }).click();
  await page.getByLabelText("Phone").fill("310-555-0111");
  await page.getByRole("button", { name: "Save contact" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Ana saved this contact meanwhile.");
  await expect.element(page.getByLabelText("Phone")).toHaveValue("310-555-0111");
  expect([sent[0]?.get("version"), sent[0]?.get("phone")]).toEqual(["3", "310-555-0111"]);
});

test("archived parties are hidden until they are asked for or searched, and can be restored", async () => {
  await open();
  const old = page.getByRole("row", { name: /Old Mill Cartage/ });
  await expect.element(page.getByText("2 parties")).toBeVisible();
  expect(old.elements()).toEqual([]);
  await page.getByLabelText("Show archived (1)").click();
  await expect.element(old).toHaveTextContent("Archived, merged into Keystone");
  await page.getByLabelText("Show archived (1)").click();
  await page.getByLabelText("Search parties by name").fill("old mill");
  await page.getByRole("button", { name: "Restore Old Mill Cartage" }).click();
  await expect.element(page.getByText("Saved.")).toBeVisible();
});

test("a merge shows what moves before it starts, and opens its job", async () => {
  const roles = [{ role: "pickup_dray_carrier", containers: 2, shipments: 0 }];
  await open({ preview: { json: { roles, requests: 0, customers: 0 } } });
  await page.getByRole("button", { name: "Merge Harbor Dray" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect
    .element(page.getByRole("combobox", { name: "Merge into" }))
    .toHaveAccessibleDescription("Select a party.");
  await page.getByRole("combobox", { name: "Merge into" }).fill("keyst");
  await page.getByRole("option", { name: "Keystone" }).click();
  await expect.element(dialog).toHaveTextContent("Pickup dray carrier: 2 containers.");
  await expect.element(dialog).toHaveTextContent("Harbor Dray is archived.");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect.poll(() => routerCalls.all()).toContainEqual({ call: "push", href: "/jobs/j-1" });
  const posted = api.requests().find(({ method }) => method === "POST");
  expect(JSON.parse(posted?.body ?? "")).toEqual({ from: "p-1", into: "p-2" });
});

test("a merge that would take containers from customers cannot be started", async () => {
  await open({ preview: { json: { roles: [], requests: 0, customers: 1 } } });
  await page.getByRole("button", { name: "Merge Harbor Dray" }).click();
  await page.getByRole("combobox", { name: "Merge into" }).fill("keyst");
  await page.getByRole("option", { name: "Keystone" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toHaveTextContent("An admin must give them Keystone first");
  await expect.element(dialog.getByRole("button", { name: "Merge", exact: true })).toBeDisabled();
});

test("a viewer reads contacts and changes nothing", async () => {
  await open({ role: "viewer" });
  await expect.element(page.getByRole("link", { name: CONTACT.phone })).toBeVisible();
  expect(page.getByRole("button").elements()).toEqual([]);
});

test("the form for a new party says when a similar name exists", async () => {
  await rendered(<CreatePartyForm parties={PARTIES} action={saved} />);
  await page.getByLabelText("Company name").fill("harbor-dray");
  await expect.element(page.getByRole("status").first()).toHaveTextContent("Harbor Dray exists already.");
  await page.getByLabelText("Company name").fill("old mill, cartage");
  await expect
    .element(page.getByRole("status").first())
    .toHaveTextContent("Old Mill Cartage exists already, archived.");
});
