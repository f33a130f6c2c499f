import type { APIRequestContext, Page, Request } from "@playwright/test";
import { containerOnTheGround, unassignedParty } from "@/e2e/facts/containers";
import { ContainerPage } from "@/e2e/pages/container-page";
import { everyPage } from "@/e2e/pages/every-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readService } from "@/e2e/system/databases";

test("without a session, pages redirect to sign-in, routes respond 401, and unknown links 404", async ({
  openDashboard,
  system,
  session,
}) => {
  const { request } = await openDashboard({ signedOut: true });
  const container = await containerOnTheGround(0);

  await test.step("every page redirects to sign-in and shows no data", async () => {
    const paths = (await everyPage()).map(({ path }) => path);
    for (const path of [...paths, `/find?q=${container.number}`, "/my", `/my/${container.id}`, "/"]) {
      const response = await request.get(path, { maxRedirects: 0 });
      expect([302, 303, 307], path).toContain(response.status());
      expect(response.headers().location, path).toMatch(/\/sign-in/);
      // The payload for a navigation inside the dashboard is rejected like the page.
      const payload = await request.get(path, { maxRedirects: 0, headers: { RSC: "1" } });
      if (!path.includes(container.number))
        expect(await payload.text(), path).not.toContain(container.number);
      expect(payload.headers().location ?? "", path).toMatch(/\/sign-in/);
    }
  });

  await test.step("an unknown link of each kind responds 404, with its message in the HTML", async () => {
    const messages = {
      share: "Link not found",
      embed: "Embed not found",
      wall: "No wallboard found at this address. Check that you copied the whole address.",
      invite: "This link is no longer valid",
    };
    for (const [kind, message] of Object.entries(messages)) {
      const response = await request.get(`/${kind}/${"x".repeat(43)}`);
      expect(response.status(), kind).toBe(404);
      expect(await response.text(), kind).toContain(`>${message}</`);
    }
  });

  await test.step("every read under /api responds 401", async () => {
    for (const path of [
      "/api/board",
      `/api/board?ids=${container.id}`,
      "/api/audit",
      "/api/board/facets",
      "/api/documents/any",
      "/api/find?q=a",
      "/api/jobs",
      "/api/jobs/any",
      "/api/jobs/range?address=&offset=0&limit=1",
      "/api/export?format=csv",
      "/api/my",
      "/api/parties",
      "/api/reports/deadlines",
      "/api/shipments",
      "/api/shipments/facets",
      "/api/track/lists/any",
      "/api/track/lists/any/errors",
      "/api/shipments/any",
      `/api/containers/${container.id}`,
      "/api/live",
      "/api/settings/connection",
      "/api/settings/webhooks",
      "/api/settings/plan",
      "/api/settings/requests",
      "/api/settings/inbox",
      "/api/settings/reconciliation",
      "/api/settings/nothing",
      "/api/v1/containers",
      `/api/v1/containers/${container.id}`,
    ]) {
      const response = await request.get(path, { maxRedirects: 0 });
      expect(response.status(), path).toBe(401);
      expect(await response.json(), path).toMatchObject({ error: { code: "not_signed_in" } });
    }
  });

  await test.step("health contains no record, and a forged session gives no access", async () => {
    expect((await request.get("/api/health")).status()).toBe(200);
    const cookie = session.cookies.find(({ name }) => /session/.test(name));
    for (const value of ["", "null", "e30.e30.", `${cookie?.value.slice(0, -6)}AAAAAA`]) {
      const headers = { Cookie: `${cookie?.name}=${value}` };
      expect((await request.get("/api/board", { headers })).status(), value).toBe(401);
      const page = await request.get("/board", { headers, maxRedirects: 0 });
      expect(page.headers().location, value).toContain(`${system.url}/sign-in`.replace(system.url, ""));
    }
  });
});

/** The request with which a page calls one of its server actions. */
async function actionOf(page: Page, action: () => Promise<void>): Promise<Request> {
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === "POST" && sent.headers()["next-action"] !== undefined),
    action(),
  ]);
  await request.response();
  return request;
}

/** Sends an action again with all its headers except the cookie. */
async function replay(anybody: APIRequestContext, request: Request) {
  const remaining = Object.entries(await request.allHeaders()).filter(
    ([name]) => !/^(cookie|content-length|host|:)/i.test(name),
  );
  return anybody.post(request.url(), {
    headers: Object.fromEntries(remaining),
    data: request.postDataBuffer() ?? Buffer.alloc(0),
    maxRedirects: 0,
  });
}

test("every server action is rejected without a session", async ({ dashboard, openDashboard }) => {
  const anybody = (await openDashboard({ signedOut: true })).request;
  const container = await containerOnTheGround(9);
  const name = await unassignedParty(container.id);
  const counts = () =>
    readService(
      "select (select count(*) from parties) as parties, (select count(*) from party_roles) as roles, (select count(*) from tracking_requests) as requests",
    );
  const refused = async (request: Request, undo: () => Promise<unknown> = async () => undefined) => {
    await undo();
    const before = await counts();
    const response = await replay(anybody, request);
    const text = await response.text();
    expect(text + (response.headers().location ?? ""), request.url()).toMatch(
      /Your session has ended|\/sign-in/,
    );
    expect(text).not.toContain(container.number);
    expect(await counts(), request.url()).toEqual(before);
  };

  await dashboard.goto("/parties");
  // Before the page is live, a form is submitted without script, which is not an action request.
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();
  await dashboard.getByLabel("Company name").fill("Signed Out Trucking");
  const created = await actionOf(dashboard, () =>
    dashboard.getByRole("button", { name: "Create party" }).click(),
  );
  await refused(created);

  await dashboard.goto("/track");
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();
  await dashboard.getByLabel("Number", { exact: true }).fill("TEST-TR-FAILED");
  await dashboard.getByLabel("Number type").selectOption({ label: "Booking" });
  await dashboard.getByLabel(/^Line/).fill("TEST");
  await refused(
    await actionOf(dashboard, () => dashboard.getByRole("button", { name: "Track", exact: true }).click()),
  );

  const containerPage = new ContainerPage(dashboard);
  await containerPage.open(container.id, container.number);
  await containerPage.choose(name);
  const assigned = await actionOf(dashboard, () =>
    dashboard.getByRole("button", { name: "Assign", exact: true }).click(),
  );
  await expect(containerPage.carrier(name)).toBeVisible();
  const removed = await actionOf(dashboard, () => containerPage.carrier(name).click());
  await expect(containerPage.carrier(name)).toHaveCount(0);
  await refused(assigned);
  await refused(removed, async () => {
    await containerPage.assign(name);
    await expect(containerPage.carrier(name)).toBeVisible();
  });
  await containerPage.carrier(name).click();
  await expect(containerPage.carrier(name)).toHaveCount(0);
});

test("a session that ends while a form is open is reported, and nothing more is sent", async ({
  openDashboard,
  trouble,
}) => {
  // Prefetches of the router are redirected to sign-in, which does not have the requested part.
  trouble.expect(/answer: GET .*\/api\/live 401/, /answer: GET .*\/sign-in\?\S*_rsc=\S* 404/);
  const page = await openDashboard();
  await page.goto("/parties");
  await expect(page.locator("[data-live=live]")).toBeVisible();
  await page.context().clearCookies();
  await page.getByLabel("Company name").fill("Too Late Logistics");
  await page.getByRole("button", { name: "Create party" }).click();
  const reported = page.getByText("Your session has ended. Sign in again.");
  await expect(reported.or(page.getByLabel("Password")).first()).toBeVisible();
  expect(await readService("select from parties where company_name = 'Too Late Logistics'")).toEqual([]);
});
