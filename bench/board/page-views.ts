import type { Page } from "playwright";
import { type Figure, figure } from "@/bench/harness/figures";
import { sized } from "@/bench/harness/smoke";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";
import { readRows } from "./json-reads";
import type { Reader } from "./reader";

const VIEWS = sized(50, 2);

/** Opens dashboard pages one after another and counts the upstream requests during that time. */
export async function measureUpstreamRequests(
  page: Page,
  reader: Reader,
  countUpstream: () => number,
): Promise<Figure> {
  const { rows } = await readRows(reader, {});
  const paths = [
    ...QUEUE_IDS.map((queue) => `/board?queue=${queue}`),
    ...["/shipments", "/parties", "/track"],
    ...rows.slice(0, 9).flatMap(({ id, number }) => [`/containers/${id}`, `/find?q=${number}`]),
    ...[0, 1, 2, 3, 4].map((serial) => `/shipments/shipment-${serial}`),
  ];
  const before = countUpstream();
  for (let view = 0; view < VIEWS; view += 1) {
    const path = paths[view % paths.length] ?? "/board";
    const response = await page.goto(path, { waitUntil: "load" });
    // The deep link redirects to the container by script.
    if (path.startsWith("/find")) await page.waitForURL("**/containers/*", { waitUntil: "load" });
    if (!response?.ok()) throw new Error(`${path} answered ${response?.status()}`);
  }
  return figure({
    name: `Upstream requests for ${VIEWS} page views`,
    unit: "requests",
    value: countUpstream() - before,
    goal: 0,
  });
}
