import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AssignForm } from "@/components/parties/assign-form";
import type { FormAction } from "@/components/ui/forms/form-state";
import { answering, saved } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";

const PARTIES = [
  { id: "p-1", name: "Harbor Dray" },
  { id: "p-2", name: "Keystone Dray, Inc." },
  { id: "p-3", name: "Old Mill Cartage", archivedAt: "2026-11-01T08:00:00Z" },
];
const HARBOR = { roleId: "r-1", partyId: "p-1", name: "Harbor Dray" };
const picker = page.getByRole("combobox", { name: "Dray carrier" });
const create = page.getByRole("option", { name: /^Create “/ });

/** The form, with a button that makes the change of another user. */
function Form({ assigned, action }: { assigned: (typeof HARBOR)[]; action: FormAction }) {
  const [list, setList] = useState(assigned);
  return (
    <>
      <AssignForm record={{ containerId: "c-1" }} assigned={list} parties={PARTIES} action={action} />
      <button type="button" onClick={() => setList([HARBOR])}>
        Another user
      </button>
    </>
  );
}

/** Opens the form and returns what it sent. */
async function open(assigned: (typeof HARBOR)[] = [], answer: FormAction = saved) {
  const sent: FormData[] = [];
  const action: FormAction = (before, form) => {
    sent.push(form);
    return answer(before, form);
  };
  await rendered(<Form assigned={assigned} action={action} />);
  return { sent };
}

test("Enter never creates a party: its row must be chosen with the arrow keys", async () => {
  const { sent } = await open();
  await userEvent.type(picker, "Keystone Cartage");
  await expect.element(create).toHaveTextContent("Create “Keystone Cartage”");
  await expect.element(page.getByRole("option", { name: "No matching party." })).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  expect(sent).toEqual([]);
  await expect.element(create).not.toHaveAttribute("data-highlighted");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(create).toHaveAttribute("data-highlighted");
  await userEvent.keyboard("{Enter}");
  await expect.element(picker).toHaveAccessibleDescription(/^A new party\./);
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Create and assign" }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect([sent[0]?.get("party"), sent[0]?.get("companyName")]).toEqual(["", "Keystone Cartage"]);
});

test("typing on from a match to a new name does not create it by Enter", async () => {
  const { sent } = await open();
  await picker.fill("Harbor Dray");
  await expect.element(page.getByRole("option", { name: "Harbor Dray" })).toHaveAttribute("data-highlighted");
  await userEvent.type(picker, "s");
  await expect.element(create).toHaveTextContent("Create “Harbor Drays”");
  await userEvent.keyboard("{Enter}");
  await expect.element(create).not.toHaveAttribute("data-highlighted");
  await expect.element(picker).not.toHaveAccessibleDescription(/new party/);
  expect(sent).toEqual([]);
});

test("a similar name is offered first, and Enter chooses it", async () => {
  const { sent } = await open();
  await picker.fill("keystone-dray inc");
  const first = page.getByRole("option").first();
  await expect.element(first).toHaveTextContent("Keystone Dray, Inc.Similar name");
  await expect.element(first).toHaveAttribute("data-highlighted");
  await expect.element(create).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await page.getByRole("button", { name: "Assign" }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect([sent[0]?.get("party"), sent[0]?.get("companyName")]).toEqual(["p-2", ""]);
});

test("an archived party is neither offered nor created again", async () => {
  await open();
  await picker.fill("old mill cartage");
  await expect.element(page.getByText("Old Mill Cartage is archived.")).toBeVisible();
  expect(page.getByRole("option").all()).toEqual([]);
});

test("one assigned carrier is replaced by default, and named", async () => {
  const { sent } = await open([HARBOR]);
  await expect.element(page.getByText("Assigned now: Harbor Dray")).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "Replace Harbor Dray" })).toBeChecked();
  await picker.fill("keystone");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("button", { name: "Assign" }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect([
    sent[0]?.get("mode"),
    sent[0]?.getAll("replacedRoleId"),
    sent[0]?.getAll("replacedPartyId"),
  ]).toEqual(["replace", ["r-1"], ["p-1"]]);
});

test("with several carriers a new one is added by default", async () => {
  const { sent } = await open([HARBOR, { roleId: "r-2", partyId: "p-2", name: "Keystone Dray, Inc." }]);
  await expect.element(page.getByRole("radio", { name: "Add" })).toBeChecked();
  await picker.fill("harbor");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("button", { name: "Assign" }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect([sent[0]?.get("mode"), sent[0]?.getAll("replacedRoleId")]).toEqual(["add", []]);
});

test("the choice and what it is based on stay when another user assigns a carrier meanwhile", async () => {
  const { sent } = await open([], answering({ problem: "Another user assigned Harbor Dray." }));
  await picker.fill("keystone");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("button", { name: "Another user" }).click();
  await page.getByRole("button", { name: "Assign" }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.get("mode")).toBeNull();
  await expect.element(page.getByRole("radio", { name: "Add" })).toBeChecked();
});
