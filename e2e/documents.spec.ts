import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { requestAllowance } from "@/e2e/facts/account-room";
import { type ChosenContainer, containerOnTheGround } from "@/e2e/facts/containers";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoProblems } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";

const MARK = "e2e paper";
const FILES = "Documents to upload";

test.beforeEach(async () => {
  test.setTimeout(130_000);
  await requestAllowance();
});
test.afterEach(async () => {
  await readService("delete from documents where name like $1", [`%${MARK}%`]);
  await readDashboard("delete from documents where attributes ->> 'name' like $1", [`%${MARK}%`]);
});

const text = (message: string) => Buffer.from(`${message} ${Date.now()} ${Math.random()}`);
const cardOf = (page: Page): Locator => new ContainerPage(page).card("Documents");
const record = (page: Page, name: string): Locator =>
  cardOf(page)
    .locator("[data-document]")
    .filter({ has: page.getByRole("link", { name }) });
const stored = async (name: string) =>
  (await readService("select from documents where name = $1", [name])).length;

async function shipmentOf({ id }: ChosenContainer): Promise<{ id: string; number: string }> {
  const [shipment] = await readDashboard<{ id: string; number: string }>(
    `select s.id, s.attributes ->> 'bill_of_lading_number' as number from shipments s
     join containers c on c.shipment_id = s.id where c.id = $1`,
    [id],
  );
  if (!shipment) throw new Error("The container has no shipment.");
  return shipment;
}

test("a document can be uploaded, canceled meanwhile, downloaded under its name, edited, shown at a shipment, and deleted", async ({
  dashboard,
  openDashboard,
}) => {
  const container = await containerOnTheGround(7);
  await new ContainerPage(dashboard).open(container.id, container.number);
  const card = cardOf(dashboard);
  await test.step("progress, and a canceled upload, which stores nothing", async () => {
    const name = `Slow ${MARK}.txt`;
    const network = await dashboard.context().newCDPSession(dashboard);
    const limitUpload = (uploadThroughput: number) =>
      network.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await network.send("Network.enable");
    await limitUpload(300_000);
    const buffer = Buffer.concat([text("Slow."), Buffer.alloc(6_000_000, "x")]);
    await card.getByLabel(FILES).setInputFiles({ name, mimeType: "text/plain", buffer });
    const progress = card.getByRole("progressbar", { name: `Uploading ${name}` });
    await expect(progress).toBeVisible();
    await expect(progress).toHaveAttribute("value", /^[1-9]/);
    await card.getByRole("button", { name: "Cancel upload" }).click();
    await expect(card).toContainText("Upload canceled. Nothing was saved.");
    await expect(card.getByRole("button", { name: "Add documents…" })).toBeVisible();
    expect(await stored(name)).toBe(0);
    await limitUpload(-1);
    await network.detach();
  });

  const name = `Order ${MARK}.txt`;
  const content = text("Nothing of note.");
  await test.step("upload and download", async () => {
    await card.getByLabel("Type of the next document").selectOption({ label: "Delivery order" });
    await card.getByLabel(FILES).setInputFiles({ name, mimeType: "text/html", buffer: content });
    await expect(record(dashboard, name)).toContainText("Delivery order");
    const [download] = await Promise.all([
      dashboard.waitForEvent("download"),
      record(dashboard, name).getByRole("link", { name }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
    expect(await readFile(await download.path())).toEqual(content);
  });

  const shipment = await shipmentOf(await containerOnTheGround(8));
  const renamed = `Renamed ${MARK}.txt`;
  await test.step("another name and a link to a shipment", async () => {
    await record(dashboard, name)
      .getByRole("button", { name: `Edit ${name}` })
      .click();
    await card.getByLabel("Linked to").fill(`${container.number}\nNOPE1234567`);
    await card.getByRole("button", { name: "Save" }).click();
    await expect(card.getByLabel("Linked to")).toHaveAccessibleDescription(/NOPE1234567 is not a container/);
    await card.getByLabel("Name", { exact: true }).fill(renamed);
    await card.getByLabel("Linked to").fill(`${container.number}\n${shipment.number}`);
    await card.getByRole("button", { name: "Save" }).click();
    await expect(record(dashboard, renamed)).toBeVisible();
  });
  await test.step("deleted at the shipment", async () => {
    await dashboard.goto(`/shipments/${shipment.id}`);
    await expect(dashboard.locator("[data-live=live]")).toBeVisible();
    await record(dashboard, renamed)
      .getByRole("button", { name: `Edit ${renamed}` })
      .click();
    await expectNoProblems(dashboard);
    await card.getByRole("button", { name: "Delete document" }).click();
    await expect(card).toContainText("for all 2 linked numbers. This can’t be undone.");
    await card.getByRole("button", { name: "Delete document" }).click();
    await expect(record(dashboard, renamed)).toHaveCount(0);
    expect(await stored(renamed)).toBe(0);
  });
  await test.step("requests without a page: no session, and files that the server refuses", async () => {
    const at = (file: string) =>
      `/api/documents?${new URLSearchParams({ name: file, record: "container", id: container.id })}`;
    const anybody = (await openDashboard({ signedOut: true })).request;
    expect((await anybody.post(at(`a ${MARK}.txt`), { data: text("x") })).status()).toBe(401);
    expect((await anybody.get("/api/documents/any")).status()).toBe(401);
    const { request } = dashboard;
    expect((await request.get("/api/documents/any")).status()).toBe(404);
    for (const [file, data, status] of [
      [`a ${MARK}.txt`, Buffer.alloc(11_000_000, "x"), 413],
      [`a ${MARK}.exe`, text("x"), 400],
      [`a ${MARK}.pdf`, text("no PDF"), 400],
    ] as const)
      expect((await request.post(at(file), { data })).status(), file).toBe(status);
    expect(await readService("select from documents where name like $1", [`%${MARK}%`])).toEqual([]);
  });
});
