import { createServer, type Server } from "node:http";
import { expect, test } from "./desk";
import { boxOnTheGround } from "./facts/boxes";
import { spaced } from "./pages/board-page";

/** Another site, whose one page holds what `html` says when it is asked; and the port it answers at. */
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

test("an embed stands on the site it was made for, without cookies, and on no other", async ({
  desk,
  openDesk,
  trouble,
}) => {
  const box = await boxOnTheGround(11);
  let snippet = "";
  const { site, port } = await openSite(() => snippet);
  try {
    await desk.goto("/settings/embeds");
    await desk.getByLabel("What it shows").selectOption({ label: "A look-up by number" });
    await desk.getByLabel("Name", { exact: true }).fill("Where is my box");
    await desk.getByLabel("Sites that may show it").fill(`http://127.0.0.1:${port}`);
    await desk.getByRole("button", { name: "Make the embed" }).click();
    const preview = desk.frameLocator("iframe");
    await expect(preview.getByRole("heading", { name: "Where is my box" })).toBeVisible();
    snippet = await desk.getByLabel(/^With script/).inputValue();

    const visitor = await openDesk({ signedOut: true });
    await visitor.goto(`http://127.0.0.1:${port}/`);
    const frame = visitor.frameLocator("iframe");
    await frame.getByLabel("Container or bill of lading").fill(box.number);
    await frame.getByRole("button", { name: "Look up" }).click();
    await expect(frame.getByRole("heading", { name: spaced(box.number) })).toBeVisible();
    const height = () => visitor.locator("iframe").evaluate((element) => element.clientHeight);
    await expect.poll(height).toBeGreaterThan(330);
    expect(await visitor.context().cookies()).toEqual([]);

    trouble.expect(/frame-ancestors/, /request: GET .*\/embed\/.* net::ERR_BLOCKED_BY/, /postMessage/);
    await visitor.goto(`http://localhost:${port}/`);
    await expect(visitor.locator("iframe")).toBeAttached();
    await expect(frame.getByLabel("Container or bill of lading")).toHaveCount(0);

    await desk.reload();
    const row = desk.getByRole("listitem").filter({ hasText: "Where is my box" });
    await row.getByRole("button", { name: "Revoke" }).click();
    await row.getByRole("button", { name: "Revoke Where is my box" }).click();
    await expect(row.getByText("revoked", { exact: true })).toBeVisible();
  } finally {
    site.close();
  }
});
