import { expect, test } from "./desk";
import { boxOnTheGround } from "./facts/boxes";
import { readDesk } from "./system/databases";

const EMAIL = "viewer.invited@example.com";
const PASSWORD = "four words are enough";

test.afterEach(async () => {
  await readDesk(`delete from users where email = '${EMAIL}'`);
});

test("somebody invited as a viewer reads all and is offered nothing that acts, until they are disabled", async ({
  desk,
  openDesk,
  trouble,
}) => {
  trouble.expect(/answer: \w+ .*\/api\/\S* 401/, /answer: GET .*\/sign-in\?\S*_rsc=\S* 404/);
  await desk.goto("/settings/people");
  await desk.getByRole("button", { name: "Invite somebody" }).click();
  await desk.getByLabel("E-mail").fill(EMAIL);
  await desk.getByLabel("Role").selectOption("viewer");
  await desk.getByRole("button", { name: "Make the invitation" }).click();
  const link = await desk.getByLabel(`Invitation link for ${EMAIL}`).inputValue();
  await expect(desk.locator(`[data-person="${EMAIL}"]`)).toContainText("Invited");

  const viewer = await openDesk({ signedOut: true });
  await viewer.goto(link);
  await viewer.getByLabel("Name").fill("Vera");
  await viewer.getByLabel("Password").fill("Password2026!!");
  await viewer.getByRole("button", { name: "Sign in" }).click();
  await expect(viewer.getByText("This password is well known")).toBeVisible();
  await expect(viewer.getByLabel("Name")).toHaveValue("Vera");
  await viewer.getByLabel("Password").fill(PASSWORD);
  await viewer.getByRole("button", { name: "Sign in" }).click();
  await expect(viewer).toHaveURL(/\/board$/);

  await viewer.goto(link);
  await expect(viewer.getByRole("heading", { name: "This invitation has ended" })).toBeVisible();
  await expect(viewer.getByText(EMAIL)).toHaveCount(0);

  const box = await boxOnTheGround(0);
  await viewer.goto(`/containers/${box.id}`);
  await expect(
    viewer.getByRole("heading", { name: "Deadline" }).or(viewer.getByText("References")).first(),
  ).toBeVisible();
  for (const name of ["Refresh", "Assign", /^Edit /, /Log a chase/, "Ask the service now"])
    await expect(viewer.getByRole("button", { name })).toHaveCount(0);
  await viewer.goto("/settings/people");
  await expect(viewer.getByRole("heading", { name: "Not allowed" })).toBeVisible();
  await viewer.goto("/settings");
  await expect(viewer).toHaveURL(/\/settings\/plan$/);
  const settings = viewer.getByRole("navigation", { name: "Settings" });
  await expect(settings.getByRole("link", { name: "Terminal hours" })).toBeVisible();
  await expect(settings.getByRole("link", { name: "People" })).toHaveCount(0);

  await desk.reload();
  const person = desk.locator(`[data-person="${EMAIL}"]`);
  await expect(person).toContainText("Signed in");
  await person.getByRole("button", { name: "Disable" }).click();
  await person.getByRole("button", { name: "Disable" }).click();
  await expect(person).toContainText("Disabled");
  await viewer.goto("/board");
  await expect(viewer).toHaveURL(/\/sign-in/);
});
