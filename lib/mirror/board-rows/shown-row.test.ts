import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BOARD_ROW_DEFAULTS, BOARD_ROW_VERSION, type BoardRow } from "@/lib/domain/board-row/board-row";
import { exportRows } from "@/lib/features/board/export/export-rows";
import { boardPageJson, boardRowsJson } from "@/lib/features/board/queries/board";
import { listPrintRows } from "@/lib/features/board/queries/print-rows";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { readApiContainers } from "@/lib/features/feeds/queries/api-containers";
import { loadShipmentPage } from "@/lib/features/shipments/queries/shipment-page";
import { openTestAccount } from "@/lib/features/test-account";
import { shownRow } from "./shown-row";

const NOW = new Date("2026-11-20T12:00:00Z");
const { query: EVERYTHING } = readBoardQuery(new URLSearchParams());

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
beforeAll(async () => {
  dashboard = await openTestAccount();
});
afterAll(() => dashboard.close());

/** Removes every member with a default, as a former version stored the row. */
const store = (version: number) =>
  dashboard.pool.query("update board_rows set row = row - $1::text[], row_version = $2", [
    Object.keys(BOARD_ROW_DEFAULTS),
    version,
  ]);

const READS: [string, () => Promise<unknown>][] = [
  [
    "a page of the board",
    async () => firstOf(await boardPageJson(dashboard.db, EVERYTHING, { offset: 0, limit: 10 }, NOW)),
  ],
  [
    "changed rows of the board",
    async () => firstOf(await boardRowsJson(dashboard.db, ["c-1"], EVERYTHING, NOW)),
  ],
  ["a printed board", async () => (await listPrintRows(dashboard.db, EVERYTHING, NOW, null)).rows[0]],
  [
    "an export",
    async () => {
      for await (const rows of await exportRows((work) => work(dashboard.db), {
        where: sql`true`,
        order: sql`number`,
      }))
        return rows[0];
      return null;
    },
  ],
  ["a shipment's page", async () => (await loadShipmentPage(dashboard.db, "s-1"))?.rows[0]],
];

const firstOf = (json: string): BoardRow => JSON.parse(json).rows[0];

it.each(READS)("%s has the defaults of members that a row of an older version lacks", async (_, read) => {
  await store(BOARD_ROW_VERSION - 1);
  expect(await read()).toMatchObject({ id: "c-1", ...BOARD_ROW_DEFAULTS });
});

it("the API reads a row of an older version", async () => {
  await store(BOARD_ROW_VERSION - 1);
  const { data } = await readApiContainers(dashboard.db, EVERYTHING, { number: 1, size: 10 }, NOW);
  expect(data).toMatchObject([{ id: "c-1", tags: [], return_due: null }]);
});

it("a stored value wins over the default, and a present row is shown as it is", async () => {
  const shown = async () =>
    (await dashboard.db.execute<{ row: BoardRow }>(sql`select ${shownRow()} as row from board_rows`)).rows[0]
      ?.row;
  await store(BOARD_ROW_VERSION - 1);
  await dashboard.pool.query('update board_rows set row = row || \'{"note": "call first"}\'');
  expect(await shown()).toMatchObject({ note: "call first", followUp: null });
  await store(BOARD_ROW_VERSION);
  expect(await shown()).not.toHaveProperty("note");
});
