import { containerOnTheGround } from "@/e2e/facts/containers";
import { expectSound } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const EMAIL = "viewer.invited@example.com";
const PASSWORD = "four words are enough";
const ANOTHER = "and then four other words";
const LINK = "A link of who was disabled";

test.afterEach(async () => {
  await readDashboard(`delete from users where email = '${EMAIL}'`);
  await readDashboard(`delete from access_tokens where label = '${LINK}'`);
});

test("a user invited as a viewer can read everything and has no actions, until the user is disabled", async ({
  dashboard,
  openDashboard,
  trouble,
}) => {
  test.setTimeout(120_000);
  trouble.expect(/answer: \w+ .*\/api\/\S* 401/, /answer: GET .*\/sign-in\?\S*_rsc=\S* 404/);
  trouble.expect(/answer: GET .*\/invite\/\S+ 410$/);
  await dashboard.goto("/settings/people");
  await dashboard.getByRole("button", { name: "Invite user" }).click();
  await dashboard.getByLabel("Email").fill(EMAIL);
  await dashboard.getByLabel("Role").selectOption("viewer");
  await dashboard.getByRole("button", { name: "Create invitation" }).click();
  const link = await dashboard.getByLabel(`Invitation link for ${EMAIL}`).inputValue();
  await expect(dashboard.locator(`[data-person="${EMAIL}"]`)).toContainText("Invited");

  const viewer = await openDashboard({ signedOut: true });
  await viewer.goto(link);
  await expectSound(viewer, "an invitation");
  await viewer.getByLabel("Name").fill("Vera");
  await viewer.getByLabel("Password").fill("Password2026!!");
  await viewer.getByRole("button", { name: "Sign in" }).click();
  await expect(viewer.getByText("This password is too common")).toBeVisible();
  await expect(viewer.getByLabel("Name")).toHaveValue("Vera");
  await viewer.getByLabel("Password").fill(PASSWORD);
  await viewer.getByRole("button", { name: "Sign in" }).click();
  await expect(viewer).toHaveURL(/\/board$/);

  expect((await viewer.goto(link))?.status()).toBe(410);
  await expect(viewer.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await expect(viewer.getByText(EMAIL)).toHaveCount(0);

  const container = await containerOnTheGround(0);
  await viewer.goto(`/containers/${container.id}`);
  await expect(
    viewer.getByRole("heading", { name: "Deadline" }).or(viewer.getByText("References")).first(),
  ).toBeVisible();
  for (const name of ["Refresh", "Assign", /^Edit /, /Log follow-up/, "Update now"])
    await expect(viewer.getByRole("button", { name })).toHaveCount(0);
  await viewer.goto("/settings/people");
  await expect(viewer.getByRole("heading", { name: "Not allowed" })).toBeVisible();
  await viewer.goto("/settings");
  await expect(viewer).toHaveURL(/\/settings\/plan$/);
  const settings = viewer.getByRole("navigation", { name: "Settings" });
  await expect(settings.getByRole("link", { name: "Terminal hours" })).toBeVisible();
  await expect(settings.getByRole("link", { name: "Users" })).toHaveCount(0);

  await dashboard.reload();
  const user = dashboard.locator(`[data-person="${EMAIL}"]`);
  await expect(user).toContainText("Signed in");
  await user.getByRole("button", { name: "Password reset link" }).click();
  const reset = await user.getByLabel(`Password reset link for ${EMAIL}`).inputValue();
  const forgetful = await openDashboard({ signedOut: true });
  await forgetful.goto(reset);
  await expect(forgetful.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await forgetful.getByLabel("New password").fill("Password2026!!");
  await forgetful.getByRole("button", { name: "Sign in" }).click();
  await expect(forgetful.getByText("This password is too common")).toBeVisible();
  await forgetful.getByLabel("New password").fill(ANOTHER);
  await forgetful.getByRole("button", { name: "Sign in" }).click();
  await expect(forgetful).toHaveURL(/\/board$/);
  await forgetful.goto(reset);
  await expect(forgetful.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  // Sessions with the old password have ended.
  await viewer.goto("/board");
  await expect(viewer).toHaveURL(/\/sign-in/);

  await readDashboard(
    `insert into access_tokens (kind, token_hash, label, created_by)
     select 'share', sha256('${LINK}'), '${LINK}', id from users where email = '${EMAIL}'`,
  );
  await dashboard.reload();
  await user.getByRole("button", { name: "Disable" }).click();
  await user.getByLabel("Also revoke their links and tokens: 1 shared link.").check();
  await user.getByRole("button", { name: "Disable" }).click();
  await expect(user).toContainText("Disabled");
  expect(
    await readDashboard(`select from access_tokens where label = '${LINK}' and revoked_at is not null`),
  ).toHaveLength(1);
  await forgetful.goto("/board");
  await expect(forgetful).toHaveURL(/\/sign-in/);
});
