import { performance } from "node:perf_hooks";
import { Client } from "pg";
import type { Member } from "@/bench/harness/member";
import { REPORT_IDS, type ReportId } from "@/lib/features/reports/rules/report-table";

/** The measured pages: each report over a year, and the manager's page. */
export const PAGES = [...REPORT_IDS, "home"] as const;
export type MeasuredPage = (typeof PAGES)[number];

const pathOf = (page: MeasuredPage) => (page === "home" ? "/home" : `/reports/${page}?weeks=52`);

/** The main table that a page reads. Counting its rows is the baseline. */
const TABLES: Record<ReportId, string> = {
  deadlines: "report_containers",
  arrivals: "report_containers",
  holds: "report_holds",
  dwell: "report_containers",
  drift: "report_containers",
  statuses: "report_status_days",
  charges: "report_charges",
  freshness: "report_containers",
};
const tableOf = (page: MeasuredPage) => (page === "home" ? "report_containers" : TABLES[page]);

type Samples = Record<MeasuredPage, number[]>;
const noSamples = (): Samples => ({
  ...{ deadlines: [], arrivals: [], holds: [], dwell: [], drift: [] },
  ...{ statuses: [], charges: [], freshness: [], home: [] },
});

async function timePage(url: string, page: MeasuredPage, cookie: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${url}${pathOf(page)}`, { headers: { cookie }, redirect: "manual" });
  const text = await response.text();
  const ms = performance.now() - begun;
  // A failed page or a page with only its skeleton would be fast.
  if (response.status !== 200 || !text.includes("data-rendered-at"))
    throw new Error(`${page} answered ${response.status} without its figures`);
  return ms;
}

/** The baseline: counts the rows of the page's table on a new connection. */
async function timeCount(databaseUrl: string, page: MeasuredPage): Promise<number> {
  const begun = performance.now();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`select count(*) from ${tableOf(page)}`);
  const ms = performance.now() - begun;
  await client.end();
  return ms;
}

/**
 * Times each page to its last byte, on its first request in a newly started process, in several processes. The order of
 * pages differs in each process, so every page is the very first in some. The baseline is measured in the same rounds.
 */
export async function measureColdPages(
  { url, member }: { url: string; member: Member },
  databaseUrl: string,
  cookie: string,
  processes: number,
): Promise<{ pages: Samples; floor: Samples }> {
  const [pages, floor] = [noSamples(), noSamples()];
  for (let turn = 0; turn < processes; turn += 1) {
    await member.kill();
    await member.untilUp();
    for (let at = 0; at < PAGES.length; at += 1) {
      const page = PAGES[(at + turn) % PAGES.length] ?? "home";
      pages[page].push(await timePage(url, page, cookie));
      floor[page].push(await timeCount(databaseUrl, page));
    }
  }
  return { pages, floor };
}
