import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { containerRecord, named, partyRecord, roleRecord, shipmentRecord } from "@/lib/contract/fixtures";
import { makeJob } from "@/lib/features/bulk-jobs/commands/create-job";
import { cancelJob, undoJob } from "@/lib/features/bulk-jobs/commands/end-job";
import type { JobInput } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { listJobRows, readJob } from "@/lib/features/bulk-jobs/queries/read-jobs";
import { openTestAccount } from "@/lib/features/test-account";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openDatabase } from "@/lib/platform/database/client";
import { TrackingClient } from "@/lib/tracking-client/client";
import { openGate } from "@/lib/tracking-client/request-limiter";
import { type Recorded, type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { retryJob } from "./retry-job";
import { doNextRow } from "./run-rows";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let stub: StubService;
let client: TrackingClient;
/** The state of the stub service: roles by container, tags of the one shipment, references by container. */
let roles: Record<string, { id: string; partyId: string }[]>;
let tags: string[];
let references: Record<string, string[]>;
let wrong: (request: Recorded) => StubResponse | undefined;

const LIMITS = { default: null, create: null, infer: null, refresh: 10 };
const NOW = new Date("2026-11-20T20:00:00Z");
const ASSIGN: JobInput = { kind: "assign_carrier", input: { partyId: "p-1" } };

function response(request: Recorded): StubResponse | undefined {
  const refused = wrong(request);
  if (refused) return refused;
  const { method, path, body } = request;
  const [kind = "", id = "", rest = "", role = ""] = path.split("/");
  if (rest === "party_roles" && method === "GET")
    return { body: { data: (roles[id] ?? []).map((each) => roleRecord(each.id, id, each.partyId)) } };
  if (rest === "party_roles" && method === "POST") {
    const partyId: string = JSON.parse(body).data.relationships.party.data.id;
    const created = { id: `r-${id}-${partyId}`, partyId };
    roles[id] = [...(roles[id] ?? []), created];
    return { status: 201, body: { data: roleRecord(created.id, id, partyId) } };
  }
  if (rest === "party_roles" && method === "DELETE") {
    roles[id] = (roles[id] ?? []).filter((each) => each.id !== role);
    return { status: 204 };
  }
  if (rest === "refresh") return { body: { message: "Refresh requested." } };
  if (rest === "stop_tracking" || rest === "resume_tracking") {
    const stopped = rest === "stop_tracking" ? "2026-11-20T19:00:00Z" : null;
    return { body: { data: shipmentRecord(id, { line_tracking_stopped_at: stopped }) } };
  }
  if (kind === "shipments") {
    if (method === "PATCH") tags = JSON.parse(body).data.attributes.tags;
    return { body: { data: shipmentRecord(id, { tags }) } };
  }
  if (kind !== "containers") return undefined;
  const sent = method === "PATCH" ? JSON.parse(body).data : { id };
  if (sent.attributes) references[sent.id] = sent.attributes.ref_numbers;
  return {
    body: {
      data: containerRecord(
        sent.id,
        { ref_numbers: references[sent.id] ?? [] },
        { shipment: named("shipment", "s-1") },
      ),
    },
  };
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
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  await dashboard.pool.query(
    "delete from jobs; delete from party_roles; delete from party_role_fetches; delete from fetch_queue; delete from rate_limit_pauses",
  );
  [roles, tags, references, wrong] = [{}, ["old"], {}, () => undefined];
  stub.requests.length = 0;
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, [partyRecord("p-1", "Harbor Dray"), partyRecord("p-2", "Evergreen Dray")], {
      asOf: new Date("2026-11-20T08:00:00Z"),
      notificationId: null,
    }),
  );
  await dashboard.tell({});
  await dashboard.tell({ number: "TGHU1234567" }, "c-2");
});
afterEach(() => dashboard.pool.query("update circuit_breaker set failures = 0, closed_until = '-infinity'"));

const make = (send: JobInput, ids = ["c-1", "c-2"]) =>
  makeJob(testContext(dashboard.db, dashboard.ana, { now: NOW }), { job: send, selection: { ids } });
const work = async (times = 20) => {
  for (let turn = 0; turn < times && (await doNextRow(dashboard.db, client)); turn += 1);
};
const read = (id: string) => readJob(dashboard.db, dashboard.ana, id);
const text = async (id: string) =>
  (await listJobRows(dashboard.db, id, { state: null, offset: 0, limit: 100 })).map(
    (row) => `${row.state}: ${row.words}`,
  );
const due = () =>
  dashboard.pool.query(
    "update job_rows set next_attempt_at = clock_timestamp(); update jobs set paused_until = null",
  );
const posts = () => stub.requests.filter(({ method }) => method === "POST");
const carriers = async (id: string) => (await dashboard.rowOf(id)).drayCarriers.map(({ name }) => name);

async function assignByHand(containerId: string, partyId: string): Promise<void> {
  roles[containerId] = [...(roles[containerId] ?? []), { id: `hand-${containerId}`, partyId }];
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, [roleRecord(`hand-${containerId}`, containerId, partyId)], {
      asOf: new Date("2026-11-20T08:30:00Z"),
      notificationId: null,
    }),
  );
}

describe("assigning and removing carriers", () => {
  it("assigns a carrier once per container, and undoes it", async () => {
    const id = await make(ASSIGN);
    await work();
    expect(await text(id)).toEqual(["done: Harbor Dray assigned.", "done: Harbor Dray assigned."]);
    expect(posts()).toHaveLength(2);
    expect(await carriers("c-1")).toEqual(["Harbor Dray"]);
    const undoing = await undoJob(testContext(dashboard.db, dashboard.ben), { jobId: id });
    await work();
    expect(await text(undoing)).toEqual(["done: Harbor Dray removed.", "done: Harbor Dray removed."]);
    expect(await carriers("c-1")).toEqual([]);
    const again = await undoJob(testContext(dashboard.db, dashboard.ben), { jobId: undoing });
    await work();
    expect(await text(again)).toEqual(["done: Harbor Dray assigned.", "done: Harbor Dray assigned."]);
  });

  it("skips a container that a user assigned by hand meanwhile, and reports it", async () => {
    const id = await make(ASSIGN);
    await assignByHand("c-1", "p-2");
    await work();
    expect((await text(id)).sort()).toEqual([
      "done: Harbor Dray assigned.",
      "failed: Another user assigned Evergreen Dray. No changes made. Check the container, then assign again.",
    ]);
    expect(await carriers("c-1")).toEqual(["Evergreen Dray"]);
  });

  it("undoes only its own change, and keeps a carrier assigned by hand since", async () => {
    const id = await make(ASSIGN, ["c-1"]);
    await work();
    await assignByHand("c-1", "p-2");
    const undoing = await undoJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    await work();
    expect(await text(undoing)).toEqual(["done: Harbor Dray removed. Evergreen Dray stays assigned."]);
    expect(roles["c-1"]).toEqual([{ id: "hand-c-1", partyId: "p-2" }]);
  });

  it("reports the service's refusal for each row", async () => {
    wrong = ({ method, path }) =>
      method === "POST" && path.includes("c-1")
        ? { status: 422, body: { errors: [{ title: "Invalid", detail: "The party is closed." }] } }
        : undefined;
    const id = await make(ASSIGN);
    await work();
    expect((await text(id)).sort()).toEqual(["done: Harbor Dray assigned.", "failed: The party is closed."]);
  });

  it("assigns once when the worker was killed after the service had done it", async () => {
    const id = await make(ASSIGN, ["c-1"]);
    await dashboard.pool.query("update job_rows set attempts = 1");
    roles["c-1"] = [{ id: "r-before", partyId: "p-1" }];
    await work();
    expect(posts()).toEqual([]);
    expect(await text(id)).toEqual(["done: Harbor Dray assigned."]);
    await undoJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    await work();
    expect(roles["c-1"]).toEqual([]);
  });

  it("assigns once when the response was lost", async () => {
    let lost = 0;
    wrong = (request) => {
      if (request.method !== "POST" || lost++ > 0) return undefined;
      wrong = () => undefined;
      response(request);
      return { drop: true };
    };
    const id = await make(ASSIGN, ["c-1"]);
    await work();
    expect(posts()).toHaveLength(1);
    expect(await text(id)).toEqual(["done: Harbor Dray assigned."]);
  });

  it("sends nothing for a row that another worker claimed while this worker was stopped", async () => {
    const id = await make(ASSIGN, ["c-1"]);
    const takeOver = () =>
      dashboard.pool.query(
        "update job_rows set lease_id = gen_random_uuid(), attempts = 2 where state = 'waiting'",
      );
    const stopped = new TrackingClient({
      baseUrl: stub.baseUrl,
      key: "test-key",
      patienceMs: 0,
      gate: {
        ...openGate(dashboard.db, LIMITS, { priority: "job", patienceMs: 0 }),
        // The request is admitted after the lease has expired.
        admit: async () => void (await takeOver()),
      },
    });
    await doNextRow(dashboard.db, stopped);
    expect(stub.requests).toEqual([]);
    expect(await read(id)).toMatchObject({ done: 0, failed: 0, endedAt: null });
    await dashboard.pool.query("update job_rows set claimed_until = clock_timestamp()");
    await work();
    expect(posts()).toHaveLength(1);
    expect(await text(id)).toEqual(["done: Harbor Dray assigned."]);
  });

  it("does not ingest a response that arrives after another worker claimed the row", async () => {
    const id = await make(ASSIGN, ["c-1"]);
    stub.answer = async (request) => {
      const answered = response(request);
      if (request.method === "POST") {
        stub.answer = response;
        await dashboard.pool.query("update job_rows set lease_id = gen_random_uuid(), attempts = 2");
      }
      return answered;
    };
    await doNextRow(dashboard.db, client);
    expect(await carriers("c-1")).toEqual([]);
    expect(await read(id)).toMatchObject({ done: 0, failed: 0 });
    await dashboard.pool.query("update job_rows set claimed_until = clock_timestamp()");
    await work();
    expect(posts()).toHaveLength(1);
    expect(await carriers("c-1")).toEqual(["Harbor Dray"]);
    expect(await text(id)).toEqual(["done: Harbor Dray assigned."]);
  });

  it("retries after an outage, and assigns once", async () => {
    wrong = ({ method }) => (method === "POST" ? { status: 503 } : undefined);
    const id = await make(ASSIGN, ["c-1"]);
    await doNextRow(dashboard.db, client);
    expect(await read(id)).toMatchObject({ done: 0, failed: 0, endedAt: null });
    wrong = () => undefined;
    await due();
    await dashboard.pool.query("update circuit_breaker set failures = 0, closed_until = '-infinity'");
    await work();
    expect(await read(id)).toMatchObject({ done: 1, endedAt: expect.any(String) });
    expect(roles["c-1"]).toHaveLength(1);
  });

  it("retries after a failure of the dashboard's database, and sends nothing meanwhile", async () => {
    const ended = openDatabase(dashboard.url);
    await ended.pool.end();
    const gate = openGate(ended.db, LIMITS, { priority: "job", patienceMs: 0 });
    const id = await make(ASSIGN, ["c-1"]);
    await doNextRow(
      dashboard.db,
      new TrackingClient({ baseUrl: stub.baseUrl, key: "test-key", patienceMs: 0, gate }),
    );
    expect(await read(id)).toMatchObject({ done: 0, failed: 0, endedAt: null });
    expect(stub.requests).toEqual([]);
    await due();
    await work();
    expect(await read(id)).toMatchObject({ done: 1, endedAt: expect.any(String) });
    expect(posts()).toHaveLength(1);
  });
});

it("records the start of a job and none of its rows, and acts as its creator", async () => {
  const since = "select action, user_id as by from audit_entries where id > $1 order by id";
  const last = await dashboard.pool.query("select coalesce(max(id), 0) as id from audit_entries");
  await make(ASSIGN);
  await work();
  expect(posts()).toHaveLength(2);
  const { rows } = await dashboard.pool.query(since, [last.rows[0]?.id]);
  expect(rows).toEqual([{ action: "job.started", by: dashboard.ana.userId }]);
});

describe("job whose creator lost the right", () => {
  const change = (set: string) =>
    dashboard.pool.query(`update users set ${set} where id = $1`, [dashboard.ana.userId]);
  afterEach(() => change("disabled_at = null, role = 'dispatcher'"));

  it.each([
    ["was disabled", "disabled_at = now()", "Stopped: Ana's account was disabled."],
    ["became a viewer", "role = 'viewer'", "Stopped: Ana's role no longer allows it."],
    ["became a customer", "role = 'customer'", "Stopped: Ana's role no longer allows it."],
  ])("stops between two rows when the creator %s, and shows the reason", async (_, set, reason) => {
    const id = await make(ASSIGN);
    expect(await doNextRow(dashboard.db, client)).toBe(true);
    await change(set);
    await work();
    expect(posts()).toHaveLength(1);
    expect(await read(id)).toMatchObject({
      ...{ done: 1, failed: 0, cancelled: 1, stoppedBecause: reason },
      ...{ cancelledAt: expect.any(String), endedAt: expect.any(String) },
    });
    const { rows } = await dashboard.pool.query(
      "select actor, data from audit_entries where action = 'job.stopped' and record_id = $1",
      [id],
    );
    expect(rows).toEqual([{ actor: "worker", data: { title: "Assign Harbor Dray", reason } }]);
  });

  it("finishes the row in progress and begins no other row", async () => {
    const id = await make(ASSIGN);
    let held: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      held = resolve;
    });
    const { answer: respond } = stub;
    stub.answer = async (request) => {
      if (request.method === "POST") await released;
      return respond(request);
    };
    const underWay = doNextRow(dashboard.db, client);
    await expect.poll(() => posts().length).toBe(1);
    await change("disabled_at = now()");
    await doNextRow(dashboard.db, client);
    held();
    await underWay;
    await work();
    stub.answer = respond;
    expect(await read(id)).toMatchObject({ done: 1, cancelled: 1, endedAt: expect.any(String) });
    expect(posts()).toHaveLength(1);
  });

  it("is stopped while it waits for the service, and after the creator was deleted", async () => {
    const cat = await dashboard.person("Cat");
    const id = await makeJob(testContext(dashboard.db, cat, { now: NOW }), {
      job: ASSIGN,
      selection: { ids: ["c-1", "c-2"] },
    });
    await dashboard.pool.query(
      "update jobs set paused_until = now() + interval '1 hour', paused_because = 'Busy'",
    );
    await dashboard.pool.query("delete from users where id = $1", [cat.userId]);
    await work();
    expect(await read(id)).toMatchObject({
      stoppedBecause: "Stopped: the user who started it no longer exists.",
      cancelled: 2,
      pausedUntil: null,
      endedAt: expect.any(String),
    });
    expect(posts()).toEqual([]);
  });

  it("can be continued once by another user with the rows not begun", async () => {
    const id = await make(ASSIGN);
    await doNextRow(dashboard.db, client);
    await change("disabled_at = now()");
    await work();
    const rest = await retryJob(testContext(dashboard.db, dashboard.ben, { now: NOW }), { jobId: id });
    await work();
    expect(await read(rest)).toMatchObject({ by: "Ben", done: 1, total: 1, stoppedBecause: null });
    expect(posts()).toHaveLength(2);
    await expect(
      retryJob(testContext(dashboard.db, dashboard.ben, { now: NOW }), { jobId: id }),
    ).rejects.toThrow(/already/);
  });

  it("does not continue the rows of a job that a user stopped", async () => {
    const id = await make(ASSIGN);
    await cancelJob(testContext(dashboard.db, dashboard.ben), { jobId: id });
    expect(await read(id)).toMatchObject({ cancelled: 2, stoppedBecause: null });
    await expect(
      retryJob(testContext(dashboard.db, dashboard.ben, { now: NOW }), { jobId: id }),
    ).rejects.toThrow(/No rows failed in this job/);
  });

  it("stops an undo job and keeps the jobs of other users running", async () => {
    const id = await make(ASSIGN);
    await work();
    const undoing = await undoJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    const other = await makeJob(testContext(dashboard.db, dashboard.ben, { now: NOW }), {
      job: { kind: "refresh", input: {} },
      selection: { ids: ["c-1"] },
    });
    await change("disabled_at = now()");
    await work();
    expect(await read(undoing)).toMatchObject({ done: 0, cancelled: 2 });
    expect(await read(other)).toMatchObject({ done: 1 });
    expect(roles["c-1"]).toHaveLength(1);
  });
});

describe("tags and references", () => {
  it("adds tags to the present list, and undo removes only the added tags", async () => {
    const id = await make({ kind: "add_tags", input: { texts: ["hot", "old"] } });
    tags = ["old", "by hand"];
    await work();
    expect(tags).toEqual(["old", "by hand", "hot"]);
    expect(await text(id)).toEqual(["done: “hot” added."]);
    await undoJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    await work();
    expect(tags).toEqual(["old", "by hand"]);
  });

  it("sends nothing when the tags already exist", async () => {
    const id = await make({ kind: "add_tags", input: { texts: ["old"] } });
    await work();
    expect(await text(id)).toEqual(["done: “old” already added."]);
    expect(stub.requests.every(({ method }) => method === "GET")).toBe(true);
    await expect(undoJob(testContext(dashboard.db, dashboard.ana), { jobId: id })).rejects.toThrow(
      /changed nothing/,
    );
  });

  it("adds references to each container", async () => {
    references = { "c-1": ["PO 1"] };
    const id = await make({ kind: "add_references", input: { texts: ["PO 2"] } });
    await work();
    expect(references).toEqual({ "c-1": ["PO 1", "PO 2"], "c-2": ["PO 2"] });
    expect(await read(id)).toMatchObject({ done: 2, undoable: 2 });
  });
});

describe("refreshing", () => {
  it("waits for the next minute after ten refreshes, then does the rest", async () => {
    await dashboard.pool.query("truncate request_turns").catch(() => undefined);
    wrong = ({ path }) =>
      path.endsWith("c-2/refresh") ? { status: 429, headers: { "Retry-After": "40" } } : undefined;
    const id = await make({ kind: "refresh", input: {} });
    await work();
    expect(await read(id)).toMatchObject({
      done: 1,
      failed: 0,
      endedAt: null,
      pausedBecause: "The service allows 10 refreshes per minute",
    });
    wrong = () => undefined;
    await due();
    await dashboard.pool.query("delete from rate_limit_pauses");
    await work();
    expect(await read(id)).toMatchObject({ done: 2, endedAt: expect.any(String) });
  });

  it("stops sending requests once the plan refuses", async () => {
    wrong = ({ path }) =>
      path.endsWith("/refresh")
        ? { status: 403, body: { errors: [{ title: "Forbidden", detail: "Not on this plan." }] } }
        : undefined;
    const id = await make({ kind: "refresh", input: {} });
    await work();
    expect(stub.requests).toHaveLength(1);
    expect(await text(id)).toEqual(["failed: Not on this plan.", "failed: Not on this plan."]);
  });
});

describe("stopping and resuming tracking", () => {
  it("stops a shipment once, and undoes it", async () => {
    const id = await make({ kind: "stop_tracking", input: {} });
    await work();
    expect(await text(id)).toEqual(["done: Shipment tracking stopped."]);
    const again = await make({ kind: "stop_tracking", input: {} });
    await work();
    expect(await text(again)).toEqual(["done: Tracking was already stopped."]);
    await undoJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
    await work();
    expect(stub.asked).toEqual(["PATCH shipments/s-1/stop_tracking", "PATCH shipments/s-1/resume_tracking"]);
  });
});

it("skips a shipment that was stopped before the job began", async () => {
  const id = await make(ASSIGN);
  await cancelJob(testContext(dashboard.db, dashboard.ana), { jobId: id });
  await work();
  expect(stub.requests).toEqual([]);
  expect(await read(id)).toMatchObject({ cancelled: 2, endedAt: expect.any(String) });
});
