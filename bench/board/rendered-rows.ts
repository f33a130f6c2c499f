import type { Browser, Page } from "playwright";
import { z } from "zod";
import { type Figure, percentileFigures } from "@/bench/harness/figures";
import { sized } from "@/bench/harness/smoke";
import { boardHref } from "@/lib/features/board/rules/board-address";
import { dashboardLayout } from "@/lib/features/board/rules/column-layout";
import { boardColumn } from "@/lib/features/board/rules/columns";
import type { ChoiceId } from "@/lib/features/board/rules/filters";
import { type BoardRead, type Facets, queryOf, readFacets, readRows } from "./json-reads";
import { printProfile } from "./profile";
import type { Reader } from "./reader";

const TIMES = sized(30, 1);
const ROWS_COMPARED = 10;

const FACET_CHIPS: readonly { facet: ChoiceId; values: keyof Facets; chip: RegExp }[] = [
  { facet: "terminal", values: "terminals", chip: /^Terminal/ },
  { facet: "line", values: "lines", chip: /^Line/ },
  { facet: "customer", values: "customers", chip: /^Customer/ },
  { facet: "carrier", values: "carriers", chip: /^Dray carrier/ },
];

/** The ids expected at the top of the board with these filters. */
async function topIds(reader: Reader, requested: BoardRead): Promise<string[]> {
  const { rows } = await readRows(reader, requested);
  if (rows.length === 0) throw new Error(`no rows under ${JSON.stringify(requested)}`);
  return rows.slice(0, ROWS_COMPARED).map(({ id }) => id);
}

interface Input {
  event: "click" | "input";
  /** The rows expected after the input. */
  ids: string[];
  act: () => Promise<void>;
  mayStandAlready?: boolean;
}

/** Ms from the input's own event to the frame in which the requested rows are painted. */
async function timeInput(page: Page, { event, ids, act, mayStandAlready = false }: Input): Promise<number> {
  await page.evaluate(`benchPaint.awaitRows("${event}", ${JSON.stringify(ids)}, ${mayStandAlready})`);
  await act();
  return z.number().parse(await page.evaluate("benchPaint.waited()"));
}

/** Waits inside the page. `waitForFunction` evaluates a string, which the page's content security policy blocks. */
const waitForRows = (page: Page, ids: string[]) =>
  page.evaluate(`benchPaint.untilRowsAre(${JSON.stringify(ids)})`);

async function openBoard(page: Page, reader: Reader, requested: BoardRead): Promise<void> {
  await page.goto(boardHref(queryOf(requested)));
  // The network of a page that joins the worker of another never becomes idle.
  await page.locator("[data-live=live]").waitFor();
  await waitForRows(page, await topIds(reader, requested));
}

/** Chooses a value in a chip's list, then clears it. Clearing is not timed. */
async function timeFilters(page: Page, reader: Reader): Promise<number[]> {
  await openBoard(page, reader, {});
  const unfiltered = await topIds(reader, {});
  const facets = await readFacets(reader);
  const choices = FACET_CHIPS.flatMap(({ facet, values, chip }) =>
    facets[values].map(({ value, label }) => ({ facet, value, label, chip })),
  );
  const samples: number[] = [];
  for (const { facet, value, label, chip } of choices) {
    if (samples.length > TIMES) break;
    const ids = await topIds(reader, { [facet]: value });
    // If the filter does not change the top of the list, no change is visible to time.
    if (ids.join() === unfiltered.join()) continue;
    await page
      .getByRole("main")
      .getByRole("button", { name: chip })
      .or(page.getByRole("combobox", { name: chip }))
      .first()
      .click();
    const starts = new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
    const option = page.getByRole("listbox").getByRole("option", { name: starts }).first();
    await option.waitFor();
    const took = await timeInput(page, { event: "click", ids, act: () => option.click() });
    // The list allows several values and stays open.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await waitForRows(page, unfiltered);
    // The first choice also loads the list's own script.
    samples.push(took);
  }
  return samples.slice(1);
}

/** Clicks every sortable column, ascending and descending, queue by queue until there are enough samples. */
async function timeSorts(page: Page, reader: Reader): Promise<number[]> {
  const samples: number[] = [];
  for (const queue of ["all", "arriving"] as const) {
    const columns = dashboardLayout(queue).flatMap(({ id }) => {
      const { sort: by, label } = boardColumn(id);
      return by ? [{ by, label }] : [];
    });
    await openBoard(page, reader, { queue });
    let before = "";
    for (const { by, label } of columns) {
      for (const descending of [false, true]) {
        if (samples.length === TIMES) return samples;
        const ids = await topIds(reader, { queue, sort: { by, descending } });
        const button = page.getByRole("columnheader").getByRole("button", { name: label, exact: true });
        if (ids.join() === before) await button.click();
        else samples.push(await timeInput(page, { event: "click", ids, act: () => button.click() }));
        before = ids.join();
      }
    }
  }
  return samples;
}

/** Pastes full and partial numbers over the current text of the search field. */
async function timeSearches(page: Page, reader: Reader): Promise<number[]> {
  await openBoard(page, reader, {});
  const { rows } = await readRows(reader, {}, 100);
  const text = rows
    .slice(0, TIMES)
    .map(({ number }, at) => (at % 3 === 0 ? number : number.slice(4, 8 + (at % 3))));
  const field = page.getByRole("main").getByRole("searchbox");
  const samples: number[] = [];
  for (const q of text) {
    const ids = await topIds(reader, { q });
    await field.focus();
    await field.selectText();
    samples.push(await timeInput(page, { event: "input", ids, act: () => page.keyboard.insertText(q) }));
  }
  return samples;
}

/** The minimum time of any input here: a click that changes nothing, up to the next painted frame. */
async function timeIdleClicks(page: Page, reader: Reader): Promise<number[]> {
  await openBoard(page, reader, {});
  const ids = await topIds(reader, {});
  const title = page.getByRole("heading", { level: 1 });
  const samples: number[] = [];
  for (let at = 0; at < TIMES; at += 1)
    samples.push(
      await timeInput(page, { event: "click", ids, mayStandAlready: true, act: () => title.click() }),
    );
  return samples;
}

/** What the browser does from an input to the painted rows. */
export async function profilePaintedRows(browser: Browser, page: Page, reader: Reader): Promise<void> {
  const inputs = { Filter: timeFilters, Sort: timeSorts, Search: timeSearches };
  for (const [name, time] of Object.entries(inputs))
    await printProfile(browser, page, name, async () => (await time(page, reader)).length);
}

/**
 * Time from input to painted rows for filter, sort and search. `in-page.js` must have been added to the page; `goal` in
 * ms.
 */
export async function measurePaintedRows(page: Page, reader: Reader, goal?: number): Promise<Figure[]> {
  const floor = await timeIdleClicks(page, reader);
  return [
    ...percentileFigures("Filter to painted rows", await timeFilters(page, reader), { goal, floor }),
    ...percentileFigures("Sort to painted rows", await timeSorts(page, reader), { goal, floor }),
    ...percentileFigures("Search to painted rows", await timeSearches(page, reader), { goal, floor }),
  ];
}
