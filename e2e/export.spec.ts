import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { BulkBoard } from "@/e2e/pages/bulk-board";
import { expect, test } from "@/e2e/support/signed-in-page";

async function textOf(download: Download): Promise<string> {
  return (await readFile(await download.path())).toString("utf8");
}

async function take(dashboard: Page, format: RegExp): Promise<Download> {
  const [download] = await Promise.all([
    dashboard.waitForEvent("download"),
    dashboard.getByRole("dialog").getByRole("button", { name: format }).click(),
  ]);
  return download;
}

test("an export has the board's rows in its order and with its columns, or the selected rows, or shows why it failed", async ({
  dashboard,
  trouble,
}) => {
  const board = new BulkBoard(dashboard);
  const dialog = dashboard.getByRole("dialog");
  await test.step("the board's rows", async () => {
    await board.open("?queue=held&sort=-container&cols=number,terminal,deadline");
    const numbers = await board.numbers();
    await dashboard.getByRole("button", { name: "Export these rows" }).click();
    await expect(dialog).toContainText("with 3 columns");
    const download = await take(dashboard, /^CSV/);
    expect(download.suggestedFilename()).toMatch(/^drayboard-held-near-deadline-\d{4}-\d{2}-\d{2}\.csv$/);
    const [head, ...lines] = (await textOf(download)).trimEnd().split("\r\n");
    expect(head).toBe(
      "\uFEFFContainer,Terminal,Port of discharge,Last free day,Last free day: zone,Deadline source",
    );
    expect(lines.slice(0, numbers.length).map((line) => line.split(",")[0])).toEqual(numbers);
    expect(lines[0]).toMatch(/,(America|Etc)\/[A-Za-z_/]+,/);
  });
  await test.step("the selected rows, as a workbook", async () => {
    await board.open("?sort=container");
    await board.container(0).click();
    await board.container(2).click({ modifiers: ["Shift"] });
    await board.act("Export");
    const download = await take(dashboard, /Excel/);
    expect(download.suggestedFilename()).toMatch(/^drayboard-all-\d{4}-\d{2}-\d{2}\.xlsx$/);
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe("PK");
    // The dialog stays open, so that the user can also export the other format.
    const csv = await textOf(await take(dashboard, /^CSV/));
    expect(csv.trimEnd().split("\r\n")).toHaveLength(4);
  });
  await test.step("the reason of a failure, on the board", async () => {
    trouble.expect(/401/);
    await dashboard.context().clearCookies();
    await dialog.getByRole("button", { name: "CSV" }).click();
    await expect(dialog.getByRole("alert")).toContainText("You are signed out");
    await expect(dashboard).toHaveURL(/\/board\?sort=container$/);
  });
});

test("an invalid export is rejected, with the error position, or redirects to the page that shows it", async ({
  openDashboard,
  dashboard,
}) => {
  const anybody = (await openDashboard({ signedOut: true })).request;
  const { request } = dashboard;
  expect((await anybody.get("/api/export?format=csv")).status()).toBe(401);
  const foreign = await request.post("/api/export", {
    form: { format: "csv" },
    headers: { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
  });
  expect(foreign.status()).toBe(403);
  const wrong = await request.get("/api/export?format=csv&address=ready%3Dperhaps");
  expect([wrong.status(), await wrong.text()]).toEqual([
    400,
    expect.stringContaining("ready: expected one of"),
  ]);
  expect((await request.get("/api/export?format=pdf")).status()).toBe(400);
  const checked = await request.get("/api/export?format=csv&check=1");
  expect([checked.status(), await checked.text()]).toEqual([204, ""]);
  const many = await request.post("/api/export", {
    multipart: { format: "csv", ids: "x".repeat(1_000_001), check: "1" },
  });
  expect([many.status(), await many.text()]).toEqual([
    400,
    expect.stringContaining("Select all that match the filters"),
  ]);
  const board = await request.get("/api/board?ready=maybe&left=soon");
  expect([board.status(), await board.text()]).toEqual([400, expect.stringMatching(/ready: .*left: /)]);
  // A browser that opens the URL as a page.
  await dashboard.goto("/api/export?format=csv&address=ready%3Dperhaps");
  await expect(dashboard).toHaveURL(/\/board\?ready=perhaps$/);
  await expect(dashboard.getByRole("alert").filter({ hasText: "perhaps" })).toBeVisible();
  const signedOut = await anybody.get("/api/export?format=csv&address=queue%3Dheld", {
    headers: { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", accept: "text/html" },
    maxRedirects: 0,
  });
  expect([signedOut.status(), signedOut.headers().location]).toEqual([
    303,
    expect.stringContaining("/sign-in?"),
  ]);
});
