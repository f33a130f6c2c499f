import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  containerRecord,
  eventRecord,
  type NotificationFixture,
  named,
  notificationBody,
  requestRecord,
  shipmentRecord,
  terminalRecord,
} from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { loadRelated } from "@/lib/features/containers/queries/supplementary-data";
import { type Database, openDatabase } from "@/lib/platform/database/client";
import { storedJson } from "@/lib/platform/database/rows";
import {
  boardRows,
  changes,
  containers,
  fetchQueue,
  inbox,
  referenceRecords,
  trackingRequests,
} from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { claimFresh } from "./claim";
import { noteFailure, processNext, processWaiting } from "./process";
import { noteBody } from "./test-inbox-delivery";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.emptyMirror("inbox", "fetch_queue", "documents");
});

async function note(fixture: NotificationFixture): Promise<void> {
  await noteBody(dashboard.pool, notificationBody(fixture));
}

/** Stores a notification that no parser accepts, as an older version may have left one. */
async function notePoison(id: string): Promise<void> {
  const body = Buffer.from("{}");
  await dashboard.db.insert(inbox).values({ notificationId: id, event: "x", body, createdAt: new Date() });
}

async function processAll(db: Database = dashboard.db): Promise<number> {
  let steps = 0;
  while (await processNext(db)) steps += 1;
  return steps;
}

async function noted(id: string) {
  const [row] = await dashboard.db.select().from(inbox).where(eq(inbox.notificationId, id));
  if (!row) throw new Error(`no notification ${id}`);
  return row;
}

const requested = async () =>
  (
    await dashboard.db
      .select()
      .from(fetchQueue)
      .orderBy(asc(fetchQueue.subjectType), asc(fetchQueue.subjectId))
  ).map(({ subjectType, subjectId, notificationId }) => `${subjectType} ${subjectId} for ${notificationId}`);

const at = (time: string) => `2026-11-20T${time}:00Z`;
const reference = named("transport_event", "e-1");
const container = (attributes: Record<string, unknown> = {}) =>
  containerRecord("c-1", attributes, { shipment: named("shipment", "s-1") });
const whole = (attributes: Record<string, unknown> = {}): JsonApiRecord[] => [
  container(attributes),
  shipmentRecord("s-1"),
  eventRecord("e-1", {}, { container: named("container", "c-1"), shipment: named("shipment", "s-1") }),
];

async function knownContainer(): Promise<void> {
  await note({ id: "n-0", createdAt: at("08:00"), reference, included: whole() });
  await processAll();
}

describe("a notification", () => {
  it("requests its missing references in a fixed order, so that parallel workers never wait for each other", async () => {
    const containers = ["c-9", "c-3", "c-5", "c-3"].map((id) => named("container", id));
    const about = { container: named("container", "c-1"), shipment: named("shipment", "s-7") };
    const included = [
      eventRecord("e-1", {}, about),
      container(),
      shipmentRecord("s-2", {}, { containers: containers }),
    ];
    await note({ id: "n-1", createdAt: at("09:00"), reference, included });
    await processAll();
    const rows = await dashboard.db.select().from(fetchQueue).orderBy(asc(fetchQueue.requestedAt));
    expect(rows.map(({ subjectId }) => subjectId)).toEqual(["c-1", "c-3", "c-5", "c-9", "s-7"]);
  });

  it("is applied once and requests nothing when it is complete", async () => {
    await knownContainer();
    await note({ id: "n-1", createdAt: at("09:00"), reference, included: whole({ seal_number: "A1" }) });
    expect(await processAll()).toBe(1);
    expect(await dashboard.db.select().from(changes)).toMatchObject([
      { field: "seal_number", notificationId: "n-1" },
    ]);
    expect(await noted("n-1")).toMatchObject({ processedAt: expect.any(Date), attempts: 1, lastError: null });
    expect(await requested()).toEqual([]);
    expect(await processAll()).toBe(0);
  });

  it("changes nothing when it is delivered again after it was applied", async () => {
    await knownContainer();
    const again = { createdAt: at("09:00"), reference, included: whole({ seal_number: "A1" }) };
    await note({ id: "n-1", ...again });
    await processAll();
    await note({ id: "n-1", ...again });
    expect(await processAll()).toBe(0);
    await note({ id: "n-2", ...again });
    await processAll();
    expect(await dashboard.db.select().from(changes)).toHaveLength(1);
  });

  it("changes nothing newer when it is late, and appears in the history at its own time", async () => {
    await note({ id: "n-2", createdAt: at("10:00"), reference, included: whole({ seal_number: "new" }) });
    await note({ id: "n-1", createdAt: at("09:00"), reference, included: whole({ seal_number: "old" }) });
    await processAll();
    expect((await dashboard.db.select().from(containers))[0]?.attributes.seal_number).toBe("new");
    expect(await dashboard.db.select().from(changes)).toMatchObject([
      {
        field: "seal_number",
        before: "old",
        after: "new",
        asOf: new Date(at("10:00")),
        notificationId: "n-2",
      },
    ]);
  });

  it("does not block later fetches when it has a future timestamp", async () => {
    await note({ id: "n-1", createdAt: "2999-01-01T00:00:00Z", reference, included: whole() });
    await processAll();
    const [row] = await dashboard.db.select().from(containers);
    expect(row?.carrierAsOf.getTime()).toBeLessThanOrEqual(Date.now());
    expect(row?.carrierAsOf).toEqual((await noted("n-1")).receivedAt);
  });

  it("applies a document record by age and requests its missing references", async () => {
    const about = named("document", "d-1");
    const document = (status: string): JsonApiRecord => ({
      type: "document",
      id: "d-1",
      attributes: { name: "Notice.pdf", status },
      relationships: { cargos: { data: [named("container", "c-1")] } },
    });
    const event = (name: string, createdAt: string, included: JsonApiRecord[]) =>
      note({ id: name, event: `document.${name}`, createdAt, reference: about, included });
    await event("extracted", at("10:00"), [document("extracted")]);
    await event("extraction_failed", at("09:00"), [document("extraction_failed")]);
    await processAll();
    expect((await loadRelated(dashboard.db, "c-1")).documents.entries).toMatchObject([
      { status: "extracted" },
    ]);
    expect(await requested()).toEqual([]);
    await note({ id: "n-3", event: "document.extracted", reference: named("document", "d-2"), included: [] });
    await processAll();
    expect(await requested()).toEqual(["document d-2 for n-3"]);
  });

  it("applies the records of an undocumented event", async () => {
    await note({ id: "n-1", event: "weather.changed", included: [container()] });
    await note({ id: "n-2", event: "weather.changed" });
    await processAll();
    expect(await dashboard.db.select().from(containers)).toHaveLength(1);
    expect((await noted("n-2")).processedAt).not.toBeNull();
  });

  it("is applied without characters that the database cannot store", async () => {
    const odd = { reference, included: whole({ location_at_pod_terminal: "G\u00009 \ud800" }) };
    await note({ id: "n-1", ...odd });
    await processAll();
    const [row] = await dashboard.db.select().from(containers);
    expect(row?.attributes.location_at_pod_terminal).toBe("G\u{FFFD}9 \u{FFFD}");
  });

  it("applies its other records and reports the one that cannot be read", async () => {
    const bad = terminalRecord("t-1", "Pier", { provided_data: "none" });
    await note({ id: "n-1", reference, included: [...whole({ seal_number: "A1" }), bad] });
    await processAll();
    expect((await dashboard.db.select().from(containers))[0]?.attributes.seal_number).toBe("A1");
    expect(await noted("n-1")).toMatchObject({
      processedAt: expect.any(Date),
      lastError: expect.stringMatching(/cannot read .*t-1.*provided_data/),
    });
  });
});

describe("a notification that puts a ready container on customs hold", () => {
  const ready = {
    current_status: "available",
    availability_known: true,
    available_for_pickup: true,
    holds_at_pod_terminal: [],
  };
  const held = { holds_at_pod_terminal: [{ name: "customs", status: "hold", description: null }] };
  const shown = async () => {
    const [found] = await dashboard.db.select().from(boardRows);
    return storedJson<BoardRow>().parse(found?.row);
  };

  beforeEach(async () => {
    await note({ id: "n-0", createdAt: at("08:00"), reference, included: whole(ready) });
    await processAll();
    expect((await shown()).readiness.state).toBe("ready");
  });

  it.each<Record<string, unknown>>([
    { ref_numbers: [null] },
    { weight_in_lbs: "28097" },
    { equipment_length: "40" },
    { pickup_appointment_at: "" },
    { pickup_lfd: "" },
    { pickup_lfd: "TBD" },
    { available_for_pickup: "true" },
    { seal_number: 12_345 },
    { fees_at_pod_terminal: [{ type: null, amount: 75, currency_code: "USD" }] },
    { created_at: 0 },
    { holds_at_pod_terminal: [{ name: "customs", status: null }] },
  ])("holds it, whatever another attribute is: %j", async (odd) => {
    await note({ id: "n-1", createdAt: at("09:00"), reference, included: whole({ ...held, ...odd }) });
    await processAll();
    expect(await noted("n-1")).toMatchObject({ attempts: 1, processedAt: expect.any(Date) });
    expect((await shown()).readiness).toMatchObject({ state: "held" });
    expect((await shown()).holds).toMatchObject([{ name: "customs", status: "hold" }]);
  });

  it("holds it, whatever an included record is", async () => {
    const odd = [
      { type: "vessel", id: "v-1", attributes: { name: "Ever Given", imo: 9_811_000 } },
      shipmentRecord("s-1", { tags: [null], ref_numbers: [null], created_at: 0 }),
    ];
    const included = [...odd, ...whole(held).filter(({ type }) => type !== "shipment")];
    await note({ id: "n-1", createdAt: at("09:00"), reference, included });
    await processAll();
    expect((await shown()).readiness.state).toBe("held");
    const [vessel] = await dashboard.db.select().from(referenceRecords);
    expect(vessel?.attributes).toMatchObject({ imo: "9811000" });
  });

  it("has its container fetched when its instant cannot be read: what is newer is not known", async () => {
    const body = JSON.parse(notificationBody({ id: "n-1", reference, included: whole(held) }));
    body.data.attributes.created_at = 0;
    await noteBody(dashboard.pool, JSON.stringify(body));
    await processAll();
    expect((await shown()).readiness.state).toBe("ready");
    expect(await requested()).toEqual(["container c-1 for n-1", "shipment s-1 for n-1"]);
  });
});

describe("a notification with missing references", () => {
  it.each<[string, Partial<NotificationFixture>, string[]]>([
    ["nothing included", { event: "container.transport.available" }, ["webhook_notification n-1 for n-1"]],
    ["a bare event", { included: [eventRecord("e-1")] }, ["webhook_notification n-1 for n-1"]],
    [
      "an event that names its container",
      { included: [eventRecord("e-1", {}, { container: named("container", "c-9") })] },
      ["container c-9 for n-1"],
    ],
    [
      "a container of an unknown shipment",
      { included: [container(), eventRecord("e-1", {}, { container: named("container", "c-1") })] },
      ["container c-1 for n-1"],
    ],
    [
      "a container at an unknown terminal",
      { included: [containerRecord("c-1", {}, { pod_terminal: named("terminal", "t-1") })] },
      ["container c-1 for n-1"],
    ],
    [
      "a shipment that lists unknown containers",
      {
        event: "shipment.estimated.arrival",
        reference: named("estimated_event", "e-1"),
        included: [
          shipmentRecord("s-1", {}, { containers: [named("container", "c-8"), named("container", "c-9")] }),
        ],
      },
      ["container c-8 for n-1", "container c-9 for n-1"],
    ],
    [
      "a request that found a shipment",
      {
        reference: named("tracking_request", "r-1"),
        included: [requestRecord("r-1", { status: "created" }, { tracked_object: named("shipment", "s-9") })],
      },
      ["shipment s-9 for n-1"],
    ],
    [
      "only a request's name",
      { event: "tracking_request.failed", reference: named("tracking_request", "r-1") },
      ["tracking_request r-1 for n-1"],
    ],
  ])("requests the rest: %s", async (_, fixture, expected) => {
    await note({ id: "n-1", reference, ...fixture });
    await processAll();
    expect(await requested()).toEqual(expected);
  });

  it("sends one request when many notifications miss the same reference", async () => {
    for (const n of [1, 2, 3])
      await note({
        id: `n-${n}`,
        reference,
        included: [eventRecord("e-1", {}, { container: named("container", "c-9") })],
      });
    await processAll();
    expect(await requested()).toEqual(["container c-9 for n-3"]);
  });

  const updated = (changeset: object) => ({
    type: "container_updated_event",
    id: "e-1",
    attributes: { changeset, timestamp: at("08:59") },
    relationships: { container: { data: named("container", "c-1") } },
  });
  const held = { available_for_pickup: [true, false], pod_terminal: ["t-1", "t-2"] };
  const change = { createdAt: at("09:00"), reference: named("container_updated_event", "e-1") };

  it("applies a known container's new values from the changeset and still requests the container", async () => {
    await knownContainer();
    await note({ id: "n-1", ...change, included: [updated(held)] });
    await processAll();
    expect((await dashboard.db.select().from(containers))[0]).toMatchObject({
      attributes: { available_for_pickup: false, number: "MSKU4807969" },
      podTerminalId: "t-2",
    });
    expect(await requested()).toEqual(["container c-1 for n-1"]);
  });

  it("does not create a container from a changeset alone", async () => {
    await note({ id: "n-1", ...change, included: [updated(held)] });
    await processAll();
    expect(await dashboard.db.select().from(containers)).toEqual([]);
    expect(await requested()).toEqual(["container c-1 for n-1"]);
  });

  it("stores a tracking request's state without its shipment", async () => {
    const found = requestRecord("r-1", { status: "created" }, { tracked_object: named("shipment", "s-9") });
    await note({ id: "n-1", reference: named("tracking_request", "r-1"), included: [found] });
    await processAll();
    expect(await dashboard.db.select().from(trackingRequests)).toMatchObject([
      { status: "succeeded", shipmentId: "s-9" },
    ]);
  });
});

describe("a notification that cannot be applied", () => {
  const pauseOf = async (id: string) => {
    const { rows } = await dashboard.pool.query(
      "select extract(epoch from next_attempt_at - clock_timestamp()) as pause from inbox where notification_id = $1",
      [id],
    );
    return Number(rows[0].pause);
  };
  const fallDue = () => dashboard.db.update(inbox).set({ nextAttemptAt: sql`now() - interval '1 second'` });

  it("ignores a failure from a stopped process after another attempt and a manual retry", async () => {
    await notePoison("poison");
    const stopped = await dashboard.db.transaction((tx) => claimFresh(tx, 1));
    await processAll();
    await dashboard.pool.query(
      "update inbox set attempts = 0, next_attempt_at = clock_timestamp(), dead_lettered_at = null, last_error = null",
    );
    for (const row of stopped) await noteFailure(dashboard.db, row, new Error("too late"));
    expect(await noted("poison")).toMatchObject({ attempts: 0, lastError: null });
  });

  it("is retried with growing pauses and dead-lettered after eight attempts while others continue", async () => {
    await notePoison("poison");
    const pauses: number[] = [];
    for (let attempts = 1; attempts <= 8; attempts += 1) {
      await note({ id: `n-${attempts}`, reference, included: whole() });
      expect(await processAll()).toBe(2);
      expect((await noted(`n-${attempts}`)).processedAt).not.toBeNull();
      expect(await noted("poison")).toMatchObject({
        attempts,
        processedAt: null,
        lastError: expect.any(String),
      });
      pauses.push(Math.round(await pauseOf("poison")));
      if (attempts < 8) expect((await noted("poison")).deadLetteredAt).toBeNull();
      await fallDue();
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256]);
    expect((await noted("poison")).deadLetteredAt).not.toBeNull();
    expect(await processAll()).toBe(0);
  });

  it("is retried during a constant stream of new notifications", async () => {
    await notePoison("poison");
    await processAll();
    await fallDue();
    for (let n = 0; n < 8; n += 1) {
      for (const half of ["a", "b"]) await note({ id: `n-${n}${half}`, reference, included: whole() });
      expect(await processNext(dashboard.db)).toBe(true);
    }
    expect(await noted("poison")).toMatchObject({ attempts: 2 });
    expect((await noted("n-6a")).processedAt).toBeNull();
  });

  it("leaves no partial changes, and stores its error without its content", async () => {
    await knownContainer();
    await dashboard.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$;
      create trigger refuse before insert on changes for each row execute function refuse()`);
    const secretive = "C/O JANE DOE, 5 PRIVATE LANE";
    await note({ id: "n-1", createdAt: at("09:00"), reference, included: whole({ seal_number: secretive }) });
    await processAll();
    const failed = await noted("n-1");
    expect(failed).toMatchObject({ processedAt: null, attempts: 1, lastError: "the disk is full" });
    expect((await dashboard.db.select().from(containers))[0]?.attributes).not.toHaveProperty("seal_number");
    await dashboard.pool.query("drop trigger refuse on changes; drop function refuse()");
    await fallDue();
    await processAll();
    expect(await noted("n-1")).toMatchObject({ processedAt: expect.any(Date), attempts: 2, lastError: null });
    expect(await dashboard.db.select().from(changes)).toHaveLength(1);
  });
});

describe("a notification with a statement the database cannot execute", () => {
  const fallDue = () => dashboard.db.update(inbox).set({ nextAttemptAt: sql`now() - interval '1 second'` });

  async function failing(code: string, action: () => Promise<void>): Promise<void> {
    await dashboard.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin if new.id = 'c-bad' then raise exception 'refused' using errcode = '${code}'; end if; return new; end $$;
      create trigger refuse before insert on containers for each row execute function refuse()`);
    try {
      await action();
    } finally {
      await dashboard.pool.query("drop trigger refuse on containers; drop function refuse()");
    }
  }
  const noteThree = async () => {
    for (const id of ["c-1", "c-bad", "c-2"]) await note({ id: `n-${id}`, included: [containerRecord(id)] });
  };
  const held = async () => (await dashboard.db.select().from(containers)).map(({ id }) => id).sort();

  it.each(["57014", "53200", "53400"])(
    "is dead-lettered after eight attempts with %s, and blocks no other notification",
    async (code) =>
      failing(code, async () => {
        await noteThree();
        for (let attempts = 1; attempts <= 8; attempts += 1) {
          while (await processWaiting(dashboard.db));
          expect(await held()).toEqual(["c-1", "c-2"]);
          expect(await noted("n-c-bad")).toMatchObject({ attempts, processedAt: null, lastError: "refused" });
          await fallDue();
        }
        expect((await noted("n-c-bad")).deadLetteredAt).not.toBeNull();
      }),
  );

  it.each(["53100", "57P01", "08006", "25006"])(
    "counts no attempt with %s: all notifications wait",
    async (code) => {
      await noteThree();
      await failing(code, async () => {
        for (const _ of [1, 2]) await expect(processWaiting(dashboard.db)).rejects.toThrow();
        for (const id of ["n-c-1", "n-c-bad", "n-c-2"])
          expect(await noted(id)).toMatchObject({ attempts: 0, processedAt: null });
      });
      while (await processWaiting(dashboard.db));
      expect(await held()).toEqual(["c-1", "c-2", "c-bad"]);
    },
  );
});

describe("two parallel processors", () => {
  it("skip notifications held by the other processor, and others of the same container, without waiting", async () => {
    await note({ id: "n-1", reference, included: whole() });
    await note({ id: "n-2", reference, included: whole() });
    await note({ id: "n-3", included: [containerRecord("c-2")] });
    await dashboard.db.transaction(async (tx) => {
      expect((await claimFresh(tx, 1)).map(({ id }) => id)).toEqual(["n-1"]);
      for (const _ of [1, 2]) expect(await processWaiting(dashboard.db)).toBe(true);
      expect((await noted("n-3")).processedAt).not.toBeNull();
      expect((await noted("n-2")).processedAt).toBeNull();
    });
    expect(await processAll()).toBe(2);
  });

  it("process each notification once", async () => {
    const count = 60;
    for (let n = 0; n < count; n += 1)
      await note({
        id: `n-${n}`,
        createdAt: at(`09:${String(n).padStart(2, "0")}`),
        reference,
        included: whole({ seal_number: `${n}` }),
      });
    const other = openDatabase(dashboard.url);
    const steps = await Promise.all([processAll(), processAll(other.db), processAll(), processAll(other.db)]);
    await other.pool.end();
    expect(steps.reduce((sum, taken) => sum + taken, 0)).toBeGreaterThanOrEqual(count);
    const rows = await dashboard.db.select().from(inbox);
    expect(rows.every(({ processedAt }) => processedAt !== null)).toBe(true);
    expect(rows.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(count);
    expect((await dashboard.db.select().from(containers))[0]?.attributes.seal_number).toBe(String(count - 1));
    const remembered = await dashboard.db.select().from(changes);
    expect(new Set(remembered.map(({ notificationId }) => notificationId)).size).toBe(remembered.length);
  });
});
