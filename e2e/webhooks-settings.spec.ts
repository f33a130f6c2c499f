import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { expectNoProblems, expectNoSidewaysScroll, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";
import { EVENTS } from "@/lib/contract/events";

const HOOK = "https://elsewhere.example/a-test-of-webhooks";
const TOKEN = "Bearer a-token-of-another-system";

const items = (page: Page) => page.locator("[data-webhook]");
const itemOf = (page: Page, url: string) => items(page).filter({ hasText: url });
const atService = (url: string) =>
  readService<{ id: string; active: boolean; events: string[]; secret: string; headers: unknown }>(
    "select id::text, active, events, secret, headers from webhooks where url = $1",
    [url],
  );

async function open(page: Page): Promise<void> {
  await page.goto("/settings/webhooks");
  await expect(page.getByRole("heading", { level: 2, name: "Webhooks", exact: true })).toBeVisible();
  await expect(page.locator("[data-live=live]")).toBeVisible();
}

test.afterEach(async () => {
  await readService(
    "delete from webhook_notifications where webhook_id in (select id from webhooks where url like $1)",
    [`${HOOK}%`],
  );
  await readService("delete from webhooks where url like $1", [`${HOOK}%`]);
});

test("another system's webhook can be created with its secret shown once, edited, paused, resumed and deleted", async ({
  dashboard,
}) => {
  test.setTimeout(90_000);
  await open(dashboard);
  await dashboard.getByRole("button", { name: "New webhook" }).click();
  const register = dashboard.getByRole("button", { name: "Register webhook" });
  await register.click();
  await expect(dashboard.getByRole("alert").filter({ hasText: "Select at least one event." })).toBeVisible();
  await dashboard.getByRole("checkbox", { name: /^Gate out \(full\)/ }).check();
  await dashboard.getByRole("textbox", { name: "Address" }).fill("http://elsewhere.example/hook");
  await register.click();
  await expect(dashboard.getByRole("alert").filter({ hasText: "Use https" })).toBeVisible();
  await expectNoProblems(dashboard);
  await dashboard.getByRole("textbox", { name: "Address" }).fill(HOOK);
  await dashboard.getByRole("button", { name: "Add header" }).click();
  await dashboard.getByRole("textbox", { name: "Header" }).fill("Host");
  await dashboard.getByRole("textbox", { name: "Value" }).fill(TOKEN);
  await register.click();
  await expect(dashboard.getByRole("textbox", { name: "Header" })).toHaveAccessibleDescription(
    /is set by the service itself/,
  );
  await dashboard.getByRole("textbox", { name: "Header" }).fill("Authorization");
  await register.click();
  const item = itemOf(dashboard, HOOK);
  await expect(item).toContainText("Receives Gate out (full).");
  const [created] = await atService(HOOK);
  expect(created).toMatchObject({
    active: true,
    events: ["container.transport.full_out"],
    headers: [{ name: "Authorization", value: TOKEN }],
  });
  await expect(dashboard.getByText(created?.secret ?? "no secret")).toBeVisible();
  await dashboard.reload();
  await expect(item).toBeVisible();
  await expect(item).toContainText("Headers: Authorization");
  for (const secret of [created?.secret, TOKEN]) expect(await dashboard.content()).not.toContain(secret);

  await item.getByRole("button", { name: "Edit" }).click();
  // Another user saves first. The second save must not overwrite this silently and must keep the typed text.
  await readService("update webhooks set active = false where url = $1", [HOOK]);
  await item.getByRole("textbox", { name: "Address" }).fill(`${HOOK}/2`);
  await item.getByRole("radio", { name: "All current events" }).check();
  await item.getByRole("button", { name: "Add header" }).click();
  await item.getByRole("textbox", { name: "Header" }).fill("X-Team");
  await item.getByRole("textbox", { name: "Value" }).fill("imports");
  await item.getByRole("button", { name: "Save" }).click();
  await expect(item.getByRole("alert")).toContainText(
    "This webhook changed while you were editing: it is now",
  );
  await expect(item.getByRole("textbox", { name: "Address" })).toHaveValue(`${HOOK}/2`);
  await item.getByRole("button", { name: "Save" }).click();
  const edited = itemOf(dashboard, `${HOOK}/2`);
  await expect(edited).toContainText(`all ${EVENTS.length} events`);
  await expect(edited).toContainText("Paused");
  const headers = [
    { name: "Authorization", value: TOKEN },
    { name: "X-Team", value: "imports" },
  ];
  expect(await atService(`${HOOK}/2`)).toMatchObject([{ active: false, headers }]);

  await edited.getByRole("button", { name: "Resume" }).click();
  await expect(edited).toContainText("Active");
  await edited.getByRole("button", { name: "Pause" }).click();
  await expect(edited).toContainText("Paused");
  await edited.getByRole("button", { name: "Delete" }).click();
  await expect(edited).toContainText("waiting deliveries are lost");
  expect(await atService(`${HOOK}/2`), "asked first").toHaveLength(1);
  await edited.getByRole("button", { name: "Delete" }).click();
  await expect(edited).toHaveCount(0);
  expect(await atService(`${HOOK}/2`)).toEqual([]);
});

test("a test delivery arrives at Drayboard, and a delivery is shown with its changes next to the service's log", async ({
  dashboard,
  openDashboard,
  system,
}) => {
  test.setTimeout(90_000);
  await open(dashboard);

  await test.step("a test delivery arrives, and Drayboard's own webhook is managed only on the Connection page", async () => {
    await dashboard.getByRole("button", { name: "Refresh webhooks" }).click();
    const own = itemOf(dashboard, `${system.url}/api/webhooks/tracking`)
      .filter({ hasText: "Used by Drayboard." })
      .first();
    await expect(own.getByRole("link", { name: "Manage in Connection" })).toBeVisible();
    await expect(own.getByRole("button", { name: "Delete" })).toHaveCount(0);
    const before = await readDashboard("select from containers");
    await own.getByRole("button", { name: "Send a test" }).click();
    await own.getByRole("button", { name: /^Send the sample/ }).click();
    await expect(own).toContainText("Drayboard received it and checked its signature");
    expect(await readDashboard("select from containers")).toHaveLength(before.length);

    await dashboard.getByRole("button", { name: "Refresh addresses" }).click();
    await expect(dashboard.getByRole("button", { name: "Copy all addresses" })).toBeVisible();
  });

  await test.step("a delivery is shown with its changes next to the service's log", async () => {
    const container = await containerOnTheGround(13);
    const mark = `LOG-${Date.now() % 100_000}`;
    await reportAt(container.number, { location_at_pod_terminal: mark });
    const changed = () =>
      readDashboard<{ id: string }>(
        "select notification_id as id from changes where subject_id = $1 and after = to_jsonb($2::text)",
        [container.id, mark],
      );
    await expect.poll(changed).toHaveLength(1);
    const [{ id = "" } = {}] = await changed();
    const row = dashboard.locator(`[data-delivery="${id}"]`);
    await expect(row).toContainText(mark, { timeout: 15_000 });
    await expect(row.getByRole("link", { name: /As received/ })).toBeVisible();

    await dashboard.getByRole("button", { name: "Compare with the service’s log" }).click();
    await expect(dashboard.getByText(/The service’s log as of/)).toBeVisible();
    await expect(row).toContainText("Delivered");
    await expect(row).toContainText("Processed");
    await dashboard.getByLabel("Notification ID").fill("00000000-0000-4000-8000-000000000000");
    await dashboard.getByRole("button", { name: "Search log" }).click();
    await expect(
      dashboard.getByRole("alert").filter({ hasText: "No notification with this ID" }),
    ).toBeVisible();
    await dashboard.getByLabel("Notification ID").fill(id);
    await dashboard.getByRole("button", { name: "Search log" }).click();
    await expect(dashboard.locator("[data-delivery]")).toHaveCount(1);
    await expect(row).toContainText("Delivered");
    await expectNoProblems(dashboard);

    // The requests of the minute are used up. A message appears, and the page keeps its content.
    await readDashboard(
      `insert into rate_limit_pauses values ('default', now() + interval '40 seconds')
       on conflict (bucket) do update set paused_until = excluded.paused_until`,
    );
    try {
      await dashboard.getByRole("button", { name: "Refresh log" }).click();
      await expect(dashboard.getByRole("alert").filter({ hasText: /Try again in \d+s/ })).toBeVisible({
        timeout: 15_000,
      });
      await expect(row).toBeVisible();
    } finally {
      await readDashboard("delete from rate_limit_pauses where bucket = 'default'");
    }

    const phone = await openDashboard({ viewport: PHONE });
    await open(phone);
    await phone.getByRole("button", { name: "Compare with the service’s log" }).click();
    await expect(phone.locator(`[data-delivery="${id}"]`)).toContainText(mark);
    await expectNoSidewaysScroll(phone);
  });
});
