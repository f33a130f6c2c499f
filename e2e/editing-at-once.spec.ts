import { requestAllowance } from "@/e2e/facts/account-room";
import { defineField, undefineFields } from "@/e2e/facts/custom-fields";
import { heldContainer } from "@/e2e/facts/held-container";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";

test.beforeEach(undefineFields);
test.afterEach(undefineFields);

test("of two users editing one container at once, the later sees what the other saved and loses no typed text", async ({
  dashboard: first,
  openDashboard,
}) => {
  test.setTimeout(180_000);
  await requestAllowance();
  const container = await heldContainer(5);
  const slug = await defineField("E2E pallets", "number");
  const second = await openDashboard();
  const both = [first, second] as const;
  for (const page of both) await new ContainerPage(page).open(container.id, container.number);
  const card = (page: typeof first, title: string) => new ContainerPage(page).card(title);

  await test.step("references", async () => {
    for (const page of both) await page.getByRole("button", { name: "Edit container references" }).click();
    const form = (page: typeof first) => ({
      field: page.getByRole("textbox", { name: "Container references" }),
      save: () => page.getByRole("button", { name: "Save", exact: true }).click(),
    });
    const long = "R".repeat(250);
    await form(first).field.fill(`PO-1 <b>\n\n${long}\nPO-1 <b>`);
    await form(second).field.fill("PO-2");
    await form(first).save();
    await expect(first.getByText("Saved to the tracking service.")).toBeVisible();
    await expect(card(first, "References").getByText("PO-1 <b>")).toHaveCount(1);
    await form(second).save();
    await expect(second.getByRole("alert").filter({ hasText: "changed the references" })).toContainText(
      "PO-1 <b>",
    );
    await expect(form(second).field).toHaveValue("PO-2");
    await form(second).field.fill("x".repeat(301));
    await form(second).save();
    await expect(form(second).field).toHaveAccessibleDescription(/At most 300 characters/);
    const [stored] = await readService<{ refs: string[] }>(
      "select attributes -> 'ref_numbers' as refs from containers where id = $1",
      [container.id],
    );
    expect(stored?.refs).toEqual(["PO-1 <b>", long]);
  });

  await test.step("planned moves", async () => {
    for (const page of both) await page.getByRole("button", { name: /Plan moves|Edit plan/ }).click();
    const form = (page: typeof first) => ({
      note: page.getByLabel("Note, also shown on the board"),
      save: () => page.getByRole("button", { name: "Save plan" }).click(),
    });
    await form(first).note.fill(`first ${Date.now()}`);
    await form(second).note.fill("second");
    await form(first).save();
    await expect(first.getByText("Plan saved.")).toBeVisible();
    await form(second).save();
    await expect(second.getByRole("alert").filter({ hasText: "saved this plan" })).toContainText(
      "saved this plan (note)",
    );
    await expect(form(second).note).toHaveValue("second");
    await form(second).save();
    await expect(card(first, "Appointment and parties")).toContainText("second");
  });

  await test.step("the follow-up of a hold", async () => {
    const form = (page: typeof first) => ({
      contacted: page.getByLabel("Contacted"),
      response: page.getByLabel("Response"),
      save: () => page.getByRole("button", { name: "Save follow-up" }).click(),
    });
    for (const page of both) {
      await page.getByRole("button", { name: "Log follow-up for customs" }).click();
      await expect(form(page).contacted).toBeFocused();
    }
    await form(second).contacted.fill("the line");
    await form(second).response.fill("they will call back");
    await form(first).contacted.fill("the broker");
    await form(first).response.fill("papers are in");
    await form(first).save();
    await expect(first.getByText("Follow-up logged.")).toBeVisible();
    await form(second).save();
    await expect(second.getByRole("alert").filter({ hasText: "added to this follow-up" })).toContainText(
      "contacted the broker, “papers are in”",
    );
    await expect(form(second).contacted).toHaveValue("the line");
    await expect(form(second).response).toHaveValue("they will call back");
    await form(second).save();
    for (const page of both)
      await expect(card(page, "Holds")).toContainText("Contacted the line: “they will call back”");
    const lines = await readDashboard(
      "select from follow_up_entries e join follow_ups h on h.id = e.follow_up_id where h.container_id = $1",
      [container.id],
    );
    expect(lines).toHaveLength(2);
  });

  await test.step("a custom field", async () => {
    const field = (page: typeof first) => card(page, "Custom fields").locator(`[data-field=${slug}]`);
    const button = (page: typeof first, name: string) => field(page).getByRole("button", { name });
    const input = (page: typeof first) => field(page).getByRole("textbox");
    for (const page of both) await button(page, "Set E2E pallets").click();
    await input(first).fill("many");
    await button(first, "Save").click();
    await expect(input(first)).toHaveAccessibleDescription(/Enter a number/);
    await expect(input(first)).toHaveValue("many");
    await input(first).fill("12.5");
    await button(first, "Save").click();
    await expect(button(first, "Edit E2E pallets")).toBeVisible();
    await expect(input(first)).toHaveCount(0);
    await input(second).fill("14");
    await button(second, "Save").click();
    await expect(second.getByText("Another user set it to “12.5”.")).toBeVisible();
    await expect(input(second)).toHaveValue("14");
    await button(second, "Save").click();
    await expect(input(second)).toHaveCount(0);
    for (const page of both) await expect(field(page)).toContainText("14");
    await button(first, "Edit E2E pallets").click();
    await button(first, "Clear E2E pallets").click();
    for (const page of both) await expect(field(page)).toContainText("not set");
  });
});
