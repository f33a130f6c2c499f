import { AddressNotice } from "@/components/board/address-problems";
import { Board } from "@/components/board/board";
import { BoardError } from "@/components/board/board-empty-states";
import { BoardSkeleton } from "@/components/board/board-skeleton";
import { BoardRequestError } from "@/components/board/data/requests";
import type { BoardActions } from "@/components/board/page-data";
import { boardPage, boardStart, COUNTS, hoursFromNow, NO_FACETS, PARTIES } from "@/e2e/gallery/support/data";
import { PHONE, type Section } from "@/e2e/gallery/support/section";
import { appears, control, userEvent } from "@/e2e/gallery/support/user";

const list = { views: [], defaultViewId: null };
const actions: BoardActions = {
  saveView: async () => ({ list, view: null }),
  changeView: async () => ({ problem: "Another user changed this view. Open it again.", list }),
  deleteView: async () => ({ list, view: null }),
  setDefaultView: async () => ({ list, view: null }),
};

const routes = {
  "/api/board": { json: boardPage() },
  "/api/board/facets": { json: NO_FACETS },
  "/api/board/looks": { json: {} },
  "/api/jobs": { json: { jobs: [] } },
  "/api/parties": { json: { parties: PARTIES } },
  "/api/jobs/preview": {
    json: {
      containers: 2,
      shipments: 1,
      without: 0,
      related: 3,
      carried: 1,
      several: 0,
      carriers: [{ name: "Harbor Dray", containers: 1 }],
      otherCarriers: 0,
      stopped: 0,
    },
  },
};

type Start = Parameters<typeof boardStart>;

/** The whole board, as its page shows it. */
const board = (id: string, change: Partial<Section> = {}, ...start: Start): Section => ({
  id: `board/${id}`,
  width: 1440,
  height: 640,
  routes,
  render: () => <Board start={boardStart(...start)} actions={actions} />,
  ...change,
});

const nobody = { rows: [], total: 0 };
const select = async () => {
  await userEvent.click("Select MSKU0000001");
  await userEvent.click("Select MSKU0000002");
  await appears('section[aria-label="Selected containers"]');
};

export const sections: Section[] = [
  board("table"),
  board("table-compact", {}, {}, { settings: { density: "compact", columns: "" } }),
  board("why-today", {}, {}, { settings: { density: "cosy", columns: "number,whyToday,left,charges" } }),
  board("viewer", { role: "viewer" }),
  board(
    "changed",
    {},
    {
      changed: 2,
      unseenChanges: {
        1: { at: hoursFromNow(-0.1), since: hoursFromNow(-1), columns: ["charges", "deadline"] },
        3: { at: hoursFromNow(-0.1), since: hoursFromNow(-1), columns: ["release"] },
      },
    },
  ),
  board(
    "groups",
    {
      address: "/board?group=terminal",
      routes: { ...routes, "/api/board/groups": { json: { groups: [] } } },
    },
    {},
    {
      groups: [
        {
          value: "t-1",
          containers: 5,
          ready: 3,
          held: 1,
          expired: 1,
          charges: [{ currency: "USD", minor: 96_000 }],
        },
        { value: null, containers: 2, ready: 0, held: 0, expired: 0, charges: [] },
      ],
    },
  ),
  board("empties", { address: "/board?queue=empty-due" }),
  board("selected", { play: select }),
  board("assign-panel", {
    play: async () => {
      await select();
      await userEvent.click("Assign");
      await appears("#bulk-party");
    },
  }),
  board("columns-panel", {
    play: async () => {
      await userEvent.click("Columns");
      await appears("[role=dialog]");
    },
  }),
  board("view-panel", {
    play: async () => {
      await userEvent.click("Save view");
      await appears("[role=dialog]");
    },
  }),
  board("filter-open", {
    play: async () => {
      control("Terminal any").click();
      await appears("[role=listbox]");
    },
  }),
  board("cards", { width: PHONE, height: 1_020 }),
  board("cards-empty", { width: PHONE, height: 760, address: "/board?q=NOSUCH" }, nobody),
  board("empty-account", {}, { ...nobody, counts: { all: 0 } }),
  board("empty-queue", { address: "/board?queue=held" }, nobody),
  board("empty-search", { address: "/board?queue=held&q=MSKU+123" }, nobody),
  board("empty-changed", { address: "/board?changed=1" }, nobody),
  board("wrong-address", { address: "/board?queue=everything&sort=price&cols=left,price" }),
  board(
    "stale",
    {
      address: "/board?queue=held",
      // The page is old, so it is read again at once, and the dashboard does not answer.
      routes: { ...routes, "/api/board": "unreachable" },
      play: () => appears("[role=alert]"),
    },
    { asOf: hoursFromNow(-3), counts: COUNTS },
  ),
  {
    id: "board/errors",
    width: 900,
    render: () => (
      <>
        <BoardError error={new BoardRequestError(0)} onRetry={() => undefined} />
        <BoardError
          error={new BoardRequestError(503, "The database is not responding.")}
          onRetry={() => undefined}
        />
        <BoardError error={new BoardRequestError(401)} onRetry={() => undefined} />
        <AddressNotice
          problems={[{ place: "queue", value: "everything", text: "unknown queue" }]}
          onTidy={() => undefined}
        />
      </>
    ),
  },
  { id: "board/loading", width: 1440, height: 640, render: () => <BoardSkeleton /> },
];
