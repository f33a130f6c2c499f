import { expect, test } from "vitest";
import { Board } from "@/components/board/board";
import type { BoardActions } from "@/components/board/page-data";
import { boardPage, boardStart, NO_FACETS } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { QueueId } from "@/lib/domain/board-row/queues";
import { EMPTIES, HELD, NOT_HELD, UNDER_WAY } from "./wide-rows";

const saved = { list: { views: [], defaultViewId: null }, view: null };
const actions: BoardActions = {
  saveView: async () => saved,
  changeView: async () => saved,
  deleteView: async () => saved,
  setDefaultView: async () => saved,
};

/** The board's width in a window of 1,440 px with the sidebar open, and a height in which all rows are shown. */
const [WIDTH, HEIGHT] = [1202, 3_600];

/** The rows that each queue can have. */
const SHOWN: [QueueId, string, BoardRow[]][] = [
  ...(["expired", "held", "follow-up-due", "unreadable", "stale", "all"] as const).map(
    (queue): [QueueId, string, BoardRow[]] => [queue, "held", HELD],
  ),
  ...(["expired", "pull-today", "no-appointment", "planned-today", "stale", "all"] as const).map(
    (queue): [QueueId, string, BoardRow[]] => [queue, "that no hold stops", NOT_HELD],
  ),
  ...(["arriving", "all"] as const).map((queue): [QueueId, string, BoardRow[]] => [
    queue,
    "under way",
    UNDER_WAY,
  ]),
  ...(["empty-due", "all"] as const).map((queue): [QueueId, string, BoardRow[]] => [
    queue,
    "picked up",
    EMPTIES,
  ]),
];

const isCut = (cell: Element) =>
  cell.scrollWidth > cell.clientWidth ||
  [...cell.querySelectorAll("*:not(.sr-only)")].some((inner) => {
    const { overflowX, webkitLineClamp } = getComputedStyle(inner);
    const lines = webkitLineClamp !== "none" && inner.scrollHeight > inner.clientHeight;
    return lines || (overflowX !== "visible" && inner.scrollWidth > inner.clientWidth);
  });

/** The cells with cut text of the rows in view, as "column: text", by container. */
const cutCells = () =>
  [...document.querySelectorAll("tr[data-container]")].map((row): [string, string[]] => [
    row.getAttribute("data-container") ?? "",
    [...row.querySelectorAll("td[data-column]")]
      .filter(isCut)
      .map((cell) => `${cell.getAttribute("data-column")}: ${cell.textContent}`),
  ]);

test.each(SHOWN)("the default columns of %s show each row %s in full", async (queue, _, rows) => {
  await rendered(
    <div style={{ width: WIDTH, height: HEIGHT, display: "flex", flexDirection: "column" }}>
      <Board start={boardStart({ rows, total: rows.length })} actions={actions} />
    </div>,
    {
      address: `/board?queue=${queue}`,
      width: 1440,
      height: HEIGHT,
      routes: {
        "/api/board": { json: boardPage({ rows, total: rows.length }) },
        "/api/board/facets": { json: NO_FACETS },
        "/api/board/looks": { json: {} },
        "/api/jobs": { json: { jobs: [] } },
      },
    },
  );
  await document.fonts.ready;
  await expect.poll(() => cutCells().length).toBe(rows.length);
  expect([...new Set(cutCells().flatMap(([, cut]) => cut))]).toEqual([]);
});
