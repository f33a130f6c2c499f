import { asc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  containerRecord,
  named,
  partyRecord,
  requestRecord,
  roleRecord,
  shipmentRecord,
  terminalRecord,
} from "@/lib/contract/fixtures";
import { type BoardRow, compareBoardRows } from "@/lib/domain/board-row/board-row";
import { nextPlannedMove, QUEUE_IDS } from "@/lib/domain/board-row/queues";
import { inQueue, queueWindows } from "@/lib/domain/board-row/test-in-queue";
import { sumByCurrency } from "@/lib/domain/charges/money";
import { staleness } from "@/lib/domain/container/staleness";
import { daysLeft, isExpired } from "@/lib/domain/deadlines/deadline";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import {
  BOARD_GROUPS,
  type BoardGroup,
  type BoardQuery,
  readBoardQuery,
} from "@/lib/features/board/rules/board-address";
import type { BoardSort } from "@/lib/features/board/rules/sort-orders";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { loadContainers } from "@/lib/mirror/load-containers";
import { boardRows } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { boardCountsJson, boardPageJson, boardRowsJson, changedRowsJson, countQueues } from "./board";
import { listFacets } from "./facets";
import { addressParams } from "./filter-sql";
import { listGroups } from "./groups";

const CONTAINERS = 240;
const NOON = new Date("2026-11-20T17:00:00Z");
const ZONES = ["America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Moon/Base", null];

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

/** Pseudo-random numbers that are the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function generatedContainer(n: number) {
  const roll = dice(n * 7_919 + 17);
  for (let warm = 0; warm < 5; warm += 1) roll(2);
  const some = <T>(values: readonly T[]): T | undefined => values[roll(values.length)];
  const near = (hours: number) =>
    new Date(NOON.getTime() + (roll(2 * hours) - hours) * 3_600_000).toISOString();
  const maybe = (odds: number, value: () => unknown) => (roll(odds) === 0 ? value() : undefined);
  const zone = some(ZONES);
  const inland = roll(4) === 0;
  const container = {
    number: `MSKU${String(1_000_000 + Math.floor(n / 2))}`,
    current_status: some([
      "on_ship",
      "grounded",
      "available",
      "not_available",
      "picked_up",
      "on_rail",
      "mystery",
      undefined,
    ]),
    pod_timezone: zone,
    final_destination_timezone: inland ? "America/Chicago" : undefined,
    pod_discharged_at: maybe(2, () => near(100)),
    pod_full_out_at: maybe(6, () => near(60)),
    pod_rail_loaded_at: inland ? maybe(3, () => near(80)) : undefined,
    empty_terminated_at: maybe(12, () => near(20)),
    pickup_appointment_at: maybe(3, () => near(90)),
    pickup_lfd: maybe(3, () => near(160)),
    import_deadlines: {
      pickup_lfd_line: maybe(3, () => near(160)),
      pickup_lfd_terminal: maybe(2, () => near(160)),
      pickup_lfd_rail: inland ? maybe(2, () => near(160)) : undefined,
    },
    availability_known: roll(4) > 0,
    available_for_pickup: n % 40 === 7 ? "perhaps" : roll(2) === 0,
    holds_at_pod_terminal: maybe(3, () => [{ name: "customs", status: some(["hold", "pending"]) }]),
    fees_at_pod_terminal: maybe(3, () => [{ type: "demurrage", amount: roll(400), currency_code: "USD" }]),
    terminal_checked_at: maybe(2, () => near(40)),
  };
  const shipment = {
    bill_of_lading_number: `MAEU 77-${n}`,
    shipping_line_scac: some(["MAEU", "HLCU", null]),
    customer_name: some(["Lakin", "Zulu", null]),
    pod_vessel_name: some(["MAERSK SYDNEY", null]),
    pod_timezone: zone,
    pod_eta_at: maybe(2, () => near(160)),
    destination_locode: inland ? "USEWI" : null,
    tags: some([["hot"], ["hot", "reefer"], [], undefined]),
    ref_numbers: n === 3 ? ["100% _cotton", "back\\slash"] : [`PO ${n}`],
  };
  return { container, shipment };
}

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const records = Array.from({ length: CONTAINERS }, (_, n) => {
    const { container, shipment } = generatedContainer(n);
    const relations = {
      shipment: named("shipment", `s-${n}`),
      pod_terminal: named("terminal", `t-${n % 5}`),
    };
    const roles = n % 6 === 0 ? [roleRecord(`pr-${n}`, `c-${n}`, `p-${n % 4}`)] : [];
    const tracked =
      n === 9
        ? [requestRecord("r-9", { request_number: "bkg 555" }, { tracked_object: named("shipment", "s-9") })]
        : [];
    return [
      containerRecord(`c-${n}`, container, relations),
      shipmentRecord(`s-${n}`, shipment),
      ...roles,
      ...tracked,
    ];
  }).flat();
  const names = [0, 1, 2, 3].flatMap((n) => [
    terminalRecord(`t-${n}`, `Pier ${n}`),
    partyRecord(`p-${n}`, `Dray ${n}`),
  ]);
  const origin = { asOf: NOON, notificationId: null };
  // Without the hold, the follow-up would be closed as soon as the container is applied.
  await dashboard.pool.query(
    `insert into follow_ups (container_id, hold_name, place, next_check_at)
     select 'c-' || n, 'customs', 'port', $1::timestamptz + make_interval(hours => n % 24 - 12)
     from generate_series(0, ${CONTAINERS - 1}) n where n % 3 > 0`,
    [NOON],
  );
  await dashboard.pool.query(
    `insert into planned_moves (container_id, pickup_at, pickup_zone, delivery_at, delivery_zone, empty_return_at,
       empty_return_zone, driver)
     select 'c-' || n, $1::timestamptz + make_interval(hours => n % 61 - 30), zones[n % 4 + 1],
       $1::timestamptz + make_interval(hours => n % 7 * 9 - 20), zones[n % 4 + 1],
       $1::timestamptz + make_interval(hours => n % 50 - 10), 'America/Chicago',
       case when n % 2 = 0 then 'Driver ' || n % 3 end
     from generate_series(0, ${CONTAINERS - 1}) n,
       (select array['America/New_York', 'America/Los_Angeles', 'Moon/Base', null] as zones) z where n % 4 > 0`,
    [NOON],
  );
  await dashboard.pool.query(
    "insert into per_diem_terms (scac, free_days, counts) values ('MAEU', 4, 'calendar'), ('HLCU', 6, 'calendar')",
  );
  await dashboard.db.transaction((tx) => applyRecords(tx, [...records, ...names], origin));
});
afterAll(() => dashboard.close());

type Page = { rows: BoardRow[]; total: number; counts: Record<string, number>; asOf: string };

type Params = Record<string, string | string[]>;

function queryOf(requested: Params): BoardQuery {
  const { query, problems } = readBoardQuery(addressParams(requested));
  expect(problems).toEqual([]);
  return query;
}

/** A page with the total of its query. A total in the page itself must be the counted one. */
async function page(requested: Params, now = NOON, offset = 0, limit = 200): Promise<Page> {
  const query = queryOf(requested);
  const read = JSON.parse(await boardPageJson(dashboard.db, query, { offset, limit }, now));
  const { total } = JSON.parse(await boardCountsJson(dashboard.db, query, now));
  if (read.total !== null) expect(read.total, JSON.stringify(requested)).toBe(total);
  return { ...read, total };
}

async function allRows(requested: Params): Promise<BoardRow[]> {
  const rows: BoardRow[] = [];
  for (let offset = 0; ; offset += 37) {
    const part = await page(requested, NOON, offset, 37);
    rows.push(...part.rows);
    if (part.rows.length < 37) return rows;
  }
}

const byId = (rows: readonly BoardRow[]) => [...rows].sort((one, other) => (one.id < other.id ? -1 : 1));
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("queues", () => {
  it("are counted and listed according to the rules at any instant", async () => {
    const containers = await loadContainers(
      dashboard.db,
      Array.from({ length: CONTAINERS }, (_, n) => `c-${n}`),
    );
    const windows = containers.map((container) => ({ id: container.id, windows: queueWindows(container) }));
    const bounds = windows.flatMap(({ windows }) => Object.values(windows).flatMap((w) => [w?.from, w?.to]));
    const turns = [...new Set(bounds.filter((bound) => bound))]
      .slice(0, 12)
      .map((bound) => Date.parse(bound ?? ""));
    const instants = [NOON.getTime(), 0, 4e12, ...turns, ...turns.map((turn) => turn - 1)];
    const held = new Set<string>();
    for (const epochMs of instants) {
      const now = new Date(epochMs);
      const counts = await countQueues(dashboard.db, now);
      for (const queue of QUEUE_IDS) {
        const expected = windows.filter((container) => inQueue(container.windows, queue, now));
        expect(counts[queue], `${queue} at ${now.toISOString()}`).toBe(expected.length);
        if (expected.length) held.add(queue);
        if (epochMs !== NOON.getTime()) continue;
        const listed = await page({ queue }, now);
        expect(listed.total).toBe(expected.length);
        expect(listed.counts).toEqual(counts);
        if (expected.length <= 200) expect(idsOf(listed.rows).sort()).toEqual(idsOf(expected).sort());
      }
    }
    expect([...held].sort(), "the containers fill every queue").toEqual([...QUEUE_IDS].sort());
  });

  it("show for named rows whether they match the filter", async () => {
    const requested = queryOf({ queue: "expired" });
    const ids = ["c-0", "c-1", "c-2", "nobody", "c-3"];
    const response = JSON.parse(await boardRowsJson(dashboard.db, ids, requested, NOON));
    const expired = idsOf((await page({ queue: "expired" })).rows);
    expect(idsOf(response.rows).sort()).toEqual(["c-0", "c-1", "c-2", "c-3"]);
    for (const row of response.rows) expect(row.matches, row.id).toBe(expired.includes(row.id));
  });

  it("show to each of many open boards the changed rows of its own filters, read once", async () => {
    const ids = [...Array.from({ length: CONTAINERS }, (_, n) => `c-${n}`), "deleted"];
    const requested: Params[] = [
      {},
      ...QUEUE_IDS.map((queue) => ({ queue })),
      { terminal: "Pier 1" },
      { terminal: "Pier 2", sort: "eta" },
      { terminal: "Pier 2" },
      { line: ["HLCU", "none"], queue: "stale" },
      { left: "..2" },
      { q: "MSKU10000" },
      { carrier: "no such carrier" },
    ];
    const boards = requested.map((params) => ({ query: queryOf(params), reader: null }));
    const changes = { ids, unseen: new Map(), maxRows: 1_000 };
    const messages = await changedRowsJson(dashboard.db, changes, boards, NOON);
    expect(messages).toHaveLength(boards.length);
    for (const [at, { query }] of boards.entries()) {
      const message = JSON.parse(messages[at] ?? "");
      const named = JSON.parse(await boardRowsJson(dashboard.db, ids, query, NOON));
      const matching = named.rows.flatMap(({ matches, ...row }: BoardRow & { matches: boolean }) =>
        matches ? [row] : [],
      );
      const params = JSON.stringify(requested[at]);
      expect(byId(message.rows), params).toEqual(byId(matching));
      expect([...idsOf(message.rows), ...message.others].sort(), params).toEqual([...ids].sort());
      const counted = JSON.parse(await boardCountsJson(dashboard.db, query, NOON));
      expect(message.counts).toEqual(counted.counts);
      if (message.total !== null) expect(message.total, params).toBe(counted.total);
    }
    expect(JSON.parse(messages[1 + QUEUE_IDS.length] ?? "").total, "one terminal").toBeGreaterThan(0);
    const [all] = await changedRowsJson(dashboard.db, { ...changes, maxRows: 10 }, boards, NOON);
    expect(JSON.parse(all ?? "")).toEqual({ reread: true });
  });

  it("have the same counts with and without a page", async () => {
    const narrowings: Params[] = [{}, { queue: "expired" }, { q: "no such number" }, { ready: "ready" }];
    for (const requested of narrowings) {
      const { total, counts, changed, asOf } = JSON.parse(
        await boardPageJson(dashboard.db, queryOf(requested), { offset: 0, limit: 1 }, NOON),
      );
      const alone = JSON.parse(await boardCountsJson(dashboard.db, queryOf(requested), NOON));
      expect(alone).toEqual({ total: total ?? expect.any(Number), counts, changed, asOf });
    }
  });

  it("leave the total out of a page only where its rows would have to be counted", async () => {
    const totalOf = async (requested: Params, limit: number, offset = 0): Promise<number | null> =>
      JSON.parse(await boardPageJson(dashboard.db, queryOf(requested), { offset, limit }, NOON)).total;
    const terminal = { terminal: "Pier 1" };
    const { total } = await page(terminal);
    expect(total).toBeGreaterThan(2);
    expect([await totalOf({}, 1), await totalOf(terminal, 1)]).toEqual([CONTAINERS, total]);
    const combined = { ...terminal, queue: "stale" };
    const matching = await page(combined);
    expect(matching.total).toBeGreaterThan(1);
    expect(await totalOf(combined, 1)).toBeNull();
    expect(await totalOf(combined, 200)).toBe(matching.total);
    expect(await totalOf(combined, 200, 1)).toBe(matching.total);
    expect(await totalOf(combined, 200, 10_000)).toBeNull();
  });
});

describe("row order", () => {
  it("follows the rules by default", async () => {
    const rows = await allRows({});
    expect(rows).toHaveLength(CONTAINERS);
    expect(idsOf(rows)).toEqual(idsOf([...rows].sort(compareBoardRows)));
  });

  // "ready" is compared in a test of its own, "workOrder" in lib/features/work-orders.
  const keys: Record<
    Exclude<BoardSort, "ready" | "workOrder">,
    (row: BoardRow) => string | number | null | undefined
  > = {
    deadline: (row) =>
      row.deadline.state === "applies"
        ? row.deadline.governing && Date.parse(row.deadline.governing.endsAt)
        : null,
    container: (row) => row.number,
    line: (row) => row.line.scac,
    terminal: (row) => row.terminal.name,
    status: (row) => row.status.value,
    customer: (row) => row.customer,
    vessel: (row) => row.vessel.name,
    eta: (row) => {
      const moment = row.arrival.actual ?? row.arrival.eta;
      return moment && Date.parse(moment.at);
    },
    appointment: (row) => row.appointment && Date.parse(row.appointment.at),
    carrier: (row) => row.drayCarriers[0]?.name || null,
    charges: (row) => row.charges.sums.find(({ currency }) => currency === "USD")?.minor,
    out: (row) => row.gateOut && Date.parse(row.gateOut.at),
    return: (row) => (row.returnDue?.endsAt ? Date.parse(row.returnDue.endsAt) : null),
    checked: (row) => row.checkedAt && Date.parse(row.checkedAt),
    plannedPickup: (row) => row.plannedPickup && Date.parse(row.plannedPickup.at),
    plannedDelivery: (row) => row.plannedDelivery && Date.parse(row.plannedDelivery.at),
    plannedReturn: (row) => row.plannedReturn && Date.parse(row.plannedReturn.at),
    nextMove: (row) => {
      const moment = nextPlannedMove(row);
      return moment && Date.parse(moment.at);
    },
    driver: (row) => row.driver,
    followUp: (row) => (row.followUp?.nextCheckAt ? Date.parse(row.followUp.nextCheckAt) : null),
  };

  it.each(Object.keys(keys).flatMap((name) => [name, `-${name}`]))(
    "sorts by %s with null values last, ties in default order and each row once",
    async (sort) => {
      const key = Object.entries(keys).find(([name]) => name === sort.replace("-", ""))?.[1];
      const sign = sort.startsWith("-") ? -1 : 1;
      const rows = await allRows({ sort });
      expect(new Set(idsOf(rows)).size).toBe(CONTAINERS);
      const expected = [...rows].sort((a, b) => {
        const [left, right] = [key?.(a) ?? null, key?.(b) ?? null];
        if (left === right) return compareBoardRows(a, b);
        if (left === null || right === null) return left === null ? 1 : -1;
        return left < right ? -sign : sign;
      });
      expect(idsOf(rows)).toEqual(idsOf(expected));
      const values = new Set(rows.map((row) => key?.(row) ?? null));
      expect(values.size, "the containers differ in it").toBeGreaterThan(1);
    },
  );

  it.each([
    ["planned-today", "nextMove"],
    ["follow-up-due", "followUp"],
    ["arriving", "eta"],
    ["empty-due", "return"],
  ])("sorts the queue %s by %s, if no other order is requested", async (queue, sort) => {
    const ids = idsOf(await allRows({ queue }));
    expect(ids.length).toBeGreaterThan(3);
    expect(ids).toEqual(idsOf(await allRows({ queue, sort })));
    expect(ids).not.toEqual(idsOf(await allRows({ queue, sort: "deadline" })));
    const query = queryOf({ queue });
    const pages: string[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const range = { offset: next === undefined ? 0 : 5_000, limit: 2, ...(next && { after: next }) };
      const read = JSON.parse(await boardPageJson(dashboard.db, query, range, NOON));
      pages.push(...idsOf(read.rows));
      next = read.next;
    }
    expect(pages).toEqual(ids);
  });

  it.each(["", "deadline", "container", "-container", "eta", "-eta"])(
    "continues late pages after the last row of the page before: sort %s",
    async (sort) => {
      const filters: Params[] = [{}, { status: "on_ship" }, { queue: "stale" }];
      for (const filter of filters) {
        const requested: Params = sort ? { ...filter, sort } : filter;
        const query = queryOf(requested);
        const read = async (offset: number, after?: string) =>
          JSON.parse(await boardPageJson(dashboard.db, query, { offset, limit: 5, after }, NOON));
        const first = await read(0);
        const ids = idsOf(first.rows);
        for (let next = first.next; next !== null; ) {
          // Beyond the last row by its offset: only the position finds rows.
          const later = await read(5_000, next);
          ids.push(...idsOf(later.rows));
          next = later.next;
        }
        expect(ids.length).toBeGreaterThan(10);
        expect(ids).toEqual(idsOf(await allRows(requested)));
      }
    },
  );

  it("continues late pages after a row that changed or was deleted, and has no position in other orders", async () => {
    const { next, rows } = JSON.parse(
      await boardPageJson(dashboard.db, queryOf({}), { offset: 0, limit: 5 }, NOON),
    );
    const moved = next.replace(rows[4].id, `${rows[4].id} deleted`);
    const range = { offset: 2_000, limit: 5, after: moved };
    const later = JSON.parse(await boardPageJson(dashboard.db, queryOf({}), range, NOON));
    expect(idsOf(later.rows)).toEqual(idsOf((await page({}, NOON, 5, 5)).rows));
    const others: Params[] = [{ sort: "terminal" }, { group: "line" }, { sort: "eta,container" }];
    for (const requested of others) {
      const query = queryOf(requested);
      expect(
        JSON.parse(await boardPageJson(dashboard.db, query, { offset: 0, limit: 5 }, NOON)).next,
      ).toBeNull();
      await expect(boardPageJson(dashboard.db, query, range, NOON)).rejects.toThrow("not a position");
    }
  });

  it("has no position after a row with a value too long for an address", async () => {
    const read = async () =>
      JSON.parse(await boardPageJson(dashboard.db, queryOf({}), { offset: 0, limit: 5 }, NOON));
    const { rows, next } = await read();
    expect(next).not.toBeNull();
    const rename = "update board_rows set number = $2 where container_id = $1";
    await dashboard.pool.query(rename, [rows[4].id, rows[4].number + "x".repeat(2_000)]);
    const long = await read();
    await dashboard.pool.query(rename, [rows[4].id, rows[4].number]);
    expect(idsOf(long.rows)).toEqual(idsOf(rows));
    expect(long.next).toBeNull();
  });

  it.each([
    "",
    "{}",
    "[]",
    "[true]",
    '[null,null,true,true,"A","c"]',
    '[true,"2026-02-30T00:00:00+00:00",true,true,"A","c"]',
    '[true,null,true,true,"A\\u0000","c"]',
    '[true,null,true,"true","A","c"]',
  ])("refuses the position %s", async (after) => {
    const range = { offset: 2_000, limit: 5, after };
    await expect(boardPageJson(dashboard.db, queryOf({}), range, NOON)).rejects.toThrow("not a position");
  });

  it("returns no rows but the total beyond the last row", async () => {
    expect(await page({}, NOON, 10_000)).toMatchObject({ rows: [], total: CONTAINERS });
    expect(await page({ q: "nothing like it" }, NOON, 10_000)).toMatchObject({ rows: [], total: 0 });
  });
});

describe("filters", () => {
  it.each<[string, string, (row: BoardRow) => boolean]>([
    ["line", "HLCU", (row) => row.line.scac === "HLCU"],
    ["terminal", "Pier 2", (row) => row.terminal.name === "Pier 2"],
    ["port", "USNYC", (row) => row.port.locode === "USNYC"],
    ["status", "on_ship", (row) => row.status.value === "on_ship"],
    ["carrier", "p-2", (row) => row.drayCarriers.some(({ partyId }) => partyId === "p-2")],
  ])("return only the matching rows by %s %s, and count the whole account", async (name, value, keeps) => {
    const rows = await allRows({});
    const stored = await page({ [name]: value });
    expect(stored.total).toBe(rows.filter(keeps).length);
    expect(stored.rows.every(keeps)).toBe(true);
    expect(stored.total).toBeGreaterThan(0);
    expect(stored.counts.all).toBe(CONTAINERS);
  });

  const sameDay = (row: BoardRow, now: Date) =>
    row.appointment !== null &&
    localDate(row.appointment.at, knownZone(row.appointment.zone)) ===
      localDate(now, knownZone(row.appointment.zone));
  const stale = (row: BoardRow, ...states: string[]) => states.includes(staleness(row, NOON).state);
  const gone = (row: BoardRow) => row.readiness.state === "picked_up";

  it.each<[string, string[], (row: BoardRow) => boolean]>([
    ["line", ["HLCU", "MAEU"], (row) => row.line.scac !== null],
    ["line", ["none"], (row) => row.line.scac === null],
    ["customer", ["Zulu", "none"], (row) => row.customer === "Zulu" || row.customer === null],
    ["carrier", ["none"], (row) => row.drayCarriers.length === 0],
    ["carrier", ["p-0", "none"], (row) => ["p-0", "none"].includes(row.drayCarriers[0]?.partyId ?? "none")],
    ["ready", ["held", "unknown"], (row) => ["held", "unknown"].includes(row.readiness.state)],
    ["hold", ["customs"], (row) => row.holds.some(({ name }) => name === "customs")],
    ["tag", ["reefer"], (row) => row.tags.includes("reefer")],
    ["reference", ["po-12", "PO 13"], (row) => row.references.some((each) => /^PO 1[23]$/.test(each))],
    ["appointment", ["with"], (row) => row.appointment !== null],
    ["appointment", ["without"], (row) => row.appointment === null && !gone(row)],
    ["appointment", ["today"], (row) => sameDay(row, NOON)],
    [
      "appointment",
      ["passed"],
      (row) => row.appointment !== null && Date.parse(row.appointment.at) < NOON.getTime() && !gone(row),
    ],
    ["stale", ["stale"], (row) => stale(row, "stale", "never")],
    ["stale", ["aging", "fresh"], (row) => stale(row, "aging", "fresh")],
  ])("return only the matching rows by %s %j", async (name, values, keeps) => {
    const rows = await allRows({});
    const stored = await allRows({ [name]: values });
    expect(idsOf(stored).sort()).toEqual(idsOf(rows.filter(keeps)).sort());
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.length).toBeLessThan(CONTAINERS);
  });

  it.each(["-3..3", "..-1", "0", "1..2", "4..", "-99..99"])(
    "compare %s days left by the terminal's local day, around every midnight",
    async (left) => {
      const { query } = readBoardQuery(new URLSearchParams({ left }));
      const rows = await allRows({});
      for (const hour of [0, 3, 4, 5, 7, 8, 9, 14, 15, 16, 23]) {
        const now = new Date(Date.UTC(2026, 10, 20, hour, 30));
        const wanted = rows.filter(({ deadline }) => {
          const days = deadline.state === "applies" ? daysLeft(deadline, now) : null;
          const { from, to } = query.left ?? { from: null, to: null };
          return days !== null && days >= (from ?? -1e9) && days <= (to ?? 1e9);
        });
        const stored = await page({ left }, now);
        expect(stored.total, `at ${now.toISOString()}`).toBe(wanted.length);
        if (stored.total <= 200) expect(idsOf(stored.rows).sort()).toEqual(idsOf(wanted).sort());
      }
    },
  );

  it("return only the containers with the given numbers", async () => {
    const numbers = "MSKU1000003,MSKU1000005,MSKU9999999";
    const stored = await page({ numbers });
    expect(new Set(stored.rows.map(({ number }) => number))).toEqual(new Set(["MSKU1000003", "MSKU1000005"]));
    const { rows } = await dashboard.pool.query<{ id: string }>(
      "insert into number_lists (numbers, line_count) values ($1, 3) returning id",
      [numbers.split(",")],
    );
    expect(idsOf((await page({ list: rows[0]?.id ?? "" })).rows)).toEqual(idsOf(stored.rows));
    expect((await page({ list: "11111111-2222-4333-8444-555555555555" })).total).toBe(0);
  });

  it("match containers that have the value of a custom field", async () => {
    const field = (id: string, type: string, on: string) => ({
      id,
      type: "custom_field",
      attributes: { api_slug: "cost_center", value: ["ops"], display_value: 'Ops = "west"' },
      relationships: { entity: { data: { type, id: on } } },
    });
    const origin = { asOf: new Date(), notificationId: null };
    const fields = [
      field("f-1", "container", "c-7"),
      field("f-2", "shipment", "c-8"),
      field("f-3", "container", "c-9"),
    ];
    await dashboard.db.transaction((tx) => applyRecords(tx, fields, origin));
    await dashboard.pool.query(
      "insert into seen_records (type, id, sync_run_id, deleted_upstream_at) values ('custom_field', 'f-3', 1, now())",
    );
    expect(idsOf((await page({ field: 'cost_center=Ops = "west"' })).rows)).toEqual(["c-7"]);
    expect(idsOf((await page({ field: ["cost_center=ops", "x=y"] })).rows)).toEqual(["c-7"]);
    expect((await page({ field: "cost_center=" })).total).toBe(0);
    expect((await page({ field: "cost=ops" })).total).toBe(0);
    const rest = await page({ field: "cost_center:none" });
    expect([(await page({ field: "cost_center:any" })).total, rest.total]).toEqual([
      1,
      (await page({})).total - 1,
    ]);
    expect(idsOf(rest.rows)).not.toContain("c-7");
  });

  it("match numbers and days in a custom field range, and no other data type", async () => {
    const field = (id: string, slug: string, on: string, value: unknown) => ({
      id,
      type: "custom_field",
      attributes: { api_slug: slug, value, display_value: String(value) },
      relationships: { entity: { data: { type: "container", id: on } } },
    });
    const fields = [
      field("n-1", "pallets", "c-1", 9),
      field("n-2", "pallets", "c-2", 10.5),
      field("n-3", "pallets", "c-3", "ten"),
      field("n-4", "due", "c-4", "2026-11-20"),
      field("n-5", "due", "c-5", "2026-11-21T01:00:00.000Z"),
      field("n-6", "hot", "c-6", true),
    ];
    await dashboard.db.transaction((tx) =>
      applyRecords(tx, fields, { asOf: new Date(), notificationId: null }),
    );
    const ids = async (value: string) => idsOf((await page({ field: value })).rows).sort();
    expect(await ids("pallets>=9")).toEqual(["c-1", "c-2"]);
    expect(await ids("pallets>=10")).toEqual(["c-2"]);
    expect(await ids("pallets<=10")).toEqual(["c-1"]);
    expect(await ids("pallets=10.5")).toEqual(["c-2"]);
    expect(await ids("due<=2026-11-20")).toEqual(["c-4"]);
    expect(await ids("due>=2026-11-21")).toEqual(["c-5"]);
    expect(await ids("due>=5")).toEqual([]);
    expect(await ids("hot=true")).toEqual(["c-6"]);
  });

  it("match all containers of a shipment with the custom field", async () => {
    const { rows } = await dashboard.pool.query<{ shipment: string; containers: string[] }>(
      `select shipment_id as shipment, array_agg(id order by id) as containers from containers
       where shipment_id is not null group by 1 order by count(*) desc, 1 limit 1`,
    );
    const [max] = rows;
    const field = {
      id: "s-f-1",
      type: "custom_field",
      attributes: { api_slug: "dashboard", value: ["east", "west"], display_value: "East, West" },
      relationships: { entity: { data: { type: "shipment", id: max?.shipment ?? "" } } },
    };
    await dashboard.db.transaction((tx) =>
      applyRecords(tx, [field], { asOf: new Date(), notificationId: null }),
    );
    expect(idsOf((await page({ field: "dashboard=west" })).rows).sort()).toEqual(
      [...(max?.containers ?? [])].sort(),
    );
    const { fields } = await listFacets(dashboard.db);
    expect(fields.filter(({ value }) => value.startsWith("dashboard="))).toEqual([
      { value: "dashboard=east", label: "dashboard: east", count: max?.containers.length },
      { value: "dashboard=west", label: "dashboard: west", count: max?.containers.length },
    ]);
  });

  it("combine with AND, and may match no row", async () => {
    const both = await page({ line: "HLCU", terminal: "Pier 2" });
    expect(both.rows.every((row) => row.line.scac === "HLCU" && row.terminal.name === "Pier 2")).toBe(true);
    expect((await page({ line: "hlcu" })).total).toBe(0);
    expect((await page({ terminal: "' or true --" })).total).toBe(0);
  });

  it("accept every facet value and match its count", async () => {
    const facets = await listFacets(dashboard.db);
    for (const [kind, name] of [
      ["lines", "line"],
      ["terminals", "terminal"],
      ["ports", "port"],
      ["statuses", "status"],
      ["carriers", "carrier"],
      ["customers", "customer"],
      ["vessels", "vessel"],
      ["holds", "hold"],
      ["tags", "tag"],
    ] as const)
      for (const { value, count } of facets[kind])
        expect((await page({ [name]: value })).total, `${kind} ${value}`).toBe(count);
    expect(facets.carriers.map(({ label }) => label)).toEqual(["Dray 0", "Dray 2"]);
  });
});

describe("row groups", () => {
  const keys: Record<BoardGroup, (row: BoardRow) => string | null> = {
    terminal: (row) => row.terminal.name,
    line: (row) => row.line.name ?? row.line.scac,
    carrier: (row) => row.drayCarriers.map(({ name }) => name).join(", ") || null,
    customer: (row) => row.customer,
    vessel: (row) => row.vessel.name,
  };

  it.each(
    BOARD_GROUPS.flatMap(
      (group) =>
        [
          [group, {}],
          [group, { queue: "expired" }],
        ] as const,
    ),
  )("by %s of %j are contiguous and have the subtotals of their containers", async (group, narrowed) => {
    const rows = await allRows({ ...narrowed, group });
    const groups = await listGroups(dashboard.db, queryOf({ ...narrowed, group }), group, NOON);
    let from = 0;
    for (const sum of groups) {
      const containers = rows.slice(from, from + sum.containers);
      from += sum.containers;
      expect(new Set(containers.map(keys[group]))).toEqual(new Set([sum.value]));
      expect(idsOf(containers)).toEqual(idsOf([...containers].sort(compareBoardRows)));
      const count = (keeps: (row: BoardRow) => boolean) => containers.filter(keeps).length;
      expect(sum).toMatchObject({
        ready: count((row) => row.readiness.state === "ready"),
        held: count((row) => row.readiness.state === "held"),
        expired: count((row) => isExpired(row.deadline, NOON)),
        charges: sumByCurrency(containers.flatMap((row) => row.charges.sums)),
      });
    }
    expect(from).toBe(rows.length);
    expect(groups.length).toBeGreaterThan(1);
  });

  it("are empty without rows", async () => {
    expect(await listGroups(dashboard.db, queryOf({ q: "nothing like it" }), "line", NOON)).toEqual([]);
  });
});

describe("sorting by several columns", () => {
  it("orders the rows by each column in turn", async () => {
    const rows = await allRows({ sort: "line,-container" });
    const wanted = [...rows].sort((a, b) => {
      const [left, right] = [a.line.scac, b.line.scac];
      if (left !== right) return left === null ? 1 : right === null ? -1 : left < right ? -1 : 1;
      if (a.number !== b.number) return a.number < b.number ? 1 : -1;
      return compareBoardRows(a, b);
    });
    expect(idsOf(rows)).toEqual(idsOf(wanted));
  });
});

describe("search", () => {
  it.each([
    ["a BOL as typed elsewhere", "maeu77-12", "c-12"],
    ["with spaces and dashes of any kind", " MAEU 77 – 1 2", "c-12"],
    ["by a reference", "po-12", "c-12"],
    ["by the booking it was tracked by", "BKG-555", "c-9"],
    ["with a per cent sign", "100%", "c-3"],
    ["with an underscore", "_cot", "c-3"],
    ["with a backslash", "back\\sl", "c-3"],
  ])("finds %s", async (_, q, id) => {
    expect(idsOf((await page({ q })).rows)).toContain(id);
  });

  it("treats wildcards literally, and does not match across two numbers", async () => {
    for (const q of ["%", "_", "\\"]) expect(idsOf((await page({ q })).rows)).toEqual(["c-3"]);
    expect((await page({ q: "MAEU%12" })).total).toBe(0);
    const [{ search } = { search: "" }] = await dashboard.db
      .select()
      .from(boardRows)
      .orderBy(asc(boardRows.number))
      .limit(1);
    expect((await page({ q: search })).total).toBe(0);
  });

  it("finds both containers with the same number, and all containers by a partial number", async () => {
    expect(idsOf((await page({ q: "msku 100000-7" })).rows).sort()).toEqual(["c-14", "c-15"]);
    expect((await page({ q: "MSKU1" })).total).toBe(CONTAINERS);
    expect((await page({ q: " - " })).total).toBe(CONTAINERS);
  });

  it.each<[string, (row: BoardRow) => boolean]>([
    ["maersk", (row) => row.vessel.name === "MAERSK SYDNEY"],
    ["syd Maer", (row) => row.vessel.name === "MAERSK SYDNEY"],
    ["lakin pier-3", (row) => row.customer === "Lakin" && row.terminal.name === "Pier 3"],
    [
      "dray 0 lak",
      (row) => row.customer === "Lakin" && row.drayCarriers.some(({ name }) => name === "Dray 0"),
    ],
    ["ydney", () => false],
    ["sydney missing", () => false],
  ])("finds names by the start of each word of %j, for users only", async (q, isFound) => {
    const user = "00000000-0000-4000-8000-000000000001";
    const range = { offset: 0, limit: 200 };
    const read = async (reader: string | null): Promise<Page> =>
      JSON.parse(await boardPageJson(dashboard.db, queryOf({ q }), range, NOON, reader));
    const { rows } = await read(user);
    expect(idsOf(rows)).toEqual(idsOf((await allRows({})).filter(isFound)));
    expect((await read(null)).rows).toEqual([]);
    const boards = [user, null].map((reader) => ({ query: queryOf({ q }), reader }));
    const changes = { ids: idsOf(rows), unseen: new Map(), maxRows: 1_000 };
    const pushed = await changedRowsJson(dashboard.db, changes, boards, NOON);
    expect(pushed.map((text) => JSON.parse(text).rows.length)).toEqual([rows.length, 0]);
  });
});
