import { expect, it } from "vitest";
import { readBoardRequest } from "@/app/api/board/read-board-request";
import { readShipmentQuery } from "@/lib/features/shipments/rules/shipment-address";
import { rangeSchema, readListRequest } from "./row-range";

const requested = (search: string) => new Request(`http://127.0.0.1:3000/api?${search}`);
const shipments = (search: string) => readListRequest(requested(search), readShipmentQuery, rangeSchema);
const board = (search: string) => readBoardRequest(requested(search));

it("reads the query and the range of both lists", () => {
  expect(shipments("stopped=yes&offset=60&limit=60")).toMatchObject({
    query: { stopped: "yes" },
    range: { offset: 60, limit: 60 },
  });
  expect(board("queue=held&limit=0&ids=a,b")).toMatchObject({
    query: { queue: "held" },
    range: { offset: 0, limit: 0 },
    ids: ["a", "b"],
  });
  expect(board("")).toMatchObject({ range: { offset: 0, limit: 100 }, ids: null });
});

it.each([
  ["limit=0", /^limit: /],
  ["limit=201", /^limit: /],
  ["offset=-1&stopped=maybe", /^stopped: expected yes or no; offset: /],
  ["ids=a", /^ids: not a filter of the list of shipments$/],
])("rejects shipments by %s and names each invalid parameter", (search, text) => {
  expect(() => shipments(search)).toThrow(text);
});

it.each([
  ["limit=many&mood=good", /^mood: not a filter of the board; limit: /],
  [`ids=${"a,".repeat(201)}`, /^ids: /],
])("rejects a board and names each invalid parameter (case %#)", (search, text) => {
  expect(() => board(search)).toThrow(text);
});
