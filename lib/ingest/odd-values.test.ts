import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  containerRecord,
  eventRecord,
  named,
  notificationBody,
  partyRecord,
  portRecord,
  requestRecord,
  roleRecord,
  shipmentRecord,
  terminalRecord,
} from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { storedJson } from "@/lib/platform/database/rows";
import {
  boardRows,
  containers,
  inbox,
  parties,
  partyRoles,
  shipments,
  trackingRequests,
  transportEvents,
  unreadableAttributes,
} from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { processNext } from "./process";
import { signatureOf } from "./signature";

/** A sample, from the signed delivery to the board. All values of all attributes: lib/mirror/merge/odd-values.test.ts. */
const SECRET = "whsec-set-by-hand";
let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let POST: (request: Request) => Promise<Response>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  vi.stubEnv("DATABASE_URL", dashboard.url);
  vi.stubEnv("TRACKING_API_URL", "http://127.0.0.1:1/v2");
  vi.stubEnv("TRACKING_API_KEY", "key");
  vi.stubEnv("NEXTAUTH_SECRET", "x".repeat(32));
  vi.stubEnv("WEBHOOK_SECRET", SECRET);
  ({ POST } = await import("@/app/api/webhooks/tracking/route"));
});
afterAll(async () => {
  const { pool } = await import("@/lib/platform/database/client");
  await pool().end();
  await dashboard.close();
});
beforeEach(() => dashboard.emptyMirror("inbox", "fetch_queue", "unreadable_attributes"));

let sent = 0;

/** Delivers records, each a minute after the former ones, and processes them. */
async function deliver(
  included: JsonApiRecord[],
  event?: string,
  change: (body: string) => string = (body) => body,
): Promise<void> {
  sent += 1;
  const createdAt = new Date(Date.UTC(2026, 10, 20, 8, sent)).toISOString();
  const [first] = included;
  const reference = first ? named(first.type, first.id) : null;
  const body = change(notificationBody({ id: `n-${sent}`, event, createdAt, reference, included }));
  const headers = { "X-T49-Webhook-Signature": signatureOf(body, SECRET) };
  const address = "http://127.0.0.1:3000/api/webhooks/tracking";
  expect((await POST(new Request(address, { method: "POST", body, headers }))).status).toBe(202);
  while (await processNext(dashboard.db));
  const [row] = await dashboard.db
    .select()
    .from(inbox)
    .where(eq(inbox.notificationId, `n-${sent}`));
  expect(row?.processedAt).not.toBeNull();
}

const READY = {
  current_status: "available",
  pod_discharged_at: "2026-11-19T08:00:00Z",
  availability_known: true,
  available_for_pickup: true,
  holds_at_pod_terminal: [],
  pickup_lfd: "2026-11-24T05:00:00Z",
};
const HELD = { holds_at_pod_terminal: [{ name: "customs", status: "hold" }] };
const container = (attributes: Record<string, unknown>) =>
  containerRecord("c-1", attributes, { shipment: named("shipment", "s-1") });

async function boardRow(): Promise<BoardRow> {
  const [found] = await dashboard.db.select().from(boardRows);
  return storedJson<BoardRow>().parse(found?.row);
}

const unreadable = async () =>
  (await dashboard.db.select().from(unreadableAttributes).orderBy(asc(unreadableAttributes.name))).map(
    ({ type, name }) => `${type}.${name}`,
  );

describe("a delivery with a customs hold and an odd value", () => {
  beforeEach(() => deliver([container(READY), shipmentRecord("s-1")]));

  it.each<[Record<string, unknown>, Record<string, unknown>, string[]]>([
    [{ ref_numbers: [null] }, {}, ["ref_numbers"]],
    [{ weight_in_lbs: "28097" }, { weight_in_lbs: 28_097 }, []],
    [{ equipment_length: "40" }, { equipment_length: 40 }, []],
    [{ pickup_appointment_at: "" }, { pickup_appointment_at: null }, []],
    [{ pickup_lfd: "" }, { pickup_lfd: null }, []],
    [{ pickup_lfd: "TBD" }, { pickup_lfd: READY.pickup_lfd }, ["pickup_lfd"]],
    [{ available_for_pickup: "true" }, { available_for_pickup: true }, []],
    [{ seal_number: 12_345 }, { seal_number: "12345" }, []],
    [{ fees_at_pod_terminal: [{ type: null, amount: 5 }] }, {}, ["fees_at_pod_terminal"]],
    [{ created_at: 0 }, {}, ["created_at"]],
    [{ pod_timezone: "x".repeat(30_000) }, { pod_timezone: "America/New_York" }, ["pod_timezone"]],
  ])("is held: %j", async (odd, expected, marked) => {
    await deliver([container({ ...READY, ...HELD, ...odd })]);
    expect((await boardRow()).readiness.state).toBe("held");
    const [stored] = await dashboard.db.select().from(containers);
    expect(stored?.attributes).toMatchObject({ ...HELD, ...expected });
    expect(Object.keys(stored?.unconfirmed ?? {})).toEqual(marked);
    expect(await unreadable()).toEqual(marked.map((name) => `container.${name}`));
  });

  it.each<[unknown, string]>([
    [[{ name: "customs", status: null }], "held"],
    [[null], "held"],
    [[{ name: null, status: "pending" }], "held"],
    ["yes", "unknown"],
  ])("is not ready with the hold list %j: %s", async (holds, state) => {
    await deliver([container({ ...READY, holds_at_pod_terminal: holds })]);
    const { readiness } = await boardRow();
    expect(readiness.state).toBe(state);
    expect(readiness.reasons.map(({ text }) => text)).toContain("Could not read hold");
  });

  it.each<[null | []]>([[null], [[]]])("stays in its shipment with the relationship %j", async (data) => {
    const record = container({ ...READY, ...HELD });
    await deliver([{ ...record, relationships: { shipment: { data } } }]);
    expect(await boardRow()).toMatchObject({ shipmentId: "s-1", readiness: { state: "held" } });
  });

  it.each<[string, (body: string) => string]>([
    [
      "a value that is nested too deeply",
      (body) => body.replace("DEEP", `${"[".repeat(5_000)}${"]".repeat(5_000)}`),
    ],
    ["a byte order mark", (body) => `\uFEFF${body.replace("DEEP", "1")}`],
    [
      "names of members",
      (body) => body.replace("DEEP", '1,"import_deadlines.pickup_lfd_line":"soon","unconfirmed.number":"x"'),
    ],
  ])("is held with %s", async (_, change) => {
    await deliver([container({ ...READY, ...HELD, novelty: "?" })], undefined, (body) =>
      change(body.replace('"novelty":"?"', '"novelty":DEEP')),
    );
    expect((await boardRow()).readiness.state).toBe("held");
    expect(await unreadable()).toEqual([]);
  });

  it("is fetched when the records of a delivery are no list", async () => {
    await deliver([container({ ...READY, ...HELD })], undefined, (body) =>
      body.replace('"included":[', '"included":{"0":').replace(/\]\}$/, "}}"),
    );
    const { rows } = await dashboard.pool.query("select subject_type, subject_id from fetch_queue");
    expect(rows).toContainEqual({ subject_type: "container", subject_id: "c-1" });
  });

  it("has the facts of a shipment with odd tags, IMO and date", async () => {
    const odd = { tags: [null], pod_vessel_imo: 9_321_483, created_at: 0, pod_vessel_name: "Ever Given" };
    await deliver([container({ ...READY, ...HELD }), shipmentRecord("s-1", odd)]);
    expect((await boardRow()).vessel.name).toBe("Ever Given");
    const [stored] = await dashboard.db.select().from(shipments);
    expect(stored?.attributes).toMatchObject({ pod_vessel_imo: "9321483" });
    expect(await unreadable()).toEqual(["shipment.created_at", "shipment.tags"]);
  });
});

describe("an odd value of another record", () => {
  it("of an event keeps what was known of it", async () => {
    await deliver([eventRecord("e-1", { voyage_number: "12E" })]);
    await deliver([eventRecord("e-1", { timestamp: "soon", event: null, voyage_number: 12 })]);
    const [stored] = await dashboard.db.select().from(transportEvents);
    expect(stored?.attributes).toMatchObject({
      event: "container.transport.vessel_discharged",
      timestamp: "2026-11-14T18:00:00Z",
      voyage_number: "12",
    });
    expect(stored?.happenedAt).toEqual(new Date("2026-11-14T18:00:00Z"));
  });

  it("of a party and its role keeps the role and the record that it is of", async () => {
    await deliver([
      container(READY),
      partyRecord("p-1", "Harbor Drayage"),
      partyRecord("p-2", "Pier Haulage"),
    ]);
    await deliver([roleRecord("r-1", "c-1", "p-1")]);
    const odd = roleRecord("r-1", "c-1", "p-2");
    await deliver([
      {
        ...odd,
        attributes: { role: null, roleable_type: 7, roleable_id: {}, updated_at: "2026-11-20T09:00:00Z" },
      },
      { type: "party", id: "p-2", attributes: { company_name: [null], nickname: "Pier" } },
    ]);
    const [role] = await dashboard.db.select().from(partyRoles);
    expect(role).toMatchObject({
      role: "pickup_dray_carrier",
      roleableType: "container",
      roleableId: "c-1",
      partyId: "p-2",
      attributes: { created_at: "2026-11-20T08:00:00Z", updated_at: "2026-11-20T09:00:00Z" },
    });
    expect((await boardRow()).drayCarriers.map(({ name }) => name)).toEqual(["Pier Haulage"]);
    const known = await dashboard.db.select().from(parties).where(eq(parties.id, "p-2"));
    expect(known[0]).toMatchObject({ companyName: "Pier Haulage", attributes: { nickname: "Pier" } });
  });

  it("of a tracking request does not stop the fetch of what it found", async () => {
    const odd = { status: "succeeded", retry_count: "three", ref_numbers: [null], created_at: false };
    await deliver([requestRecord("t-1", odd)], "tracking_request.succeeded");
    const [stored] = await dashboard.db.select().from(trackingRequests);
    expect(stored).toMatchObject({ status: "succeeded" });
    const { rows } = await dashboard.pool.query("select subject_type, subject_id from fetch_queue");
    expect(rows).toContainEqual({ subject_type: "tracking_request", subject_id: "t-1" });
  });

  it("of a place keeps its name on the board", async () => {
    const at = (terminal: JsonApiRecord) => [
      containerRecord("c-1", READY, { pod_terminal: named("terminal", "t-1") }),
      terminal,
      portRecord("l-1", "Los Angeles", "USLAX"),
    ];
    await deliver(at(terminalRecord("t-1", "Pier 400")));
    await deliver(at(terminalRecord("t-1", "", { name: null, firms_code: 195, provided_data: "none" })));
    expect((await boardRow()).terminal.name).toBe("Pier 400");
    expect(await unreadable()).toEqual(["terminal.name", "terminal.provided_data"]);
  });
});
