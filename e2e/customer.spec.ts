import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { type ChosenContainer, containersOnTheGround } from "@/e2e/facts/containers";
import { spaced } from "@/e2e/pages/board-page";
import { SignInPage } from "@/e2e/pages/sign-in-page";
import { expectSound } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { LONG } from "@/scripts/test/long-tests";

const EMAIL = "customer.of.one@example.com";
const PASSWORD = "where are my containers now";
const PARTY = "party-of-the-customer-test";
const CODE_STEP_MS = 30_000;

async function leaveNothing(): Promise<void> {
  await readDashboard("delete from users where email = $1", [EMAIL]);
  await readDashboard("delete from party_roles where party_id = $1", [PARTY]);
}
test.beforeEach(leaveNothing);
test.afterEach(leaveNothing);

type Own = { id: string; number: string; shipment: string; containers: number };

/** A grounded container with its shipment and the shipment's container count, and one container of another shipment. */
async function chooseContainers(): Promise<{ own: Own; others: ChosenContainer }> {
  const containers = await containersOnTheGround(12);
  const [own] = await readDashboard<Own>(
    `select c.id, c.attributes ->> 'number' as number, c.shipment_id as shipment,
       (select count(*)::int from containers o where o.shipment_id = c.shipment_id) as containers
     from containers c where c.id = $1`,
    [containers[0]?.id],
  );
  const theirs = await readDashboard<{ id: string }>("select id from containers where shipment_id = $1", [
    own?.shipment,
  ]);
  const others = containers.find(({ id }) => theirs.every((container) => container.id !== id));
  if (!own || !others) throw new Error("All containers are of one shipment.");
  return { own, others };
}

/** Creates a customer whose party has a role on a shipment. */
async function makeCustomer(shipment: string | null): Promise<void> {
  await readDashboard(
    "insert into users (email, name, password_hash, role, party_ids) values ($1, 'Cora', $2, 'customer', $3)",
    [EMAIL, await hashPassword(PASSWORD), [PARTY]],
  );
  if (shipment === null) return;
  await readDashboard(
    `insert into party_roles (id, party_id, role, roleable_type, roleable_id, attributes)
     values ('role-of-the-customer-test', $1, 'customer', 'shipment', $2, '{}')`,
    [PARTY, shipment],
  );
}

const codeOf = (secret: string, ahead: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * CODE_STEP_MS });

/** Sets up a second factor on the customer's own page. Returns its key and its recovery codes. */
async function setUpFactor(page: Page): Promise<{ secret: string; recovery: string }> {
  await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
  const password = page.getByLabel("Current password");
  await password.fill("not the password");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Incorrect current password.")).toBeVisible();
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const secret = /[A-Z2-7]{32}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0] ?? "";
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, 0));
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? "";
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();
  return { secret, recovery };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
}

test("a customer sees their own containers, without internal data, and no other containers", async ({
  openDashboard,
  trouble,
}) => {
  test.setTimeout(120_000);
  // The dashboard's frame sends a request before its page redirects, and the request is rejected.
  trouble.expect(/answer: GET .*\/api\/\S+ 403/);
  const { own, others } = await chooseContainers();
  await makeCustomer(own.shipment);
  const page = await openDashboard({ signedOut: true });
  await page.goto("/board");
  await new SignInPage(page).signIn(EMAIL, PASSWORD);
  await expect(page).toHaveURL(/\/my$/);
  const rows = page.getByRole("table").getByRole("row");
  // Plus the header row.
  await expect(rows).toHaveCount(1 + own.containers);
  await expect(page.getByText(spaced(others.number))).toHaveCount(0);
  await expectSound(page, "a customer's list");
  const filter = page.getByRole("navigation", { name: "Filter" });
  await expect(filter.getByRole("link", { name: /^All/ })).toHaveText(`All ${own.containers}`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const csv = readFileSync(await file.path(), "utf8");
  expect(csv).toContain(own.number);
  expect(csv).not.toContain(others.number);
  expect(csv.trim().split("\r\n")).toHaveLength(1 + own.containers);

  await page.getByRole("link", { name: spaced(own.number) }).click();
  await expect(page.getByRole("heading", { name: spaced(own.number) })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
  // No dashboard features: no actions and no links to its pages.
  await expect(page.getByRole("button")).toHaveText(["Sign out"]);
  await expect(page.getByRole("link")).toHaveText(["Your containers", "Your account"]);
  await expectSound(page, "a customer's container");

  await page.goto(`/my/${encodeURIComponent(others.id)}`);
  await expect(page.getByRole("heading", { name: "Container not found" })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(spaced(others.number));
  for (const path of ["/board", `/containers/${encodeURIComponent(own.id)}`, "/settings/you"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Not allowed" })).toBeVisible();
  }
  await expectSound(page, "not allowed");
});

test("a customer with a second factor signs in with a code, or with each recovery code once", {
  tag: LONG,
}, async ({ openDashboard }) => {
  test.setTimeout(120_000);
  await makeCustomer(null);
  const page = await openDashboard({ signedOut: true });
  await page.goto("/my/account");
  const writer = new SignInPage(page);
  await writer.signIn(EMAIL, PASSWORD);
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expectSound(page, "a customer's account");
  const { secret, recovery } = await setUpFactor(page);
  await signOut(page);

  const signIn = async (code: string) => {
    await page.getByRole("textbox", { name: "Code" }).fill(code);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await writer.signIn(EMAIL, PASSWORD);
  await expect(writer.problem).toContainText("Enter the code");
  await signIn("not-a-code");
  await expect(writer.problem).toContainText("Incorrect or used code");
  // Uses the code of the next time step, because the current one was used during setup.
  await signIn(codeOf(secret, 1));
  await expect(page).toHaveURL(/\/my$/);
  await signOut(page);
  await writer.signIn(EMAIL, PASSWORD);
  await signIn(recovery);
  await expect(page).toHaveURL(/\/my$/);
  await signOut(page);
  await writer.signIn(EMAIL, PASSWORD);
  await signIn(recovery);
  await expect(writer.problem).toContainText("Incorrect or used code");
});
