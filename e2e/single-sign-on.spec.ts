import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { type Instances, openInstances } from "@/e2e/system/instances";
import { openTestProvider, type TestProvider } from "@/lib/auth/sso/test-provider";

const EMAIL = "vera.by.single.sign.on@example.com";

test.describe("single sign-on with a real provider", () => {
  let instances: Instances;
  let provider: TestProvider;
  let url = "";

  test.beforeAll(async ({ system }) => {
    test.setTimeout(90_000);
    provider = await openTestProvider();
    instances = await openInstances(system);
    const env = (own: string) => ({
      ...provider.settings,
      OIDC_ROLES: "office=dispatcher, everybody=viewer",
      NEXTAUTH_URL: own,
    });
    ({ url } = await instances.dashboard({ env }));
    provider.serve(url);
  });
  test.afterAll(async () => {
    await instances.end();
    provider.close();
    await readDashboard("delete from users where email = $1", [EMAIL]);
  });

  async function signInThere(page: Page, login: string): Promise<void> {
    // The provider's own page requests a font from another site.
    await page.route("https://fonts.googleapis.com/**", (route) =>
      route.fulfill({ contentType: "text/css", body: "" }),
    );
    await page.getByRole("button", { name: "Sign in with single sign-on" }).click();
    await page.locator("input[name=login]").fill(login);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
  }

  test("leads to the requested page with the role from the user's groups, or explains why not", async ({
    openDashboard,
  }) => {
    await test.step("a user with a group", async () => {
      provider.say({ email: EMAIL, name: "Vera Lund", groups: ["office"] });
      const page = await openDashboard({ signedOut: true, baseURL: url });
      await page.goto("/parties");
      await signInThere(page, "vera");
      await expect(page).toHaveURL(`${url}/parties`);
      await expect(page.getByRole("heading", { name: "Parties", level: 1 })).toBeVisible();
      expect(await readDashboard("select role, name from users where email = $1", [EMAIL])).toEqual([
        { role: "dispatcher", name: "Vera Lund" },
      ]);
    });

    await test.step("a user without a matching group", async () => {
      provider.say({ email: "walter@example.com", groups: ["warehouse"] });
      const page = await openDashboard({ signedOut: true, baseURL: url });
      await page.goto("/sign-in");
      await signInThere(page, "walter");
      await expect(
        page.getByRole("alert").filter({ hasText: "None of your single sign-on groups has a role" }),
      ).toBeVisible();
      expect(await readDashboard("select from users where email = 'walter@example.com'")).toEqual([]);
    });
  });
});
