import { readFile, writeFile } from "node:fs/promises";
import { csvFile, TrackListPage } from "@/e2e/pages/track-list-page";
import { expectNoProblems, expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";
import { requireProgram } from "@/e2e/system/programs";
import { containerCheckDigit } from "@/lib/contract/container-number";
import { LONG } from "@/scripts/test/long-tests";

/** `npm run test:track` sets 5,000. This is far above the service's limit per minute, so the list has to wait. */
const ROWS = Number(process.env.TRACK_ROWS ?? 60);
const REQUESTS_A_MINUTE = 90;
const MINUTE_MS = 60_000;

function numberOf(prefix: string, serial: number, off = 0): string {
  const first = `${prefix}${String(serial).padStart(6, "0")}`;
  return `${first}${((containerCheckDigit(first) ?? 0) + off) % 10}`;
}

type Expected = "asked" | "unknown" | "wrong" | "repeated";

/**
 * A list like an export of a user's own system. Of each 25 rows, one is mistyped, one is a duplicate and one is unknown
 * to every line.
 */
function makeList(count: number): { number: string; expected: Expected }[] {
  const rows: { number: string; expected: Expected }[] = [];
  for (let place = 0; place < count; place += 1) {
    const before = rows.at(-1);
    if (place % 25 === 7) rows.push({ number: numberOf("MSKU", 700_000 + place, 1), expected: "wrong" });
    else if (place % 25 === 13 && before) rows.push({ number: before.number, expected: "repeated" });
    else if (place % 25 === 19)
      rows.push({ number: numberOf("MSKU", Math.floor(place / 25)), expected: "unknown" });
    else rows.push({ number: numberOf("MSKU", 700_000 + place), expected: "asked" });
  }
  return rows;
}

test("a list is tracked end to end, every row exactly once, through a reload and a kill of the worker", {
  tag: LONG,
}, async ({ dashboard, system }) => {
  const minutes = Math.ceil(ROWS / REQUESTS_A_MINUTE) + 1;
  test.setTimeout((minutes + 4) * MINUTE_MS);
  const list = makeList(ROWS);
  const count = (expected: Expected) => list.filter((row) => row.expected === expected).length;
  const [followed] = await readDashboard<{ number: string }>(
    `select c.attributes ->> 'number' as number from containers c join shipments s on s.id = c.shipment_id
     where s.tracking_stopped_at is null order by c.id limit 1`,
  );
  const lines = [
    "Open orders;;;",
    "Container;Line;PO;Remarks",
    ...list.map(({ number }, place) => `${number};MAEU;PO ${place};"a ""quoted"" remark; ${place}"`),
    `${followed?.number};;;`,
  ];
  const page = new TrackListPage(dashboard);
  await page.open();
  await page.choose(csvFile("orders.csv", Buffer.from(`${lines.join("\r\n")}\r\n`, "latin1")));
  const asks = count("asked") + count("unknown");
  await expect(page.standing("Has errors")).toHaveText(`Has errors ${count("wrong")}`);
  await expect(page.standing("Duplicate")).toHaveText(`Duplicate ${count("repeated")}`);
  await expect(page.standing("Already tracked")).toHaveText("Already tracked 1");
  await dashboard.reload();
  await page.track(asks).click();

  await expect(dashboard).toHaveURL(/\/track\/list\/[0-9a-f-]{36}$/);
  const waiting = () => page.count("waiting");
  await expect.poll(waiting, { timeout: 30_000 }).toBeLessThan(asks - 20);
  await dashboard.reload();
  await expect.poll(waiting, { timeout: 30_000 }).toBeLessThan(asks - 40);
  const worker = await requireProgram(system.dataDir, "worker");
  process.kill(worker.pid, "SIGKILL");
  if (asks > REQUESTS_A_MINUTE)
    await expect(page.progress).toContainText(
      /The service allows 100 tracking requests per minute; resumes in \d+s/,
      { timeout: 90_000 },
    );
  await expect.poll(waiting, { timeout: minutes * MINUTE_MS, intervals: [2_000] }).toBe(0);
  const outcomes = async () => ({
    tracking: await page.count("tracking"),
    failed: await page.count("failed"),
    refused: await page.count("refused"),
    skipped: await page.count("skipped"),
  });
  await expect.poll(outcomes, { timeout: 2 * MINUTE_MS, intervals: [1_000] }).toEqual({
    tracking: count("asked"),
    failed: count("unknown"),
    refused: count("wrong"),
    skipped: count("repeated") + 1,
  });

  const created = await readService<{ number: string; times: number }>(
    `select normalized_number as number, count(*)::int as times from tracking_requests
     where normalized_number = any($1) group by 1`,
    [list.map(({ number }) => number)],
  );
  const wanted = list.filter(({ expected }) => expected === "asked" || expected === "unknown");
  expect(created.filter(({ times }) => times !== 1)).toEqual([]);
  expect(created.map(({ number }) => number).sort()).toEqual(wanted.map(({ number }) => number).sort());

  const download = dashboard.waitForEvent("download");
  await dashboard.getByRole("link", { name: /with errors as CSV$/ }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^drayboard-errors-of-orders-csv-\d{4}-\d\d-\d\d\.csv$/);
  const errors = (await readFile(await saved.path(), "utf8")).trimEnd().split("\r\n");
  expect(errors).toHaveLength(1 + count("wrong") + count("unknown"));
  expect(errors[0]).toBe("\ufeffContainer,Line,PO,Remarks,Row,Error,Next step");
  const mistyped = list.findIndex(({ expected }) => expected === "wrong");
  expect(errors[1]).toContain(
    `${list[mistyped]?.number},MAEU,PO ${mistyped},"a ""quoted"" remark; ${mistyped}",${mistyped + 3},Check digit is wrong: expected`,
  );
});

const CONTAINER = numberOf("MSKU", 810_020);

/** The meaning that a user gives a heading is remembered for later lists. */
test.afterEach(() => readDashboard("update preferences set settings = settings - 'listHeadings'"));

test("a list is read from a file or pasted, with its errors, and its columns can be changed and are remembered", async ({
  dashboard,
}, testInfo) => {
  const page = new TrackListPage(dashboard);
  const another = dashboard.getByRole("button", { name: "Use another list" });
  await page.open();

  await test.step("a file in UTF-16, UTF-8 with a mark and Latin-1", async () => {
    const latin = `Contenedor;Cliente\n${CONTAINER};Café\n`;
    for (const bytes of [
      Buffer.from(`\ufeff${latin}`, "utf16le"),
      Buffer.from(`\ufeff${latin}`),
      Buffer.from(latin, "latin1"),
    ]) {
      await page.choose(csvFile("lista.csv", bytes));
      await expect(dashboard.getByText("Café", { exact: true })).toBeVisible();
      await expect(page.track(1)).toBeEnabled();
      await another.click();
    }
  });

  await test.step("what is no list is rejected with the reason, and no part of it is read", async () => {
    const large = testInfo.outputPath("all.csv");
    await writeFile(large, Buffer.alloc(50_000_000, `${CONTAINER}\n`));
    await page.choose(large);
    await expect(page.problem).toContainText("all.csv is 50 MB. The limit is 5 MB.");
    await page.choose({ ...csvFile("book.xlsx", Buffer.from("504b030414000600", "hex")) });
    await expect(page.problem).toContainText("This is a workbook or ZIP file");
    await page.choose(csvFile("quote.csv", `Container,PO\n${CONTAINER},1\n${CONTAINER},"open\n`));
    await expect(page.problem).toContainText("quote.csv: Row 3: a quotation mark is not closed");
    await page.choose(csvFile("empty.csv", ""));
    await expect(page.problem).toContainText("The file is empty.");
    await page.choose(csvFile("names.csv", "Name,City\nAna,Oakland\n"));
    await expect(page.problem).toContainText("No column with numbers yet");
    await expect(dashboard.getByRole("button", { name: /^Track 0/ })).toBeDisabled();
    await another.click();
  });

  await test.step("each row shows its error before any request is sent", async () => {
    const good = numberOf("MSKU", 810_010);
    const wrong = numberOf("MSKU", 810_011, 1);
    await page.paste(`${good}\n${wrong}\n2.21877E+08\n${good}\nhello\n`);
    await expect(page.row(wrong.slice(4, 10))).toContainText("Check digit is wrong");
    await expect(page.row("The spreadsheet shortened the number")).toBeVisible();
    await expect(page.row("Duplicate of row 1.")).toBeVisible();
    await page.standing("Has errors").click();
    await expect(page.preview.locator("tr[data-standing]")).toHaveCount(3);
    await expect(page.track(1)).toBeEnabled();
    expect(await readDashboard("select from tracking_requests where number_key = $1", [wrong])).toEqual([]);
    await another.click();
  });

  await test.step("columns are detected, can be changed, and the choice is remembered", async () => {
    // Numbers of this run alone, because a number is tracked once.
    const serial = 500_000 + (Date.now() % 100_000);
    const [one, two] = [numberOf("MSKU", serial), numberOf("MSKU", serial + 1)];
    await page.paste(`Container\tWagon\tPO\n${one}\t${two}\t77\n`);
    await expect(page.column("Container")).toHaveValue("number");
    await expect(page.column("PO")).toHaveValue("references");
    await page.column("Wagon").selectOption("Number to track");
    await expect(page.column("Container")).toHaveValue("");
    await expect(page.row(two.slice(4, 10))).toContainText("Ready to track");
    await page.column("PO").selectOption("Tags");
    await page.track(1).click();
    await expect(page.progress).toContainText("of 1 rows processed");
    await page.open();
    await page.paste(`Container\tWagon\tPO\n\t${one}\t78\n`);
    await expect(page.column("Wagon")).toHaveValue("number");
    await expect(page.column("PO")).toHaveValue("tags");
    await another.click();
    await expect(dashboard.getByRole("button", { name: "Preview" })).toBeVisible();
  });
});

for (const width of [1440, 360])
  test(`is without trouble for who cannot see, ${width} wide`, { tag: LONG }, async ({ openDashboard }) => {
    const dashboard = await openDashboard({ viewport: { width, height: 800 } });
    const page = new TrackListPage(dashboard);
    await page.open();
    const check = async () => {
      await expectNoProblems(dashboard);
      await expectNoSidewaysScroll(dashboard);
    };
    await check();
    await page.paste(`Container,Line,PO\n${CONTAINER},MAEU,1\n${numberOf("MSKU", 810_021, 1)},MAEU,2\n`);
    await expect(page.track(1)).toBeEnabled();
    await check();
    const [job] = await readDashboard<{ id: string }>(
      "select id from jobs where kind = 'track_numbers' order by total desc limit 1",
    );
    await dashboard.goto(`/jobs/${job?.id}`);
    await expect(dashboard).toHaveURL(`/track/list/${job?.id}`);
    await expect(page.progress).toBeVisible();
    await check();
  });
