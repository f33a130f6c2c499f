import { use } from "react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Board } from "@/components/board/board";
import type { BoardPageData } from "@/components/board/page-data";
import { NavigationSuspense } from "@/components/shell/navigation-suspense";
import { api, liveSource, type Reply, type Routes } from "@/e2e/gallery/support/api";
import { boardPage, boardStart, hoursFromNow, NO_FACETS, ROWS } from "@/e2e/gallery/support/data";
import { letTimePass } from "@/e2e/gallery/support/fixed-time";
import { rendered } from "@/e2e/gallery/support/rendered";

type Row = (typeof ROWS)[number];

const list = { views: [], defaultViewId: null };
const actions = {
  saveView: vi.fn(async () => ({ list, view: null })),
  changeView: vi.fn(async () => ({ list, view: null })),
  deleteView: vi.fn(async () => ({ list, view: null })),
  setDefaultView: vi.fn(async () => ({ list, view: null })),
};

/** Answers with the rows of the board, in the order of the address and only those that match its search. */
function boardRoute(request: Request): Reply {
  const params = new URL(request.url).searchParams;
  const rows = ROWS.filter(({ number }) => number.includes(params.get("q")?.toUpperCase() ?? ""));
  if (params.get("sort") === "-container") rows.reverse();
  return { json: boardPage({ rows, total: rows.length }) };
}

const routes: Routes = {
  "/api/board": boardRoute,
  "/api/board/facets": { json: NO_FACETS },
  "/api/board/looks": { json: {} },
  "/api/jobs": { json: { jobs: [] } },
};

const open = (address = "/board", change: Routes = {}, start: Partial<BoardPageData> = {}, width = 1440) =>
  rendered(<Board start={boardStart(start)} actions={actions} />, {
    address,
    routes: { ...routes, ...change },
    width,
  });

const numbers = () =>
  [...document.querySelectorAll("tr[data-container]")].map((row) => row.getAttribute("data-container"));
const alert = page.getByRole("alert");
/** Runs before the next click is handled. Until then a request that the board repeats by itself has the former reply. */
const onNextClick = (act: () => void) =>
  document.addEventListener("click", act, { capture: true, once: true });

describe("the board's address", () => {
  test("lists its invalid parts with their position and keeps the valid ones", async () => {
    await open(
      "/board?queue=held&ready=maybe&left=5..1&teminal=Pier&sort=weight,container&cols=number,wheels",
    );
    const notice = alert.filter({ hasText: "Some filters in this link are invalid for" });
    for (const place of ["ready", "left", "teminal", "sort", "cols"])
      await expect.element(notice.getByText(place, { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole("navigation", { name: "Queues" }).getByRole("link", { name: /Held, near/ }))
      .toHaveAttribute("aria-current", "page");
    await notice.getByRole("button", { name: "Remove them" }).click();
    await expect.element(notice).not.toBeInTheDocument();
    expect(window.location.search).toBe("?queue=held&sort=container");
  });

  test("follows a header: ascending, descending, then Drayboard's default order", async () => {
    await open();
    const header = page.getByRole("button", { name: "Container", exact: true });
    await header.click();
    expect(window.location.search).toBe("?sort=container");
    await header.click();
    expect(window.location.search).toBe("?sort=-container");
    await expect.poll(numbers).toEqual(ROWS.map(({ id }) => id).reverse());
    await header.click();
    expect(window.location.search).toBe("");
    await expect.poll(numbers).toEqual(ROWS.map(({ id }) => id));
  });
});

test("a sort without an index says how many containers are sorted while it takes long", async () => {
  await open(
    "/board?cols=number,checked",
    { "/api/board": (request) => (request.url.includes("sort=") ? "never" : boardRoute(request)) },
    { counts: { ...boardPage().counts, all: 812_345 }, total: 812_345 },
  );
  await page.getByRole("button", { name: "Container", exact: true }).click();
  await expect.element(page.getByText("– containers")).toBeVisible();
  await page.getByRole("button", { name: "Checked", exact: true }).click();
  await expect.element(page.getByText("Sorting up to 812,345 containers")).toBeVisible();
});

describe("a press", () => {
  const reads = () => api.requests().filter(({ path }) => path.includes("offset=0"));
  const press = (target: Element, change: PointerEventInit = {}) =>
    target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "mouse", ...change }));
  const queue = () => page.getByRole("link", { name: /Held, near/ });
  const header = () => page.getByRole("button", { name: "Container", exact: true });
  const choice = () => page.getByRole("option", { name: "Larkspur" });
  const openChoices = () => page.getByRole("button", { name: "Customer" }).click();
  const openDays = () => page.getByRole("button", { name: "Days left 1 day" }).click();
  const days = () => page.getByRole("button", { name: "Today", exact: true });
  const nothing = async () => undefined;

  test.each([
    { what: "a queue", prepare: nothing, target: queue, search: "?queue=held" },
    { what: "a header", prepare: nothing, target: header, search: "?sort=container" },
    { what: "a choice", prepare: openChoices, target: choice, search: "?customer=Larkspur" },
    { what: "a range of days", prepare: openDays, target: days, search: "?left=0", from: "/board?left=1" },
  ])(
    "on $what starts the read of the rows that its click shows",
    async ({ prepare, target, search, from }) => {
      const customers = [{ value: "Larkspur", label: "Larkspur", count: 1 }];
      await open(from, {
        "/api/board/facets": { json: { ...NO_FACETS, customers } },
      });
      await prepare();
      await expect.element(target()).toBeVisible();
      const before = reads().length;
      const address = window.location.search;
      press(target().element());
      await expect.poll(() => reads().length).toBe(before + 1);
      expect(window.location.search).toBe(address);
      await target().click();
      await expect.poll(() => window.location.search).toBe(search);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(reads()).toHaveLength(before + 1);
    },
  );

  test("that is no click in this tab reads nothing", async () => {
    await open();
    for (const change of [{ button: 2 }, { ctrlKey: true }, { shiftKey: true }, { pointerType: "touch" }])
      for (const target of [queue(), header()]) press(target.element(), change);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(reads()).toHaveLength(0);
  });
});

const Content = ({ text }: { text: Promise<string> }) => use(text);

test("a page that is opened from another one shows its fallback until it is loaded", async () => {
  let load: (text: string) => void = () => undefined;
  const text = new Promise<string>((resolve) => {
    load = resolve;
  });
  await rendered(
    <NavigationSuspense fallback="Loading…">
      <Content text={text} />
    </NavigationSuspense>,
  );
  await expect.element(page.getByText("Loading…")).toBeVisible();
  load("Loaded");
  await expect.element(page.getByText("Loaded")).toBeVisible();
});

test("j, k, / and Escape move through the board and its search", async () => {
  await open();
  const link = (index: number) =>
    page
      .getByRole("row")
      .nth(index + 1)
      .getByRole("link");
  await userEvent.keyboard("j");
  await expect.element(link(0)).toHaveFocus();
  await userEvent.keyboard("j");
  await expect.element(link(1)).toHaveFocus();
  await userEvent.keyboard("k");
  await expect.element(link(0)).toHaveFocus();
  await userEvent.keyboard("/");
  const search = page.getByRole("searchbox");
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("jk");
  await expect.element(page.getByText("No containers match “jk”")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(search).toHaveValue("");
  await expect.poll(numbers).toEqual(ROWS.map(({ id }) => id));
});

test("rows are shown before they are counted, and a failed count does not replace them", async () => {
  let count: Reply = "unreachable";
  await open(
    "/board?ready=ready",
    {
      "/api/board": (request) =>
        new URL(request.url).searchParams.get("limit") === "0" ? count : { json: boardPage({ total: null }) },
    },
    { total: null },
  );
  const status = page.getByRole("status").filter({ hasText: /containers$/ });
  const selectAll = page.getByRole("checkbox", { name: /^Select all/ });
  await expect.element(status).toHaveTextContent(`${ROWS.length}+ containers`);
  await expect.element(selectAll).toBeDisabled();
  expect(numbers()).toHaveLength(ROWS.length);
  const { rows: _, unseenChanges: __, ...counts } = boardPage({ total: 1_100, asOf: hoursFromNow(0.01) });
  count = { json: counts };
  await expect.element(status, { timeout: 10_000 }).toHaveTextContent("1,100 containers");
  await expect.element(selectAll).toBeEnabled();
  expect(numbers()).toContain(ROWS[0]?.id);
});

describe("pushed rows", () => {
  const [first, second] = ROWS as [Row, Row];
  const cellsOf = (id: string) => document.querySelector(`tr[data-container="${id}"]`)?.textContent;
  const requested = () => api.requests().filter(({ path }) => path.includes("ids="));
  const change = (id: string) =>
    liveSource.send("change", { containers: [id], shipments: [], requests: [], parties: false });
  const pageRows = () => api.requests().filter(({ path }) => path.includes("offset=0"));

  function push(row: Row, counts: Record<string, number> = {}): void {
    const { rows: _, ...rest } = boardPage({ counts, total: ROWS.length });
    liveSource.send("board", { ...rest, rows: [row], others: [] });
  }

  /** Opens the board with a connection that sends rows. A row that is requested by its id has this customer. */
  async function openPushed(customer: string, pageRoute: () => Reply | Promise<Reply>): Promise<void> {
    await open("/board?cols=number,customer", {
      "/api/board": (request) => {
        const params = new URL(request.url).searchParams;
        if (params.get("limit") === "0") return { json: boardPage({ total: ROWS.length }) };
        const ids = params.get("ids")?.split(",");
        if (!ids) return pageRoute();
        const rows = ROWS.filter(({ id }) => ids.includes(id));
        return { json: { ...boardPage(), rows: rows.map((row) => ({ ...row, customer, matches: true })) } };
      },
    });
    // The connection of an earlier test is replaced by one with this board.
    onTestFinished(letTimePass());
    liveSource.open();
    await expect.poll(() => liveSource.urls()).toContainEqual(expect.stringMatching(/[?&]board=$/));
    liveSource.open();
    liveSource.send("board-ready", {});
    liveSource.send("caught-up", null, "1");
    expect(requested()).toEqual([]);
  }
  const whole = (): Reply => ({ json: boardPage({ rows: [...ROWS], total: ROWS.length }) });

  test("are shown with their counts, and one that is not pushed is requested", async () => {
    await openPushed("Requested Imports", whole);
    change(first.id);
    push({ ...first, customer: "Pushed Imports" }, { held: 77 });
    await expect.poll(() => cellsOf(first.id)).toContain("Pushed Imports");
    const held = page.getByRole("navigation", { name: "Queues" }).getByRole("link", { name: /Held, near/ });
    await expect.element(held).toHaveTextContent("77");
    expect(requested()).toEqual([]);
    change(second.id);
    await expect.poll(() => cellsOf(second.id), { timeout: 5_000 }).toContain("Requested Imports");
    expect(requested().map(({ path }) => path)).toEqual([expect.stringContaining(`ids=${second.id}`)]);
  });

  test("are not lost to a page that was read before them", async () => {
    let answer: (reply: Reply) => void = () => undefined;
    await openPushed("Newest Imports", () => new Promise((resolve) => (answer = resolve)));
    liveSource.send("board", { reread: true });
    await expect.poll(pageRows).toHaveLength(1);
    change(first.id);
    push({ ...first, customer: "Newest Imports" });
    await expect.poll(() => cellsOf(first.id)).toContain("Newest Imports");
    answer(whole());
    await expect.poll(() => requested().length).toBe(1);
    await expect.poll(() => cellsOf(first.id)).toContain("Newest Imports");
  });

  test("that a message left out are read although another queue is shown meanwhile", async () => {
    let customer = "First Imports";
    await openPushed("", () => ({
      json: boardPage({ rows: ROWS.map((row) => ({ ...row, customer })), total: ROWS.length }),
    }));
    liveSource.send("board", { reread: true });
    await expect.poll(() => cellsOf(first.id)).toContain("First Imports");
    customer = "Second Imports";
    liveSource.send("board", { reread: true });
    const queue = (name: RegExp) =>
      page.getByRole("navigation", { name: "Queues" }).getByRole("link", { name });
    await queue(/Held, near/).click();
    await expect.element(queue(/Held, near/)).toHaveAttribute("aria-current", "page");
    await queue(/\bAll\b/).click();
    await expect.poll(() => cellsOf(first.id), { timeout: 5_000 }).toContain("Second Imports");
  });
});

test("rows stay with a message while the dashboard does not respond, until a retry", async () => {
  let reply: Reply = "unreachable";
  await open("/board", { "/api/board": () => reply }, { asOf: hoursFromNow(-3) });
  await expect.element(alert).toHaveTextContent("Couldn’t refresh the board. Drayboard is not responding.");
  expect(numbers()).toHaveLength(ROWS.length);
  onNextClick(() => {
    reply = { json: boardPage({ rows: ROWS.slice(0, 2), total: 2 }) };
  });
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.poll(numbers).toHaveLength(2);
});

test("no rows of another queue are shown while one cannot be read or takes long", async () => {
  const two: Reply = { json: boardPage({ rows: ROWS.slice(0, 2), total: 2 }) };
  let reply: Reply | Promise<Reply> = "unreachable";
  await open("/board", { "/api/board": () => reply });
  const queue = (name: RegExp) =>
    page.getByRole("navigation", { name: "Queues" }).getByRole("link", { name });
  await queue(/Arriving/).click();
  await expect.element(alert).toHaveTextContent("Couldn’t read the board.");
  expect(numbers()).toEqual([]);
  expect(document.body.textContent).not.toContain("Arriving: none");
  await expect.element(queue(/Arriving/)).toHaveAttribute("aria-current", "page");
  onNextClick(() => {
    reply = two;
  });
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect.poll(numbers).toHaveLength(2);
  await expect.element(alert).not.toBeInTheDocument();

  let arrive: (late: Reply) => void = () => undefined;
  reply = new Promise((resolve) => {
    arrive = resolve;
  });
  await queue(/Held, near/).click();
  await expect.poll(numbers).toEqual([]);
  arrive(two);
  await expect.poll(numbers).toHaveLength(2);
});

test("a session that ended is reported with a link to sign in", async () => {
  await open("/board", { "/api/board": { status: 401 } }, { asOf: hoursFromNow(-3) });
  await expect.element(alert).toHaveTextContent("You are signed out.");
  await expect
    .element(alert.getByRole("link", { name: "Sign in" }))
    .toHaveAttribute("href", "/sign-in?callbackUrl=/board");
});

test("columns are hidden, shown, moved and resized in their panel, and saved", async () => {
  await open("/board", { "/api/board/settings": { json: {} } });
  const columns = () =>
    [...document.querySelectorAll("th[data-head]")].map((head) => head.getAttribute("data-head"));
  const before = columns();
  await page.getByRole("button", { name: "Columns" }).click();
  const panel = page.getByRole("dialog", { name: "Columns" });
  await panel.getByRole("checkbox", { name: "Vessel, ETA" }).click();
  await panel.getByRole("checkbox", { name: "Note" }).click();
  await panel.getByRole("button", { name: "Move Charges left" }).click();
  await panel.getByRole("spinbutton", { name: "Width of Availability in px" }).fill("240");
  await panel.getByRole("button", { name: "Done" }).click();
  const wanted = before.filter((id) => id !== "vessel");
  wanted.splice(wanted.indexOf("charges"), 1);
  wanted.splice(wanted.indexOf("release"), 0, "charges");
  await expect.poll(columns).toEqual([...wanted, "note"]);
  await expect
    .poll(() => document.querySelector('th[data-head="release"]')?.getBoundingClientRect().width)
    .toBe(240);
  await expect
    .poll(() => api.requests().findLast(({ path }) => path.startsWith("/api/board/settings"))?.body)
    .toMatch(/"number:\d+,left:\d+,deadline:\d+,charges:\d+,release:240,/);
});

test("a custom field is shown as a column under its name", async () => {
  const [first = expect.fail("no row"), ...others] = ROWS;
  const rows = [{ ...first, fields: { lot: "2026-12-01", weight: 12.5 } }, ...others];
  await rendered(
    <Board
      start={{ ...boardStart({ rows }), fieldNames: { lot: "Lot due", weight: "Net weight" } }}
      actions={actions}
    />,
    {
      address: "/board?cols=number,field.weight",
      routes: { ...routes, "/api/board": { json: boardPage({ rows, total: rows.length }) } },
      width: 1440,
    },
  );
  const cellOf = (column: string) =>
    document.querySelector(`tr[data-container="${first.id}"] td[data-column="${column}"]`)?.textContent;
  await page.getByRole("button", { name: "Columns" }).click();
  const panel = page.getByRole("dialog", { name: "Columns" });
  await panel.getByRole("checkbox", { name: "Lot due" }).click();
  await panel.getByRole("button", { name: "Done" }).click();
  await expect.element(page.getByRole("columnheader", { name: "Lot due" })).toBeVisible();
  await expect.element(page.getByRole("columnheader", { name: "Net weight" })).toBeVisible();
  expect([cellOf("field.weight"), cellOf("field.lot")]).toEqual(["12.5", "Tue, Dec 1"]);
  await expect.poll(() => decodeURIComponent(location.search)).toContain("field.weight,field.lot");
});

test("stopping tracking shows the effect on whole shipments before it starts, and a refusal", async () => {
  await open("/board", {
    "/api/jobs/preview": {
      json: {
        containers: 1,
        shipments: 1,
        without: 0,
        related: 3,
        carried: 0,
        several: 0,
        carriers: [],
        otherCarriers: 0,
        stopped: 0,
      },
    },
    "/api/jobs": (request) =>
      request.method === "POST"
        ? { json: { error: { message: "Another job changes these containers." } }, status: 409 }
        : { json: { jobs: [] } },
  });
  await page.getByRole("checkbox", { name: "Select MSKU0000001" }).click();
  await page
    .getByRole("region", { name: "Selected containers" })
    .getByRole("button", { name: "Stop tracking" })
    .click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toHaveTextContent("Applies to 1 shipment (1 container selected).");
  await expect.element(dialog).toHaveTextContent("These shipments get no updates");
  await dialog.getByRole("button", { name: "Stop tracking: 1 container" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Another job changes these containers.");
});

test("a filter without unseen changes offers those of the whole board", async () => {
  const changes: Routes = {
    "/api/board": (request) => {
      const everywhere = new URL(request.url).searchParams.get("queue") !== "expired";
      const rows = everywhere ? ROWS : [];
      return { json: boardPage({ rows, total: rows.length, changed: ROWS.length }) };
    },
  };
  await open("/board?queue=expired&changed=1", changes, { rows: [], total: 0, changed: ROWS.length });
  const none = page.getByText("No unseen changes match this queue and its filters");
  await expect.element(none).toBeVisible();
  await page.getByRole("button", { name: `Show all ${ROWS.length} changed` }).click();
  await expect.element(none).not.toBeInTheDocument();
  await expect.poll(numbers).toHaveLength(ROWS.length);
  expect(window.location.search).toBe("?changed=1");
});

test("a viewer has no actions on the selected rows but the export", async () => {
  await rendered(<Board start={boardStart()} actions={actions} />, { role: "viewer", routes, width: 1440 });
  await page.getByRole("checkbox", { name: "Select MSKU0000001" }).click();
  const bar = page.getByRole("region", { name: "Selected containers" });
  await expect.element(bar.getByRole("button", { name: "Export" })).toBeVisible();
  expect(bar.getByRole("button").all()).toHaveLength(3);
});

test("the selected queue is in view on a phone, also after another is chosen", async () => {
  await open("/board", {}, {}, 375);
  const strip = page.getByRole("navigation", { name: "Queues" });
  const isInView = (name: string) => {
    const [view, tile] = [strip, strip.getByRole("link", { name })].map((one) =>
      one.element().getBoundingClientRect(),
    );
    return view && tile && tile.left >= view.left && tile.right <= view.right;
  };
  await expect.poll(() => isInView("All")).toBe(true);
  expect(isInView("Expired")).toBe(false);
  await strip.getByRole("link", { name: "Expired" }).click();
  await expect.poll(() => isInView("Expired")).toBe(true);
});

test("a phone shows cards, which a search narrows", async () => {
  await open("/board", {}, {}, 375);
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
  const cards = page.getByRole("list", { name: /containers by last free day/ }).getByRole("link");
  await expect.element(cards.first()).toBeVisible();
  await page.getByRole("searchbox").fill("MSKU0000003");
  await expect.poll(() => cards.all()).toHaveLength(1);
  await expect.element(cards).toHaveTextContent("customs");
});

test("a card at 360 px shows the dray carriers and the appointment without cutting them", async () => {
  await open("/board", {}, {}, 360);
  const text = page.getByText(/Harbor Dray · Long Beach Cartage & Transfer Company$/);
  await expect.element(text).toBeVisible();
  const line = (await text.findElement()).closest("[data-wrapped]") ?? document.body;
  const card = line.closest("[data-container]") ?? document.body;
  const isCut = (one: Element) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
  // The lines are shorter once the fonts are loaded.
  await expect.poll(() => [line, card].map(isCut)).toEqual([false, false]);
});
