import { createHmac, randomUUID } from "node:crypto";
import { SETTINGS_PAGES, settingsHref } from "@/components/settings/settings-pages";
import { requestAllowance } from "@/e2e/facts/account-room";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { expectNoSidewaysScroll, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";
import { ownSecret } from "@/e2e/system/own-secret";
import { reportAt } from "@/e2e/system/world";
import { LONG } from "@/scripts/test/long-tests";

/** A delivery of an unknown event, signed with a secret. */
function delivery(secret: string) {
  const id = randomUUID();
  const created_at = new Date().toISOString();
  const attributes = { id, event: "weather.changed", delivery_status: "pending", created_at };
  const body = JSON.stringify({ data: { id, type: "webhook_notification", attributes } });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return { id, data: Buffer.from(body), headers: { "X-T49-Webhook-Signature": signature } };
}

const atService = () =>
  readService<{ id: string; active: boolean; events: string[] }>(
    "select id::text, active, events from webhooks order by created_at desc",
  );

/** Time for a test that waits for the request limit of the service. */
const WITH_ALLOWANCE_MS = 200_000;

test("the settings pages are in the navigation, also on a phone", { tag: LONG }, async ({
  openDashboard,
}) => {
  for (const viewport of [undefined, PHONE]) {
    const page = await openDashboard(viewport ? { viewport } : {});
    await page.goto("/board");
    if (viewport) await page.locator("summary", { hasText: "Menu" }).click();
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Settings" }).click();
    for (const { slug, label } of SETTINGS_PAGES) {
      const link = page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: label });
      await link.click();
      await expect(page).toHaveURL(new RegExp(`${settingsHref(slug)}$`));
      await expect(link).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("heading", { level: 2, name: label, exact: true })).toBeVisible();
    }
  }
});

test("the connection's webhook shows its status, and can be changed, reactivated, removed and given a new secret", async ({
  dashboard,
  request,
  system,
}) => {
  test.setTimeout(WITH_ALLOWANCE_MS);
  await requestAllowance(30);
  await test.step("the key's access and the webhook's status are shown, but neither key nor secret", async () => {
    await dashboard.goto("/settings/connection");
    await expect(dashboard.getByText("Verified", { exact: true })).toBeVisible();
    await expect(dashboard.getByText("Available")).toHaveCount(4);
    await expect(dashboard.getByText("Active", { exact: true })).toBeVisible();
    await expect(dashboard.getByText(`${system.url}/api/webhooks/tracking`)).toBeVisible();
    const readiness = dashboard
      .locator("section")
      .filter({ has: dashboard.getByRole("heading", { name: "This dashboard" }) });
    await expect(readiness).toContainText("Connected");
    await expect(readiness).toContainText("Matches this version");
    await expect(readiness).toContainText(/Last heartbeat/);
    expect(await dashboard.content()).not.toContain(await ownSecret());
  });

  await test.step("events can be chosen, at least one, and all selected again", async () => {
    await expect(dashboard.locator("[data-live=live]")).toBeVisible();
    const save = dashboard.getByRole("button", { name: "Save events" });
    await dashboard.getByRole("radio", { name: /Selected events/ }).check();
    const containers = dashboard.getByRole("checkbox");
    const count = await containers.count();
    for (let index = 0; index < count; index += 1) await containers.nth(index).uncheck();
    await save.click();
    await expect(
      dashboard.getByRole("alert").filter({ hasText: "Select at least one event." }),
    ).toBeVisible();
    await dashboard.getByRole("checkbox", { name: /^Terminal data changed/ }).check();
    await save.click();
    await expect(dashboard.getByText(`1 of ${count} delivered`)).toBeVisible();
    expect((await atService())[0]?.events).toEqual(["container.updated"]);
    await dashboard.getByRole("radio", { name: /All events/ }).check();
    await save.click();
    await expect(dashboard.getByText(`${count} of ${count} delivered`)).toBeVisible();
    expect((await atService())[0]?.events).toHaveLength(count);
  });

  await test.step("a webhook that the service disabled can be enabled again", async () => {
    const own = "(select (value ->> 'id') from installation where name = 'webhook')";
    const [{ id = "" } = {}] = await readDashboard<{ id: string }>(`select ${own} as id`);
    await readService("update webhooks set active = false where id = $1", [id]);
    await readDashboard(
      `update installation set value = jsonb_set(value, '{atService,active}', 'false') where name = 'webhook_check'`,
    );
    await dashboard.reload();
    await expect(dashboard.getByText("Deactivated by the service")).toBeVisible();
    await dashboard.getByRole("button", { name: "Reactivate" }).click();
    await expect(dashboard.getByText("Reactivated")).toBeVisible();
    await expect(dashboard.getByText("Active", { exact: true })).toBeVisible();
    expect((await atService()).find((webhook) => webhook.id === id)?.active).toBe(true);
  });

  await test.step("a removed webhook stays removed until it is registered again", async () => {
    await dashboard.getByRole("button", { name: "Remove", exact: true }).click();
    await dashboard.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(dashboard.getByText("Removed", { exact: true })).toBeVisible();
    expect(await atService()).toEqual([]);
    await dashboard.getByRole("button", { name: "Register" }).click();
    await expect(dashboard.getByText("Active", { exact: true })).toBeVisible();
    expect(await atService()).toMatchObject([{ active: true }]);
  });

  await test.step("after a rotation both secrets are accepted, and events in between arrive once", async () => {
    const before = await ownSecret();
    await dashboard.getByRole("button", { name: "Rotate secret" }).click();
    await expect(dashboard.getByText(/Deliveries signed with the old one are accepted/)).toBeVisible();
    expect(await ownSecret(), "asked first").toBe(before);
    await dashboard.getByRole("button", { name: "Rotate secret" }).click();
    await expect(dashboard.getByText(/The previous secret still works/)).toBeVisible();
    const after = await ownSecret();
    expect(after).not.toBe(before);
    for (const secret of [before, after]) {
      const { id, data, headers } = delivery(secret);
      const response = await request.post(`${system.url}/api/webhooks/tracking`, { data, headers });
      expect(response.status()).toBe(202);
      expect(await readDashboard("select from inbox where notification_id = $1", [id])).toHaveLength(1);
    }
    const stranger = delivery("another secret");
    const refused = await request.post(`${system.url}/api/webhooks/tracking`, stranger);
    expect(refused.status()).toBe(401);

    const container = await containerOnTheGround(11);
    await reportAt(container.number, { location_at_pod_terminal: "ROTATED-1" });
    const changes = () =>
      readDashboard("select from changes where subject_id = $1 and after = '\"ROTATED-1\"'", [container.id]);
    await expect.poll(changes).toHaveLength(1);
  });
});

test("the account's other webhooks: a duplicate at Drayboard's URL is removed, another system's is kept", async ({
  dashboard,
  openDashboard,
  system,
}) => {
  test.setTimeout(WITH_ALLOWANCE_MS);
  await requestAllowance(30);
  const elsewhere = `https://elsewhere.example/${"a-very-long-path".repeat(20)}`;
  const here = `${system.url}/api/webhooks/tracking`;
  const register = (url: string) =>
    readService(
      `insert into webhooks (id, account_id, url, active, events, secret)
       select gen_random_uuid(), account_id, $1, false, '["document.extraction_failed"]', '' from webhooks limit 1`,
      [url],
    );
  const state = async (url: string) =>
    (await readService("select from webhooks where url = $1", [url])).length;
  const check = () => dashboard.getByRole("button", { name: "Check again" }).click();
  const others = dashboard.locator("section").filter({ hasText: "Other webhooks on this account" });
  await dashboard.goto("/settings/connection");
  await expect(others).toHaveCount(0);
  const ours = await state(here);
  await register(elsewhere);
  await register(here);
  try {
    await check();
    const stray = others.getByRole("listitem").filter({ hasText: "Every delivery is refused" });
    const another = others.getByRole("listitem").filter({ hasText: "Drayboard doesn’t change it" });
    await expect(stray).toContainText(here);
    await expect(stray).toContainText("inactive");
    await expect(another).toContainText(elsewhere);
    await expect(another.getByRole("button")).toHaveCount(0);

    const phone = await openDashboard({ viewport: PHONE });
    await phone.goto("/settings/connection");
    await expect(phone.getByText(elsewhere)).toBeVisible();
    await expectNoSidewaysScroll(phone, "a long address makes the page wider");

    await stray.getByRole("button", { name: `Remove ${here}` }).click();
    await expect(stray).toHaveCount(0);
    await expect(another).toBeVisible();
    expect(await state(here)).toBe(ours);
    expect(await state(elsewhere)).toBe(1);
    await check();
    await expect(another).toBeVisible();
    await expect(stray).toHaveCount(0);
    await expect(dashboard.getByText("Active", { exact: true })).toBeVisible();
  } finally {
    await readService("delete from webhooks where url = $1", [elsewhere]);
  }
  await check();
  await expect(others).toHaveCount(0);
});

test("a dead letter can be retried, and the use of requests and failures are shown without a reload", async ({
  dashboard,
}) => {
  await test.step("a dead letter is shown with its error and body, and can be retried", async () => {
    const id = randomUUID();
    const { data } = delivery("any");
    const body = data
      .toString()
      .replace(/"id":"[^"]+"/g, `"id":"${id}"`)
      .replace("pending", "<b>pending</b>");
    await readDashboard(
      `insert into inbox (notification_id, event, body, created_at, attempts, dead_lettered_at, last_error)
       values ($1, 'container.updated', convert_to($2, 'UTF8'), now(), 8, now(), 'cannot read the holds of a container')`,
      [id, body],
    );
    await dashboard.goto("/settings/inbox");
    const row = dashboard.locator(`[data-notification="${id}"]`);
    await expect(row).toContainText("cannot read the holds of a container");
    await expect(row).toContainText("8 attempts");
    await row.getByRole("link", { name: "View original" }).click();
    await expect(dashboard.locator("pre")).toHaveText(body);
    await dashboard.getByRole("link", { name: "Back to webhook inbox" }).click();
    await row.getByRole("button", { name: /Retry/ }).click();
    await expect(row).toHaveCount(0);
    await expect(dashboard.getByText("No failed notifications")).toBeVisible();
    await expect
      .poll(() =>
        readDashboard("select from inbox where notification_id = $1 and processed_at is not null", [id]),
      )
      .toHaveLength(1);
    await dashboard.goto(`/settings/inbox/${randomUUID()}`);
    await expect(dashboard.getByText("Delivery not found")).toBeVisible();
  });

  await test.step("the requests page shows use and failures without a reload", async () => {
    await dashboard.goto("/settings/requests");
    await expect(dashboard.locator("[data-bucket=create]")).toContainText("0 of 95");
    await readDashboard(
      `insert into request_failures (request, code, message)
       values ('GET shipments', 'service_refused_key', 'This key was revoked.')`,
    );
    await readDashboard(
      `insert into rate_limit_pauses values ('infer', now() + interval '10 minutes')
       on conflict (bucket) do update set paused_until = excluded.paused_until`,
    );
    const failure = dashboard.locator("[data-failure=service_refused_key]");
    await expect(failure).toContainText("This key was revoked.", { timeout: 20_000 });
    await expect(failure).toContainText("TRACKING_API_KEY");
    await expect(dashboard.locator("[data-bucket=infer]")).toContainText(/resumes in \d+m/);
    await readDashboard("delete from rate_limit_pauses where bucket = 'infer'");
    await expect(dashboard.locator("[data-bucket=infer]")).toContainText("Available", { timeout: 20_000 });
  });
});

/** Waits until no sync run is running or due, so that the next one is the requested one and begins soon. */
async function untilNoSyncRunIsDue(): Promise<void> {
  const due = () =>
    readDashboard(
      `select from sync_runs where ended_at is null
       union all select from installation
       where name = 'round_wanted' and updated_at > (select max(started_at) from sync_runs where completed)`,
    );
  const restedLong = "update sync_runs set ended_at = ended_at - interval '5 minutes' where completed";
  await expect(async () => {
    await readDashboard(restedLong);
    expect(await due()).toHaveLength(0);
  }).toPass({ timeout: 60_000 });
  await readDashboard(restedLong);
}

test("the rebuild of rows after an update shows its progress, and a sync run repairs a field that differs", async ({
  dashboard,
}) => {
  test.setTimeout(WITH_ALLOWANCE_MS);
  await test.step("the rebuild waits for a worker of the former version", async () => {
    const [rows] = await readDashboard<{ n: number }>("select count(*)::int as n from board_rows");
    const all = rows?.n.toLocaleString("en-US");
    await readDashboard(`insert into workers (id, heartbeat_at, row_versions)
      values ('00000000-0000-4000-8000-000000000001', now() + interval '10 minutes', '{"board_rows": 0, "report_containers": 1}')`);
    await readDashboard("update board_rows set row_version = 0");
    await dashboard.goto("/settings/reconciliation");
    const rebuild = dashboard.locator("[data-rebuild=board_rows]");
    await expect(dashboard.getByText("Waiting until no worker of the former version runs.")).toBeVisible();
    await expect(rebuild).toContainText(`${all} of ${all} left`);
    await readDashboard("delete from workers where id = '00000000-0000-4000-8000-000000000001'");
    await expect(rebuild).toHaveCount(0, { timeout: 60_000 });
    expect(await readDashboard("select from board_rows where row_version = 0")).toEqual([]);
  });

  await test.step("a sync run started by a user repairs a field and reports it", async () => {
    const container = await containerOnTheGround(12);
    await requestAllowance(30);
    // The change of the webhook also requests a sync run.
    await untilNoSyncRunIsDue();
    await readDashboard(
      `update containers set attributes = jsonb_set(attributes, '{seal_number}', '"WRONG-1"') where id = $1`,
      [container.id],
    );
    await expect(dashboard.getByText("first load").first()).toBeVisible();
    await dashboard.getByRole("button", { name: "Sync now" }).click();
    const repaired = dashboard.locator("[data-repair=seal_number]").filter({ hasText: "WRONG-1" });
    await expect(repaired).toBeVisible({ timeout: 60_000 });
    await expect(repaired.getByRole("link")).toHaveAttribute("href", `/containers/${container.id}`);
  });
});
