import { SignInPage } from "@/e2e/pages/sign-in-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { LONG } from "@/scripts/test/long-tests";

test.describe("sign-in", () => {
  test("leads to the requested page", async ({ openDashboard, system }) => {
    const page = await openDashboard({ signedOut: true });
    await page.goto("/parties");
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
    await new SignInPage(page).signIn(system.email, system.password);
    await expect(page).toHaveURL(`${system.url}/parties`);
    await expect(page.getByRole("heading", { name: "Parties", level: 1 })).toBeVisible();
  });

  test("shows that e-mail or password is wrong, and keeps the e-mail", async ({ openDashboard, system }) => {
    const page = await openDashboard({ signedOut: true });
    const signIn = new SignInPage(page);
    await signIn.open();
    for (const email of [system.email, "nobody@example.com"]) {
      await signIn.signIn(email, "not the password");
      await expect(signIn.problem).toHaveText("Incorrect email or password.");
      await expect(page.getByLabel("Email")).toHaveValue(email);
      await expect(page.getByLabel("Password")).toHaveValue("");
    }
    await signIn.signIn(system.email, system.password);
    await expect(page).toHaveURL(`${system.url}/board`);
  });

  test("is throttled after ten attempts, with the remaining wait", { tag: LONG }, async ({
    openDashboard,
  }) => {
    const page = await openDashboard({ signedOut: true });
    const signIn = new SignInPage(page);
    await signIn.open();
    for (let attempts = 0; attempts < 10; attempts += 1) {
      await signIn.signIn("guesser@example.com", `guess ${attempts}`);
      await expect(page.getByLabel("Password")).toHaveValue("");
      await expect(signIn.problem).toHaveText("Incorrect email or password.");
    }
    await signIn.signIn("guesser@example.com", "guess 11");
    await expect(signIn.problem).toHaveText("Too many attempts. Try again in 15 minutes.");
  });

  for (const elsewhere of [
    "https://example.com/",
    "//example.com/",
    "/\\example.com",
    "javascript:alert(1)",
    "/api/auth/sign-out",
  ])
    test(`never leads to ${elsewhere}`, async ({ openDashboard, system }) => {
      const page = await openDashboard({ signedOut: true });
      const signIn = new SignInPage(page);
      await signIn.open(elsewhere);
      await signIn.signIn(system.email, system.password);
      await expect(page).toHaveURL(`${system.url}/board`);
    });

  test("works without script", async ({ openDashboard, system, trouble }) => {
    // The browser reports the scripts that the policy blocks.
    trouble.expect(/request: GET .*\.js csp$/);
    const page = await openDashboard({ signedOut: true, javaScriptEnabled: false });
    const signIn = new SignInPage(page);
    await signIn.open("/parties");
    await signIn.signIn(system.email, "not the password");
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
    await signIn.signIn(system.email, system.password);
    await expect(page).toHaveURL(`${system.url}/parties`);
  });
});

test("signing out ends the session in this browser and leaves no page visible", async ({
  openDashboard,
  system,
  trouble,
}) => {
  trouble.expect(/answer: GET .*\/api\/(live|board)\S* 401/);
  // A separate session, because signing out ends it for every copy of its cookie.
  const page = await openDashboard({ signedOut: true });
  await page.goto("/parties");
  await new SignInPage(page).signIn(system.email, system.password);
  await expect(page).toHaveURL(`${system.url}/parties`);
  const copied = await openDashboard({ storageState: await page.context().storageState() });
  expect((await copied.request.get("/api/parties")).status()).toBe(200);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  expect((await copied.request.get("/api/parties")).status()).toBe(401);
  await page.goBack();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto("/board");
  await expect(page).toHaveURL(/\/sign-in/);
});
