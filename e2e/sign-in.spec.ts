import { SignInPage } from "@/e2e/pages/sign-in-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { LONG } from "@/scripts/test/long-tests";

test("sign-in leads to the requested page, and signing out ends the session for every copy of its cookie", async ({
  openDashboard,
  system,
  trouble,
}) => {
  trouble.expect(/answer: GET .*\/api\/(live|board)\S* 401/);
  // A link's prefetch that is sent when the session has ended is redirected to a page that has not the requested part.
  trouble.expect(/answer: GET .*\/sign-in\?callbackUrl=\S*&_rsc=\S* 404/);
  // A separate session, because signing out ends it for every copy of its cookie.
  const page = await openDashboard({ signedOut: true });
  const signIn = new SignInPage(page);

  await test.step("a wrong e-mail or password is reported, and the e-mail kept", async () => {
    await page.goto("/parties");
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
    for (const email of [system.email, "nobody@example.com"]) {
      await signIn.signIn(email, "not the password");
      await expect(signIn.problem).toHaveText("Incorrect email or password.");
      await expect(page.getByLabel("Email")).toHaveValue(email);
      await expect(page.getByLabel("Password")).toHaveValue("");
    }
  });

  await test.step("the requested page opens", async () => {
    await signIn.signIn(system.email, system.password);
    await expect(page).toHaveURL(`${system.url}/parties`);
    await expect(page.getByRole("heading", { name: "Parties", level: 1 })).toBeVisible();
  });

  await test.step("signing out leaves no page visible", async () => {
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

  await test.step("an address that is no page is not followed", async () => {
    await signIn.open("javascript:alert(1)");
    await signIn.signIn(system.email, system.password);
    await expect(page).toHaveURL(`${system.url}/board`);
  });
});

test("sign-in is throttled after ten attempts, with the remaining wait", { tag: LONG }, async ({
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

test("sign-in works without script, and never leads to another site", async ({
  openDashboard,
  system,
  trouble,
}) => {
  // The browser reports the scripts that the policy blocks.
  trouble.expect(/request: GET .*\.js csp$/);
  const page = await openDashboard({ signedOut: true, javaScriptEnabled: false });
  const signIn = new SignInPage(page);
  await signIn.open("/parties");
  await signIn.signIn(system.email, "not the password");
  await expect(page.getByText("Incorrect email or password.")).toBeVisible();
  await signIn.signIn(system.email, system.password);
  await expect(page).toHaveURL(`${system.url}/parties`);

  for (const elsewhere of ["https://example.com/", "//example.com/", "/\\example.com", "/api/auth/sign-out"])
    await test.step(elsewhere, async () => {
      await page.context().clearCookies();
      await signIn.open(elsewhere);
      await signIn.signIn(system.email, system.password);
      await expect(page).toHaveURL(`${system.url}/board`);
    });
});
