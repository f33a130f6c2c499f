import { open, readFile } from "node:fs/promises";
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

async function openContainer(page: Page, place: number): Promise<ChosenContainer> {
  const container = await containerOnTheGround(place);
  await new ContainerPage(page).open(container.id, container.number);
  return container;
}

test("a document can be uploaded, downloaded under its name, edited, shown at a shipment, and deleted", async ({
  dashboard,
}) => {
  const container = await openContainer(dashboard, 7);
  const name = `Order ${MARK}.txt`;
  const content = text("Nothing of note.");
  await cardOf(dashboard).getByLabel("Type of the next document").selectOption({ label: "Delivery order" });
  await cardOf(dashboard).getByLabel(FILES).setInputFiles({ name, mimeType: "text/html", buffer: content });
  await expect(record(dashboard, name)).toContainText("Delivery order");
  const [download] = await Promise.all([
    dashboard.waitForEvent("download"),
    record(dashboard, name).getByRole("link", { name }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  expect(await readFile(await download.path())).toEqual(content);

  const shipment = await shipmentOf(await containerOnTheGround(8));
  await record(dashboard, name)
    .getByRole("button", { name: `Edit ${name}` })
    .click();
  const form = cardOf(dashboard);
  await form.getByLabel("Linked to").fill(`${container.number}\nNOPE1234567`);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Linked to")).toHaveAccessibleDescription(/NOPE1234567 is not a container/);
  await form.getByLabel("Name", { exact: true }).fill(`Renamed ${MARK}.txt`);
  await form.getByLabel("Linked to").fill(`${container.number}\n${shipment.number}`);
  await form.getByRole("button", { name: "Save" }).click();
  const renamed = `Renamed ${MARK}.txt`;
  await expect(record(dashboard, renamed)).toBeVisible();

  await dashboard.goto(`/shipments/${shipment.id}`);
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();
  await record(dashboard, renamed)
    .getByRole("button", { name: `Edit ${renamed}` })
    .click();
  await expectNoProblems(dashboard);
  await cardOf(dashboard).getByRole("button", { name: "Delete document" }).click();
  await expect(cardOf(dashboard)).toContainText("for all 2 linked numbers. This can’t be undone.");
  await cardOf(dashboard).getByRole("button", { name: "Delete document" }).click();
  await expect(record(dashboard, renamed)).toHaveCount(0);
  expect(await stored(renamed)).toBe(0);
});

test("a document shows its upload progress, and a canceled upload stores nothing", async ({ dashboard }) => {
  await openContainer(dashboard, 9);
  const name = `Slow ${MARK}.txt`;
  const network = await dashboard.context().newCDPSession(dashboard);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  });
  const buffer = Buffer.concat([text("Slow."), Buffer.alloc(6_000_000, "x")]);
  await cardOf(dashboard).getByLabel(FILES).setInputFiles({ name, mimeType: "text/plain", buffer });
  const progress = cardOf(dashboard).getByRole("progressbar", { name: `Uploading ${name}` });
  await expect(progress).toBeVisible();
  await expect(progress).toHaveAttribute("value", /^[1-9]/);
  await cardOf(dashboard).getByRole("button", { name: "Cancel upload" }).click();
  await expect(cardOf(dashboard)).toContainText("Upload canceled. Nothing was saved.");
  await expect(cardOf(dashboard).getByRole("button", { name: "Add documents…" })).toBeVisible();
  expect(await stored(name)).toBe(0);
});

test("an invalid document is rejected with the reason before the upload", async ({ dashboard }, info) => {
  await openContainer(dashboard, 9);
  const large = info.outputPath(`Large ${MARK}.pdf`);
  const file = await open(large, "w");
  await file.truncate(100_000_000);
  await file.close();
  await cardOf(dashboard).getByLabel(FILES).setInputFiles(large);
  await expect(cardOf(dashboard).getByRole("alert")).toHaveText("The file is 100.0 MB. The limit is 9.9 MB.");
  const refused = [
    { name: `Page ${MARK}.html`, mimeType: "text/html", buffer: text("<html>") },
    { name: `Scan ${MARK}.png`, mimeType: "image/png", buffer: text("no picture") },
    { name: `Empty ${MARK}.pdf`, mimeType: "application/pdf", buffer: Buffer.alloc(0) },
  ];
  await cardOf(dashboard).getByLabel(FILES).setInputFiles(refused);
  await expect(cardOf(dashboard).getByRole("alert")).toHaveText([
    /Unsupported file type/,
    /The file content is not a PNG image/,
    "The file is empty.",
  ]);
  expect(await readService("select from documents where name like $1", [`%${MARK}%`])).toEqual([]);
});

test("a document cannot be uploaded or downloaded without a session, and the server validates it too", async ({
  dashboard,
  openDashboard,
}) => {
  const container = await containerOnTheGround(9);
  const at = (name: string) =>
    `/api/documents?${new URLSearchParams({ name, record: "container", id: container.id })}`;
  const anybody = (await openDashboard({ signedOut: true })).request;
  expect((await anybody.post(at(`a ${MARK}.txt`), { data: text("x") })).status()).toBe(401);
  expect((await anybody.get("/api/documents/any")).status()).toBe(401);
  const { request } = dashboard;
  expect((await request.get("/api/documents/any")).status()).toBe(404);
  for (const [name, data, status] of [
    [`a ${MARK}.txt`, Buffer.alloc(11_000_000, "x"), 413],
    [`a ${MARK}.exe`, text("x"), 400],
    [`a ${MARK}.pdf`, text("no PDF"), 400],
  ] as const)
    expect((await request.post(at(name), { data })).status(), name).toBe(status);
  expect(await readService("select from documents where name like $1", [`%${MARK}%`])).toEqual([]);
});
