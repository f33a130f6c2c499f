import { createServer, type Server } from "node:http";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { makeToken, removeTokens } from "@/e2e/facts/tokens";
import { spaced } from "@/e2e/pages/board-page";
import { expectSound } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";
import { BROWSER_ARGS, installedBrowser } from "@/scripts/test/installed-browser";

/** Another site with one page, whose content `html` returns on each request. Returns also the site's port. */
async function openSite(html: () => string): Promise<{ site: Server; port: number }> {
  const site = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><link rel="icon" href="data:,"><title>Site</title><body>${html()}`);
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  const at = site.address();
  if (at === null || typeof at === "string") throw new Error("the site has no port");
  return { site, port: at.port };
}

test("an embed loads on the site it was created for, without cookies, and on no other", async ({
  dashboard,
  openDashboard,
  trouble,
}) => {
  const container = await containerOnTheGround(11);
  let snippet = "";
  const { site, port } = await openSite(() => snippet);
  try {
    await dashboard.goto("/settings/embeds");
    await dashboard.getByLabel("What it shows").selectOption({ label: "Lookup by number" });
    await dashboard.getByLabel("Name", { exact: true }).fill("Where is my container");
    await dashboard.getByLabel("Allowed sites").fill(`http://127.0.0.1:${port}`);
    await dashboard.getByRole("button", { name: "Create embed" }).click();
    const preview = dashboard.frameLocator("iframe");
    await expect(preview.getByRole("heading", { name: "Where is my container" })).toBeVisible();
    snippet = await dashboard.getByLabel(/^With script/).inputValue();

    const visitor = await openDashboard({ signedOut: true });
    await visitor.goto(`http://127.0.0.1:${port}/`);
    const frame = visitor.frameLocator("iframe");
    await frame.getByLabel("Container or bill of lading").fill(container.number);
    await frame.getByRole("button", { name: "Search" }).click();
    await expect(frame.getByRole("heading", { name: spaced(container.number) })).toBeVisible();
    const height = () => visitor.locator("iframe").evaluate((element) => element.clientHeight);
    await expect.poll(height).toBeGreaterThan(330);
    expect(await visitor.context().cookies()).toEqual([]);

    trouble.expect(/frame-ancestors/, /request: GET .*\/embed\/.* net::ERR_BLOCKED_BY/, /postMessage/);
    await visitor.goto(`http://localhost:${port}/`);
    await expect(visitor.locator("iframe")).toBeAttached();
    await expect(frame.getByLabel("Container or bill of lading")).toHaveCount(0);

    await dashboard.reload();
    const row = dashboard.getByRole("listitem").filter({ hasText: "Where is my container" });
    await row.getByRole("button", { name: "Revoke" }).click();
    await row.getByRole("button", { name: "Revoke Where is my container" }).click();
    await expect(row.getByText("revoked", { exact: true })).toBeVisible();
  } finally {
    site.close();
  }
});

const FORMS = ["board", "container", "shipment", "lookup"] as const;
const labelOf = (form: string) => `Embedded ${form}`;

/** Creates an embed of each kind for one site. Returns their tokens in the order of `FORMS`. */
async function makeEmbeds(origin: string): Promise<string[]> {
  const container = await containerOnTheGround(11);
  const [found] = await readDashboard<{ shipment: string }>(
    "select shipment_id as shipment from containers where id = $1",
    [container.id],
  );
  const abouts = {
    board: { kind: "board", address: "queue=ready" },
    container: { kind: "container", id: container.id },
    shipment: { kind: "shipment", id: found?.shipment },
    lookup: { kind: "lookup" },
  };
  return Promise.all(
    FORMS.map((form) =>
      makeToken({
        kind: "embed",
        label: labelOf(form),
        settings: { about: abouts[form], view: "customer", charges: false, origins: [origin] },
      }),
    ),
  );
}

/** Frames without an origin of their own: with script, with script and forms, and without anything. */
const sandboxed = (url: string, [container = "", lookup = ""]: readonly string[]) =>
  `<iframe src="${url}/embed/${container}" title="live" sandbox="allow-scripts"></iframe>
   <iframe src="${url}/embed/${lookup}" title="lookup" sandbox="allow-scripts"></iframe>
   <iframe src="${url}/embed/${container}" title="still" sandbox></iframe>`;

test("an embed in a sandbox is live with script, and shows the time of its data without", async ({
  system,
  openDashboard,
  trouble,
}) => {
  let tokens: string[] = [];
  const { site, port } = await openSite(() => sandboxed(system.url, tokens));
  const container = await containerOnTheGround(11);
  const abouts = [{ kind: "container", id: container.id }, { kind: "lookup" }];
  const settings = { view: "customer", charges: true, origins: [`http://127.0.0.1:${port}`] };
  tokens = await Promise.all(
    abouts.map((about) =>
      makeToken({ kind: "embed", label: labelOf(about.kind), settings: { about, ...settings } }),
    ),
  );
  const demurrage = (amount: number) => ({
    fees_at_pod_terminal: [{ type: "demurrage", amount, currency_code: "USD" }],
  });
  await reportAt(container.number, demurrage(321));
  try {
    // Fonts are read with the frame's origin, which is none. Scripts are blocked in the last frame.
    trouble.expect(/font|woff2/i, /Blocked script execution/);
    const page = await openDashboard({ signedOut: true, own: true });
    await page.goto(`http://127.0.0.1:${port}/`);
    const live = page.frameLocator("iframe[title=live]");
    await expect(live.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
    await expect(live.getByText("$321.00").first()).toBeVisible();
    await reportAt(container.number, demurrage(654));
    await expect(live.getByText("$654.00").first()).toBeVisible({ timeout: 30_000 });

    const lookup = page.frameLocator("iframe[title=lookup]");
    await expect(lookup.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
    await lookup.getByLabel("Container or bill of lading").fill(container.number);
    await lookup.getByRole("button", { name: "Search" }).click();
    await expect(lookup.getByRole("heading", { name: spaced(container.number) })).toBeVisible();

    const still = page.frameLocator("iframe[title=still]");
    await expect(still.getByText(/^As of \D+ \d+, \d+:\d\d [AP]M UTC$/)).toBeVisible();
    await expect(still.getByText("Live", { exact: true })).toHaveCount(0);
  } finally {
    site.close();
    await removeTokens(FORMS.map(labelOf));
  }
});

/** Opens two frames per embed: one by hand, and one by the script, in dark and German. */
const framesOf = (url: string, tokens: string[]): string =>
  tokens
    .map(
      (token) =>
        `<iframe src="${url}/embed/${token}" title="plain"></iframe>
         <script src="${url}/embed.js" data-embed="${token}" data-theme="dark" data-locale="de-DE"></script>`,
    )
    .join("");

test("every form of an embed loads on its own site, without cookies, in its theme and locale, and nowhere else", async ({
  system,
  playwright,
  trouble,
}) => {
  let tokens: string[] = [];
  const { site, port } = await openSite(() => framesOf(system.url, tokens));
  tokens = await makeEmbeds(`http://localhost:${port}`);
  const args = [...BROWSER_ARGS, "--test-third-party-cookie-phaseout"];
  const browser = await playwright.chromium.launch({ executablePath: installedBrowser(), args });
  try {
    // The window is high enough for all embeds, because frames load only when they come near the viewport.
    const context = await browser.newContext({
      baseURL: system.url,
      viewport: { width: 1280, height: 4_000 },
    });
    trouble.watch(context);
    const page = await context.newPage();
    const openAt = async (host: string) => {
      await page.goto(`http://${host}:${port}/`);
      await expect(page.locator("iframe")).toHaveCount(2 * FORMS.length);
    };
    await test.step("its own site", async () => {
      await openAt("localhost");
      for (const [at, form] of FORMS.entries())
        for (const each of [2 * at, 2 * at + 1])
          await expect(
            page
              .frameLocator("iframe")
              .nth(each)
              .getByRole("heading", { level: 1, name: labelOf(form) }),
          ).toBeVisible();
      const looked = page.frameLocator("iframe").nth(2 * FORMS.indexOf("container") + 1);
      await expect(looked.locator("[data-embed-theme=dark]")).toHaveCSS("color-scheme", "dark");
      await expect(looked.locator("time").first()).toHaveText(/\d{1,2}\. \p{L}+/u);
      // The loader sets each frame to the height of its content.
      const heights = () =>
        page.locator("iframe:not([title=plain])").evaluateAll((all) => all.map((one) => one.clientHeight));
      await expect.poll(async () => new Set(await heights()).size).toBeGreaterThan(2);
      expect(await context.cookies()).toEqual([]);
    });
    await test.step("its own page, and an unknown token", async () => {
      trouble.expect(/answer: GET .*\/embed\/x+ 404$/);
      for (const [at, form] of FORMS.entries()) {
        if (form === "shipment") continue;
        await page.goto(`/embed/${tokens[at]}`);
        await expect(page.getByRole("heading", { level: 1, name: labelOf(form) })).toBeVisible();
        await expectSound(page, `the embedded ${form}`);
      }
      expect((await page.goto(`/embed/${"x".repeat(43)}`))?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Embed not found" })).toBeVisible();
    });
    await test.step("another site", async () => {
      trouble.expect(/frame-ancestors/, /request: GET .*\/embed\/.* net::ERR_BLOCKED_BY/, /postMessage/);
      await openAt("127.0.0.1");
      const refused = Array(2 * FORMS.length).fill("chrome-error://chromewebdata/");
      const shown = () => page.frames().flatMap((frame) => (frame.parentFrame() ? [frame.url()] : []));
      await expect.poll(shown).toEqual(refused);
      for (const frame of page.frames()) expect(await frame.content()).not.toContain("Embedded");
    });
  } finally {
    await browser.close();
    site.close();
    await removeTokens(FORMS.map(labelOf));
  }
});
