import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { containerCheckDigit } from "@/lib/contract/container-number";
import { containerRecord, named, partyRecord, requestRecord, shipmentRecord } from "@/lib/contract/fixtures";
import { retryJob } from "@/lib/features/bulk-job-runner/retry-job";
import { doNextRow } from "@/lib/features/bulk-job-runner/run-rows";
import { cancelJob } from "@/lib/features/bulk-jobs/commands/end-job";
import { openTestAccount } from "@/lib/features/test-account";
import { makeTrackJob } from "@/lib/features/tracking-requests/list-import/create-import";
import { listErrorsCsv } from "@/lib/features/tracking-requests/list-import/error-file";
import { listFailed, readTrackList } from "@/lib/features/tracking-requests/list-import/import-progress";
import { readHeadings } from "@/lib/features/tracking-requests/list-import/remembered-headings";
import { guessLayout, type ListCells } from "@/lib/features/tracking-requests/list-import/rules/columns";
import { listKnownNumbers } from "@/lib/features/tracking-requests/queries/tracked-numbers";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { TrackingClient } from "@/lib/tracking-client/client";
import { openGate } from "@/lib/tracking-client/request-limiter";
import { type Recorded, type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let stub: StubService;
let client: TrackingClient;
/** The tracking requests stored at the service, newest first. */
let made: { id: string; number: string; body: Record<string, unknown>; createdAt: string }[];
let wrong: (request: Recorded) => StubResponse | undefined;
let minute = 0;

const LIMITS = { default: null, create: null, infer: null, refresh: null };
const NOW = new Date();

const container = (serial: number): string => {
  const first = `TRKU${String(serial).padStart(6, "0")}`;
  return `${first}${containerCheckDigit(first)}`;
};

function response(request: Recorded): StubResponse | undefined {
  const refused = wrong(request);
  if (refused) return refused;
  const { method, path, body } = request;
  if (method === "POST" && path === "tracking_requests") {
    const { attributes, relationships } = JSON.parse(body).data;
    const created = {
      id: `q-${made.length + 1}`,
      number: attributes.request_number,
      body: { ...attributes, relationships },
      createdAt: new Date().toISOString(),
    };
    made.unshift(created);
    return { status: 201, body: { data: recordOf(created) } };
  }
  const number = new URLSearchParams(path.split("?")[1]).get("filter[request_number]");
  if (path.startsWith("tracking_requests?"))
    return { body: { data: made.filter((each) => each.number === number).map((each) => recordOf(each)) } };
  return undefined;
}

const recordOf = ({ id, number, createdAt }: (typeof made)[number], status = "pending", more = {}) =>
  requestRecord(id, {
    request_number: number,
    request_type: "container",
    status,
    created_at: createdAt,
    updated_at: createdAt,
    ...more,
  });

/** Applies the result of a request to the mirror. */
async function notify(id: string, status: string, more: Record<string, unknown> = {}, shipmentId?: string) {
  minute += 1;
  const found = made.find((each) => each.id === id) ?? {
    id,
    number: String(more.request_number ?? ""),
    body: {},
    createdAt: NOW.toISOString(),
  };
  const updated_at = new Date(Date.now() + minute * 1_000).toISOString();
  const record = recordOf(found, status, { ...more, updated_at });
  const relations = shipmentId
    ? { relationships: { tracked_object: { data: named("shipment", shipmentId) } } }
    : {};
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, [{ ...record, ...relations }], { asOf: new Date(), notificationId: null }),
  );
}

beforeAll(async () => {
  dashboard = await openTestAccount();
  stub = await StubService.start(response);
  client = new TrackingClient({
    baseUrl: stub.baseUrl,
    key: "test-key",
    patienceMs: 0,
    gate: openGate(dashboard.db, LIMITS, { priority: "job", patienceMs: 0 }),
  });
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, [partyRecord("p-1", "Harbor Imports")], { asOf: NOW, notificationId: null }),
  );
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  await dashboard.pool.query(
    "delete from jobs; delete from tracking_requests; delete from rate_limit_pauses; delete from preferences",
  );
  [made, wrong] = [[], () => undefined];
  stub.requests.length = 0;
});
afterEach(() => dashboard.pool.query("update circuit_breaker set failures = 0, closed_until = '-infinity'"));

const give = (cells: ListCells, { even = false, name = "orders.csv" } = {}) =>
  makeTrackJob(testContext(dashboard.db, dashboard.ana, { now: NOW }), {
    name,
    cells: cells.map((row) => [...row]),
    layout: copied(guessLayout(cells)),
    even,
  });
const copied = (layout: ReturnType<typeof guessLayout>) => ({ ...layout, columns: [...layout.columns] });
const work = async (times = 60) => {
  for (let turn = 0; turn < times && (await doNextRow(dashboard.db, client)); turn += 1);
};
const read = (id: string) =>
  readTrackList(dashboard.db, dashboard.ana, id, { outcome: null, offset: 0, limit: 200 });
const outcomes = async (id: string) =>
  (await read(id)).rows.map(({ line, outcome, words }) => `${line} ${outcome}: ${words}`);
/** The live service's refusal of a number that has a pending or created request. */
const duplicateError = (number: string) => ({
  status: "422",
  source: { pointer: "/data/attributes/request_number" },
  title: "Unprocessable Entity",
  detail: `Request number '${number}' with scac 'MAEU' already exists in a tracking_request with a pending or created status`,
  code: "duplicate",
});
const posts = () => stub.requests.filter(({ method }) => method === "POST");
const due = () =>
  dashboard.pool.query(
    "update job_rows set next_attempt_at = clock_timestamp(); update jobs set paused_until = null",
  );

describe("a list of numbers", () => {
  it("requests each row once with all its data and records a result for every row", async () => {
    const [one, two, three] = [container(1), container(2), container(3)];
    const id = await give([
      ["Container", "Line", "PO", "Tags", "Customer"],
      [one, "Maersk", "4500", "hot", "harbor imports"],
      ["", "", "", "", ""],
      [two, "", "", "", ""],
      [one, "", "", "", ""],
      ["TRKU0000001", "", "", "", ""],
      [three, "", "", "", "Nobody"],
    ]);
    await work();
    expect(await outcomes(id)).toEqual([
      "2 asked: Requested. Waiting for the line.",
      "4 asked: Requested. Waiting for the line.",
      "5 skipped: Duplicate of row 2.",
      `6 refused: Check digit is wrong: expected ${containerCheckDigit("TRKU000000")}.`,
      "7 refused: No party named “Nobody”. Create it under Parties first.",
    ]);
    expect(made.map(({ body }) => body).reverse()).toEqual([
      {
        request_number: one,
        request_type: "container",
        scac: "MAEU",
        ref_numbers: ["4500"],
        shipment_tags: ["hot"],
        relationships: { customer: { data: named("party", "p-1") } },
      },
      {
        request_number: two,
        request_type: "container",
        auto_detect_vocc_scac: true,
        relationships: undefined,
      },
    ]);
    expect((await read(id)).job).toMatchObject({
      title: "Track orders.csv",
      total: 5,
      done: 3,
      failed: 2,
      undoable: 0,
      endedAt: expect.any(String),
    });
  });

  it("stores the meaning of headings per user", async () => {
    await give([
      ["Container", "Wagon"],
      [container(1), "x"],
    ]);
    expect(await readHeadings(dashboard.db, dashboard.ana)).toEqual({ container: "number", wagon: null });
    expect(await readHeadings(dashboard.db, dashboard.ben)).toEqual({});
  });

  it.each([
    ["no column is the number", { columns: [null] }, "Select the column with the numbers to track."],
    ["nothing can be asked", { columns: ["number" as const] }, "No rows in this list can be tracked."],
  ])("rejects a list when %s and creates no job", async (_, layout, text) => {
    const input = {
      name: null,
      cells: [["Oakland"]],
      layout: { headingRow: null, kind: null, ...layout },
      even: false,
    };
    await expect(makeTrackJob(testContext(dashboard.db, dashboard.ana, { now: NOW }), input)).rejects.toThrow(
      text,
    );
    const { rows } = await dashboard.pool.query("select from jobs");
    expect(rows).toEqual([]);
  });

  it("accepts NUL characters, script tags and other scripts unchanged", async () => {
    const odd = '=cmd|\0 <script>alert("x")</script> مرحبا 🚢';
    const id = await give([
      ["Container", "Note"],
      [container(9).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)), odd],
      [container(10), odd],
    ]);
    await work();
    const csv = listErrorsCsv(await listFailed(dashboard.db, id));
    expect(csv).toContain("'=cmd| <script>");
    expect(csv.split("\r\n")).toHaveLength(3);
  });
});

describe("a number that is already tracked", () => {
  const one = container(21);

  it.each([
    ["pending", "Already requested. Waiting for the line."],
    ["awaiting_manifest", "Already requested. Awaiting manifest."],
    ["created", "Already tracked."],
  ])("is not requested again: %s", async (status, text) => {
    await notify("q-old", status, { request_number: one });
    const id = await give([[one], [container(22)]]);
    await work();
    expect(await outcomes(id)).toEqual([`1 skipped: ${text}`, "2 asked: Requested. Waiting for the line."]);
    expect(posts()).toHaveLength(1);
  });

  it("is recognized by its BOL with or without the SCAC", async () => {
    await dashboard.db.transaction((tx) =>
      applyRecords(
        tx,
        [
          containerRecord("c-9", { number: one }, { shipment: named("shipment", "s-9") }),
          shipmentRecord("s-9", { bill_of_lading_number: "221876618", shipping_line_scac: "MAEU" }),
        ],
        { asOf: new Date(), notificationId: null },
      ),
    );
    const id = await give([[one], ["MAEU221876618"], [container(23)]]);
    expect((await outcomes(id)).slice(0, 2)).toEqual([
      "1 skipped: Already tracked.",
      "2 skipped: Already tracked.",
    ]);
    await dashboard.pool.query(
      "delete from containers where id = 'c-9'; delete from shipments where id = 's-9'",
    );
  });

  it("is a container whose own trip has not ended, whatever the others of its shipment do", async () => {
    const sibling = container(25);
    const onShipment = { shipment: named("shipment", "s-8") };
    await dashboard.db.transaction((tx) =>
      applyRecords(
        tx,
        [
          containerRecord("c-7", { number: one, empty_terminated_at: "2026-11-03T17:00:00Z" }, onShipment),
          containerRecord("c-8", { number: sibling }, onShipment),
          shipmentRecord("s-8", { bill_of_lading_number: "221876619", shipping_line_scac: "MAEU" }),
        ],
        { asOf: new Date(), notificationId: null },
      ),
    );
    await notify("q-first-trip", "created", { request_number: one }, "s-8");
    expect(await listKnownNumbers(dashboard.db, [{ key: one, scac: null }])).toEqual([
      { key: one, state: "ended", shipmentId: "s-8", containerId: "c-7" },
    ]);
    const id = await give([[one], [sibling]]);
    await work();
    expect(await outcomes(id)).toEqual([
      "1 asked: Requested. Waiting for the line.",
      "2 skipped: Already tracked.",
    ]);
    expect(posts()).toHaveLength(1);
    await notify("q-new-trip", "pending", { request_number: one });
    expect(await listKnownNumbers(dashboard.db, [{ key: one, scac: null }])).toMatchObject([
      { state: "asked" },
    ]);
    await dashboard.pool.query(
      "delete from containers where shipment_id = 's-8'; delete from shipments where id = 's-8'",
    );
  });

  it("is requested when the user wants it, or after it failed or was stopped", async () => {
    await notify("q-old", "succeeded", { request_number: one });
    await give([[one]], { even: true });
    await work();
    expect(posts()).toHaveLength(1);
    await dashboard.pool.query("delete from tracking_requests");
    await notify("q-failed", "failed", { request_number: container(24), failed_reason: "not_found" });
    await give([[container(24)]]);
    await work();
    expect(posts()).toHaveLength(2);
  });

  it.each([
    ["pending", "Already requested. Waiting for the line."],
    ["created", "Already tracked."],
    ["succeeded", "Already tracked."],
  ])(
    "is skipped when the service refuses it as a duplicate of a request that is %s",
    async (status, text) => {
      made.unshift({ id: "q-theirs", number: one, body: {}, createdAt: NOW.toISOString() });
      wrong = ({ method }) =>
        method === "POST"
          ? { status: 422, body: { errors: [duplicateError(one)] } }
          : { body: { data: made.map((each) => recordOf(each, status)) } };
      const id = await give([[one]]);
      await work();
      expect(posts()).toHaveLength(1);
      expect(await outcomes(id)).toEqual([`1 skipped: ${text}`]);
      const { rows } = await dashboard.pool.query("select id from tracking_requests");
      expect(rows).toEqual([{ id: "q-theirs" }]);
    },
  );

  it("is skipped with a word of the service's refusal when its request cannot be read", async () => {
    wrong = ({ method }) =>
      method === "POST" ? { status: 422, body: { errors: [duplicateError(one)] } } : { body: { data: [] } };
    const id = await give([[one]]);
    await work();
    expect(await outcomes(id)).toEqual(["1 skipped: Already tracked."]);
  });

  it("is skipped when a user requests it before its turn", async () => {
    const id = await give([[one]]);
    await notify("q-by-hand", "pending", { request_number: one });
    await work();
    expect(posts()).toEqual([]);
    expect(await outcomes(id)).toEqual(["1 skipped: Already requested. Waiting for the line."]);
  });
});

describe("failures during processing", () => {
  it("create one request when the worker dies after the service created it", async () => {
    const id = await give([[container(31)]]);
    await dashboard.pool.query("update job_rows set attempts = 1");
    made.unshift({ id: "q-lost", number: container(31), body: {}, createdAt: new Date().toISOString() });
    await work();
    expect(posts()).toEqual([]);
    expect((await read(id)).counts).toMatchObject({ asked: 1, waiting: 0 });
    const { rows } = await dashboard.pool.query("select result ->> 'requestId' as id from job_rows");
    expect(rows).toEqual([{ id: "q-lost" }]);
  });

  it("do not match an earlier failed request", async () => {
    const old = { id: "q-before", number: container(32), body: {}, createdAt: new Date().toISOString() };
    made.unshift(old);
    await notify("q-before", "failed", { failed_reason: "not_found" });
    await give([[container(32)]]);
    await dashboard.pool.query("update job_rows set attempts = 1");
    await work();
    expect(posts()).toHaveLength(1);
    expect(made).toHaveLength(2);
  });

  it("create one request when the response is lost", async () => {
    let lost = false;
    wrong = (request) => {
      if (request.method !== "POST" || lost) return undefined;
      lost = true;
      response(request);
      return { drop: true };
    };
    const id = await give([[container(33)]]);
    await work();
    expect(made).toHaveLength(1);
    expect((await read(id)).counts.asked).toBe(1);
  });

  it("pause the whole job at the rate limit of the minute, show the reason and resume it", async () => {
    wrong = ({ method }) =>
      method === "POST" && made.length >= 2 ? { status: 429, headers: { "Retry-After": "40" } } : undefined;
    const id = await give([[container(41)], [container(42)], [container(43)], [container(44)]]);
    await work();
    expect(await read(id)).toMatchObject({
      counts: { asked: 2, waiting: 2, refused: 0 },
      job: { endedAt: null, pausedBecause: "The service allows 100 tracking requests per minute" },
    });
    wrong = () => undefined;
    await due();
    await dashboard.pool.query("delete from rate_limit_pauses");
    await work();
    expect(made.map(({ number }) => number).sort()).toEqual(
      [container(41), container(42), container(43), container(44)].sort(),
    );
  });

  it("end the requests at the plan limit with the message of the service", async () => {
    wrong = ({ method }) =>
      method === "POST"
        ? {
            status: 403,
            body: { errors: [{ title: "Limit", detail: "This plan tracks up to 10 active containers." }] },
          }
        : undefined;
    const id = await give([[container(51)], [container(52)], [container(53)]]);
    await work();
    expect(posts()).toHaveLength(1);
    expect(await outcomes(id)).toEqual(
      [1, 2, 3].map((line) => `${line} refused: This plan tracks up to 10 active containers.`),
    );
  });

  it("show the error of the service for one row and continue with the others", async () => {
    wrong = ({ method, body }) =>
      method === "POST" && body.includes(container(55))
        ? {
            status: 422,
            body: { errors: [{ title: "Unknown scac", detail: "QQQQ is no shipping line's SCAC." }] },
          }
        : undefined;
    const id = await give([[container(55)], [container(56)]]);
    await work();
    expect(await outcomes(id)).toEqual([
      "1 refused: QQQQ is no shipping line's SCAC.",
      "2 asked: Requested. Waiting for the line.",
    ]);
  });

  it("leave cancelled rows untouched and request them on a retry", async () => {
    const id = await give([[container(57)]]);
    await cancelJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    await work();
    expect(posts()).toEqual([]);
    const again = await retryJob(testContext(dashboard.db, dashboard.ben, { now: new Date() }), {
      jobId: id,
    });
    await work();
    expect((await read(again)).counts.asked).toBe(1);
  });
});

describe("failed rows", () => {
  it("are exported with their original cells and retried, except rows that cannot be requested", async () => {
    const [one, two] = [container(61), container(62)];
    const id = await give([
      ["Container", 'PO, "old"'],
      [one, "1, 2"],
      [two, "3"],
      ["TRKU123", "4"],
    ]);
    await expect(
      retryJob(testContext(dashboard.db, dashboard.ana, { now: new Date() }), { jobId: id }),
    ).rejects.toThrow(/still running/);
    await work();
    await expect(
      retryJob(testContext(dashboard.db, dashboard.ana, { now: new Date() }), { jobId: id }),
    ).rejects.toThrow(/No failed numbers to retry/);
    const first = made.find(({ number }) => number === one);
    await notify(first?.id ?? "", "failed", { failed_reason: "scac_auto_detect_failed" });
    expect((await read(id)).counts).toMatchObject({ failed: 1, asked: 1, refused: 1 });
    expect(listErrorsCsv(await listFailed(dashboard.db, id)).split("\r\n")).toEqual([
      '\ufeffContainer,"PO, ""old""",Row,Error,Next step',
      `${one},"1, 2",2,Shipping line not detected,"Select the shipping line, then track it again."`,
      'TRKU123,4,4,“TRKU123” is not a container number (four letters and seven digits).,"Fix the row, then track it again."',
      "",
    ]);
    const again = await retryJob(testContext(dashboard.db, dashboard.ben, { now: new Date() }), {
      jobId: id,
    });
    await work();
    expect(await read(again)).toMatchObject({
      job: { title: "Again: Track orders.csv", total: 1 },
      rows: [{ line: 2, number: one, outcome: "asked" }],
    });
    expect(made.filter(({ number }) => number === one)).toHaveLength(2);
    await expect(
      retryJob(testContext(dashboard.db, dashboard.ana, { now: new Date() }), { jobId: id }),
    ).rejects.toThrow(/No failed numbers to retry/);
  });

  it("are not found under an unknown job", async () => {
    const noOne = "00000000-0000-4000-8000-000000000000";
    await expect(read(noOne)).rejects.toThrow(/This job was not found/);
    await expect(listFailed(dashboard.db, noOne)).rejects.toThrow(/This list was not found/);
    await expect(
      retryJob(testContext(dashboard.db, dashboard.ana, { now: NOW }), { jobId: noOne }),
    ).rejects.toThrow(/This job was not found/);
  });
});

it("processes twenty thousand rows in one job", async () => {
  const cells = Array.from({ length: 20_000 }, (_, serial) => [container(serial), "x".repeat(100)]);
  const begun = performance.now();
  const id = await give(cells);
  const tookMs = performance.now() - begun;
  expect((await read(id)).counts.waiting).toBe(20_000);
  expect(tookMs).toBeLessThan(20_000);
});
