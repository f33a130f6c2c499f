import { boxOnTheGround } from "@/e2e/facts/containers";
import { expectSound } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk } from "@/e2e/system/databases";

const EMAIL = "viewer.invited@example.com";
const PASSWORD = "four words are enough";
const ANOTHER = "and then four other words";
const LINK = "A link of who was disabled";

test.afterEach(async () => {
  await readDesk(`delete from users where email = '${EMAIL}'`);
  await readDesk(`delete from access_tokens where label = '${LINK}'`);
});

test("somebody invited as a viewer reads all and is offered nothing that acts, until they are disabled", async ({
  desk,
  openDesk,
  trouble,
}) => {
  test.setTimeout(120_000);
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
  await expectSound(viewer, "an invitation");
  await viewer.getByLabel("Name").fill("Vera");
  await viewer.getByLabel("Password").fill("Password2026!!");
  await viewer.getByRole("button", { name: "Sign in" }).click();
  await expect(viewer.getByText("This password is well known")).toBeVisible();
  await expect(viewer.getByLabel("Name")).toHaveValue("Vera");
  await viewer.getByLabel("Password").fill(PASSWORD);
  await viewer.getByRole("button", { name: "Sign in" }).click();
  await expect(viewer).toHaveURL(/\/board$/);

  await viewer.goto(link);
  await expect(viewer.getByRole("heading", { name: "This link has ended" })).toBeVisible();
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
  await person.getByRole("button", { name: "Link to another password" }).click();
  const reset = await person.getByLabel(`Link to another password for ${EMAIL}`).inputValue();
  const forgetful = await openDesk({ signedOut: true });
  await forgetful.goto(reset);
  await expect(forgetful.getByRole("heading", { name: "Choose another password" })).toBeVisible();
  await forgetful.getByLabel("New password").fill("Password2026!!");
  await forgetful.getByRole("button", { name: "Sign in" }).click();
  await expect(forgetful.getByText("This password is well known")).toBeVisible();
  await forgetful.getByLabel("New password").fill(ANOTHER);
  await forgetful.getByRole("button", { name: "Sign in" }).click();
  await expect(forgetful).toHaveURL(/\/board$/);
  await forgetful.goto(reset);
  await expect(forgetful.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  // Whoever had the old password is out.
  await viewer.goto("/board");
  await expect(viewer).toHaveURL(/\/sign-in/);

  await readDesk(
    `insert into access_tokens (kind, token_hash, label, made_by)
     select 'share', sha256('${LINK}'), '${LINK}', id from users where email = '${EMAIL}'`,
  );
  await desk.reload();
  await person.getByRole("button", { name: "Disable" }).click();
  await person.getByLabel("Revoke what they gave out, too: 1 shared link.").check();
  await person.getByRole("button", { name: "Disable" }).click();
  await expect(person).toContainText("Disabled");
  expect(
    await readDesk(`select from access_tokens where label = '${LINK}' and revoked_at is not null`),
  ).toHaveLength(1);
  await forgetful.goto("/board");
  await expect(forgetful).toHaveURL(/\/sign-in/);
});
