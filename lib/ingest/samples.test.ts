import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { itemDocumentSchema, type JsonApiRecord } from "@/lib/contract/json-api";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { inQueue, queueWindows } from "@/lib/domain/board-row/test-in-queue";
import { urgency } from "@/lib/domain/deadlines/urgency";
import { loadContainerPage } from "@/lib/features/containers/queries/container-page";
import type { ContainerPage } from "@/lib/features/containers/rules";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { loadContainers } from "@/lib/mirror/load-containers";
import {
  changes,
  containers,
  fetchQueue,
  inbox,
  partyRoles,
  referenceRecords,
  shipments,
  trackingRequests,
  transportEvents,
} from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { requestRefetch } from "@/lib/sync/fetch-queue/enqueue";
import { refetchNext } from "@/lib/sync/fetch-queue/fetch-next";
import { runSync } from "@/lib/sync/runs/run";
import { TrackingClient } from "@/lib/tracking-client/client";
import { StubService } from "@/lib/tracking-client/test-stub-service";
import { processNext } from "./process";
import { signatureOf } from "./signature";

/** Recorded documents in a folder next to the checkout. Without them these tests are skipped. */
const FOLDER = fileURLToPath(new URL("../../../shared/samples", import.meta.url));
const SECRET = "whsec-set-by-hand";
const NOW = new Date("2026-11-21T12:00:00Z");

type Dashboard = Awaited<ReturnType<typeof openTestDashboard>>;
type Attributes = Record<string, unknown>;

const read = (path: string) => readFile(`${FOLDER}/${path}.json`, "utf8");

describe.skipIf(!existsSync(FOLDER))("recorded documents", () => {
  let dashboard: Dashboard;
  let stub: StubService;
  let POST: (request: Request) => Promise<Response>;

  beforeAll(async () => {
    dashboard = await openTestDashboard();
    stub = await StubService.start();
    vi.stubEnv("DATABASE_URL", dashboard.url);
    vi.stubEnv("TRACKING_API_URL", stub.baseUrl);
    vi.stubEnv("TRACKING_API_KEY", "key");
    vi.stubEnv("NEXTAUTH_SECRET", "x".repeat(32));
    vi.stubEnv("WEBHOOK_SECRET", SECRET);
    ({ POST } = await import("@/app/api/webhooks/tracking/route"));
  });
  afterAll(async () => {
    const { pool } = await import("@/lib/platform/database/client");
    await pool().end();
    await stub.stop();
    await dashboard.close();
  });
  beforeEach(async () => {
    await dashboard.emptyMirror("inbox", "fetch_queue", "fetch_log", "installation");
    stub.answer = () => undefined;
    stub.requests.length = 0;
  });

  const client = () =>
    new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 });

  async function deliver(name: string): Promise<void> {
    const body = await read(`webhooks/${name}`);
    const headers = { "X-T49-Webhook-Signature": signatureOf(body, SECRET) };
    const address = "http://127.0.0.1:3000/api/webhooks/tracking";
    expect((await POST(new Request(address, { method: "POST", body, headers }))).status).toBe(202);
    while (await processNext(dashboard.db));
    const { id } = itemDocumentSchema.parse(JSON.parse(body)).data;
    const [noted] = await dashboard.db.select().from(inbox).where(eq(inbox.notificationId, id));
    expect(noted?.body?.toString("utf8")).toBe(body);
    expect(noted).toMatchObject({ lastError: null, processedAt: expect.any(Date), attempts: 1 });
  }

  async function fetchAll(): Promise<void> {
    while (await refetchNext(dashboard.db, client()));
  }

  const requested = async () =>
    (await dashboard.db.select().from(fetchQueue)).map(
      ({ subjectType, subjectId }) => `${subjectType} ${subjectId}`,
    );

  async function stored(
    type: string,
    id: string,
  ): Promise<{ attributes: Attributes } & Record<string, unknown>> {
    const table = { container: containers, shipment: shipments, tracking_request: trackingRequests }[type];
    const events = type === "transport_event" ? transportEvents : null;
    const own = table ?? events;
    const rows = own
      ? await dashboard.db.select().from(own).where(eq(own.id, id))
      : await dashboard.db
          .select()
          .from(referenceRecords)
          .where(and(eq(referenceRecords.type, type), eq(referenceRecords.id, id)));
    const [row] = rows;
    if (!row) throw new Error(`the mirror holds no ${type} ${id}`);
    return row;
  }

  async function requirePage(id: string): Promise<ContainerPage> {
    const page = await loadContainerPage(dashboard.db, id);
    if (!page) throw new Error(`no page of ${id}`);
    return page;
  }

  async function requireRow(id: string) {
    const [container] = await loadContainers(dashboard.db, [id]);
    if (!container) throw new Error(`no container ${id}`);
    const { rows } = await dashboard.pool.query("select row from board_rows where container_id = $1", [id]);
    expect(rows[0].row).toEqual(JSON.parse(JSON.stringify(boardRow(container))));
    return { row: boardRow(container), windows: queueWindows(container) };
  }

  /**
   * Checks that every attribute of every record of a document is stored as sent. Exceptions are the parsed ones:
   * coordinates and `created`.
   */
  async function expectAllKept(records: readonly JsonApiRecord[]): Promise<number> {
    const known = ["container", "shipment", "tracking_request", "transport_event", "port", "metro_area"];
    const saved = records.filter(({ type }) =>
      [...known, "terminal", "rail_terminal", "vessel"].includes(type),
    );
    for (const { type, id, attributes } of saved) {
      const { attributes: held } = await stored(type, id);
      expect(Object.keys(held).sort(), `${type} ${id}`).toEqual(Object.keys(attributes ?? {}).sort());
      for (const [name, sent] of Object.entries(attributes ?? {})) {
        const expected = /itude$/.test(name) ? Number(sent) : sent === "created" ? "succeeded" : sent;
        expect(held[name], `${type} ${id} ${name}`).toEqual(expected);
      }
    }
    return saved.length;
  }

  const includedIn = async (name: string) =>
    itemDocumentSchema.parse(JSON.parse(await read(name))).included ?? [];

  it.each([
    ["container.created", 2],
    ["container.pickup_lfd_terminal.changed", 1],
    ["container.transport.available", 0],
    ["container.transport.rail_unloaded", 5],
    ["container.transport.vessel_discharged", 6],
    ["container.updated", 4],
    ["shipment.estimated.arrival", 2],
    ["tracking_request.failed", 1],
    ["tracking_request.succeeded", 3],
  ])("%s: stores every field of its records, and changes nothing when applied twice", async (name, count) => {
    await deliver(name);
    expect(await expectAllKept(await includedIn(`webhooks/${name}`))).toBe(count);
    await deliver(name);
    expect(await dashboard.db.select().from(inbox)).toHaveLength(1);
    expect(await dashboard.db.select().from(changes)).toEqual([]);
  });

  it("container.created: stores a container of a shipment that has not sailed", async () => {
    await deliver("container.created");
    expect(await stored("container", "ede7ebb0-19e6-4bad-afcd-824bb8ca3cd7")).toMatchObject({
      numberKey: "MRKU3700927",
      shipmentId: "0b315c62-71f2-4c04-b252-88096d7f226f",
      podTerminalId: null,
      carrierAsOf: new Date("2022-10-21T20:18:43Z"),
    });
    expect(await stored("shipment", "0b315c62-71f2-4c04-b252-88096d7f226f")).toMatchObject({
      billOfLadingKey: "MAEU221876618",
      searchKeys: ["MAEU221876618", "221876618"],
      createdAt: new Date("2022-10-21T20:18:36Z"),
      trackingStoppedAt: null,
      relationships: {
        port_of_lading: { data: { type: "port", id: "9b8a6dcc-2f14-4d2d-a91b-5a154ee6fbf8" } },
        port_of_discharge: { data: null },
        pod_terminal: { data: null },
      },
    });
    const { row } = await requireRow("ede7ebb0-19e6-4bad-afcd-824bb8ca3cd7");
    expect(row).toMatchObject({
      number: "MRKU3700927",
      equipment: "40′ dry",
      billOfLading: "MAEU221876618",
      customer: "Nienow LLC",
      line: { scac: "MAEU", name: "Maersk" },
      terminal: { id: null, name: null },
      status: { value: "new" },
      deadline: { state: "not_discharged", governing: null },
      readiness: { state: "not_discharged" },
      charges: { reported: false },
      arrival: { place: "port", eta: { at: "2022-11-25T08:00:00Z", zone: null }, actual: null },
    });
    expect(await requested()).toEqual([]);
  });

  it("container.updated: stores MSKU4807969 with its New York day, expired, not picked up, stale", async () => {
    const id = "5f3d40ad-2e2f-4778-8973-8a3a70bef56d";
    await deliver("container.updated");
    const { attributes, ...container } = await stored("container", id);
    expect(container).toMatchObject({
      numberKey: "MSKU4807969",
      shipmentId: "c0633538-4e53-4c33-bde5-055a5bdbfa29",
      podTerminalId: "fb4666e2-f159-429e-9d6c-4a09ced32262",
    });
    expect(attributes).toMatchObject({
      number: "MSKU4807969",
      equipment_type: "dry",
      equipment_length: 45,
      equipment_height: "high_cube",
      pickup_lfd: "2022-10-24T04:00:00Z",
      pickup_appointment_at: "2022-10-18T16:00:00Z",
      pod_discharged_at: "2022-10-11T21:32:00Z",
      pod_full_out_at: null,
      terminal_checked_at: "2022-10-21T20:19:12Z",
      pod_timezone: "America/New_York",
      availability_known: true,
      available_for_pickup: true,
      holds_at_pod_terminal: [],
      fees_at_pod_terminal: [],
    });
    const { row, windows } = await requireRow(id);
    expect(row).toMatchObject({
      equipment: "45′ high cube",
      line: { scac: "MAEU", name: "Maersk" },
      terminal: { name: "Port Elizabeth" },
      yardSpot: "Yard Grounded (G90402B1)",
      port: { locode: "USNYC", name: "New York / New Jersey" },
      vessel: { name: "MAERSK SYDNEY", voyage: "235W" },
      readiness: { state: "ready" },
      gateOut: null,
      appointment: { at: "2022-10-18T16:00:00Z", zone: "America/New_York" },
      checkedAt: "2022-10-21T20:19:12Z",
      onTerminalGround: true,
      deadline: {
        state: "applies",
        governing: {
          on: "2022-10-24",
          zone: "America/New_York",
          source: "not_reported",
          endsAt: "2022-10-25T04:00:00.000Z",
        },
      },
    });
    const read = urgency("en-US", row.deadline, NOW, row);
    expect(read).toMatchObject({ tone: "stale", text: "Expired 1489d" });
    expect(read.notes.join()).toMatch(/^stale, not checked for /);
    expect(
      (["expired", "stale", "no-appointment"] as const).map((queue) => inQueue(windows, queue, NOW)),
    ).toEqual([true, true, false]);
    const port = await stored("port", "9e9e8a64-bc96-417f-87d2-189ebccd0123");
    expect(port.attributes).toMatchObject({ latitude: 40.684996498, longitude: -74.151115685 });
    expect(await requested()).toEqual([]);
  });

  it("container.updated of a known container: stores the fields of its changeset once, with the notification's id", async () => {
    const included = await includedIn("webhooks/container.updated");
    const changeset = included.find(({ type }) => type === "container_updated_event")?.attributes?.changeset;
    const holds = Object.entries(changeset ?? {}).find(
      ([field]) => field === "holds_at_pod_terminal",
    )?.[1][0];
    const before = included.map((record) =>
      record.type === "container"
        ? {
            ...record,
            attributes: { ...record.attributes, available_for_pickup: false, holds_at_pod_terminal: holds },
          }
        : record,
    );
    const origin = { asOf: new Date("2022-10-21T20:00:00Z"), notificationId: null };
    await dashboard.db.transaction((tx) => applyRecords(tx, before, origin));
    await deliver("container.updated");
    const { changes: reported } = await requirePage("5f3d40ad-2e2f-4778-8973-8a3a70bef56d");
    const common = {
      subject: "container",
      asOf: "2022-10-21T20:19:13.000Z",
      notificationId: "aee69c9e-66e5-4ead-82ee-668dafc242ee",
      event: "container.updated",
      zone: "America/New_York",
    };
    const sorted = [...reported].sort((a, b) => (a.field < b.field ? -1 : 1));
    expect(sorted).toMatchObject([
      { ...common, field: "available_for_pickup", before: false, after: true },
      {
        ...common,
        field: "holds_at_pod_terminal",
        before: [{ status: "hold" }, { status: "hold" }],
        after: [],
      },
    ]);
    expect(reported).toHaveLength(2);
  });

  it("container.transport.rail_unloaded: stores three holds, two zones and an inland place by name", async () => {
    const id = "7309bbe8-ec63-4740-979a-e4dc3047778a";
    await deliver("container.transport.rail_unloaded");
    const { attributes } = await stored("container", id);
    expect(attributes).toMatchObject({
      number: "OOLU6213464",
      weight_in_lbs: 56879,
      pod_timezone: "America/Los_Angeles",
      final_destination_timezone: "America/Chicago",
      holds_at_pod_terminal: [
        { status: "hold", name: "other", description: "ONDOCK" },
        { status: "hold", name: "other", description: "CTF_CONTAINER_HOLD" },
        { status: "hold", name: "freight", description: "FREIGHT_BL_HOLD" },
      ],
    });
    const { row } = await requireRow(id);
    expect(row).toMatchObject({
      equipment: "40′ high cube reefer",
      line: { scac: "OOLU", name: "OOCL" },
      port: { locode: "USLGB" },
      destination: { locode: "USEWI", name: "Elwood" },
      gateOut: null,
    });
    expect(row.status.value).not.toBe("picked_up");
    const { events } = await requirePage(id);
    expect(events).toEqual([
      {
        id: "42a1cd6e-9891-401c-aa28-7e2dfcdf5895",
        event: "container.transport.rail_unloaded",
        at: "2022-10-21T18:32:00Z",
        zone: "America/Chicago",
        latitude: 41.4039201,
        longitude: -88.1117242,
        place: "Elwood",
        terminal: "BNSF - Logistics Park Chicago (LPC) Intermodal Facility",
        vessel: null,
        voyage: null,
        source: "shipping_line",
      },
    ]);
    const place = await stored("metro_area", "43b40e7b-e339-450e-8581-19e49cb32a61");
    expect(place.attributes).toMatchObject({ code: "USEWI", latitude: 41.4039201, longitude: -88.1117242 });
    expect(await stored("shipment", "0ee340ba-0f60-49cb-8ae1-551897887a52")).toMatchObject({
      relationships: {
        destination: { data: { type: "metro_area", id: "43b40e7b-e339-450e-8581-19e49cb32a61" } },
        destination_terminal: { data: { type: "rail_terminal", id: "9d04a5cb-083b-4a76-86a8-e37fc3dd65b3" } },
      },
    });
    expect(await requested(), "the terminal at Long Beach was not included").toEqual([`container ${id}`]);
  });

  it("container.transport.vessel_discharged: shows ready, its New York day, the vessel and the place by name", async () => {
    const id = "7e9be7ac-2845-4130-b032-fb447d3c3126";
    await deliver("container.transport.vessel_discharged");
    const { row, windows } = await requireRow(id);
    expect(row).toMatchObject({
      number: "NYKU0800893",
      line: { scac: "ONEY", name: "ONE" },
      customer: "Schaden and Sons",
      terminal: { name: "GCT Bayonne" },
      yardSpot: "In Yard",
      appointment: null,
      readiness: { state: "ready" },
      deadline: { state: "applies", governing: { on: "2022-10-27", zone: "America/New_York" } },
    });
    const friday = new Date("2022-10-24T12:00:00Z");
    expect(inQueue(windows, "pull-today", friday)).toBe(true);
    expect(inQueue(windows, "no-appointment", friday)).toBe(true);
    expect((await requirePage(id)).events).toMatchObject([
      {
        event: "container.transport.vessel_discharged",
        at: "2022-10-21T15:19:00Z",
        zone: "America/New_York",
        place: "New York / New Jersey",
        terminal: "GCT Bayonne",
        vessel: "ESSEN EXPRESS",
        voyage: "042E",
      },
    ]);
    const vessel = await stored("vessel", "043bbbbe-c26f-44fb-a21c-4ee80c8fe319");
    expect(vessel.attributes).toMatchObject({
      imo: "9501370",
      nautical_speed_knots: 13,
      latitude: -78.30435842851921,
    });
    expect(await requested()).toEqual([]);
  });

  it("shipment.estimated.arrival: stores the ETA and requests the missing container", async () => {
    await deliver("shipment.estimated.arrival");
    expect(await stored("shipment", "fd0b571a-d6bc-4059-93ed-fc5b00a83b15")).toMatchObject({
      billOfLadingKey: "OOLU2136060630",
      attributes: {
        pod_eta_at: "2022-11-01T14:00:00Z",
        pod_original_eta_at: "2022-11-03T01:00:00Z",
        destination_eta_at: "2022-11-07T17:00:00Z",
        pod_timezone: "America/Los_Angeles",
        destination_timezone: "America/Chicago",
      },
    });
    expect(await requested()).toEqual(["container 300f6e6f-04ba-4f49-b9bd-7302fc382c4d"]);
  });

  it("tracking_request.failed: stores its state and reason", async () => {
    await deliver("tracking_request.failed");
    expect(await stored("tracking_request", "5fe62a78-86af-4408-a79c-2d03c907a68b")).toMatchObject({
      status: "failed",
      numberKey: "MAEU11875506",
      shipmentId: null,
      createdAt: new Date("2022-10-21T20:19:13Z"),
      attributes: { failed_reason: "not_found", is_retrying: false, retry_count: null, scac: "MAEU" },
    });
    expect(await requested()).toEqual([]);
  });

  it("tracking_request.succeeded: stores the live `created`, with the shipment and container it found", async () => {
    await deliver("tracking_request.succeeded");
    expect(await stored("tracking_request", "bf1d2f9d-f88a-4aed-901b-a86cddb0a665")).toMatchObject({
      status: "succeeded",
      shipmentId: "6af82332-9bff-4b4a-a1e1-a382e0f82ca5",
      attributes: { failed_reason: null, request_type: "bill_of_lading" },
    });
    const { row } = await requireRow("2444986c-5ebe-4bc5-ad55-d24293424943");
    expect(row).toMatchObject({ number: "MRKU3700927", customer: "Schuster-Barrows" });
    await deliver("container.created");
    const twins = await dashboard.db.select().from(containers).where(eq(containers.numberKey, "MRKU3700927"));
    expect(twins).toHaveLength(2);
    expect(await requested()).toEqual([]);
  });

  it.each(["container.transport.available", "container.pickup_lfd_terminal.changed"])(
    "%s: searches the container in the delivery log, then among the recent containers",
    async (name) => {
      const { data, included } = itemDocumentSchema.parse(
        JSON.parse(await read("documents/containers.get.include")),
      );
      stub.answer = ({ path }) =>
        path.startsWith("containers?") ? { body: { data: [data], included } } : undefined;
      await deliver(name);
      await fetchAll();
      const [notification] = await dashboard.db.select().from(inbox);
      expect(stub.asked.map((path) => path.split("?")[0])).toEqual([
        `webhook_notifications/${notification?.notificationId}`,
        "containers",
      ]);
      expect(await dashboard.db.select().from(containers)).toMatchObject([{ id: "container-1" }]);
      expect(await requested()).toEqual([]);
    },
  );

  async function expectPickedUpTank(): Promise<void> {
    expect(await stored("container", "container-1")).toMatchObject({
      numberKey: "RMCU74210C6",
      shipmentId: "shipment-1",
      podTerminalId: "terminal-1",
      pickupFacilityId: null,
    });
    const { row, windows } = await requireRow("container-1");
    expect(row).toMatchObject({
      number: "RMCU74210c6",
      equipment: "20′ tank",
      status: { value: "picked_up", label: "Picked up" },
      readiness: { state: "picked_up" },
      billOfLading: "HLCUSEL251063ad5",
      terminal: { id: "terminal-1", name: "Wando Welch Terminal" },
      gateOut: { at: "2026-01-06T21:25:00Z", zone: "America/New_York" },
      emptyReturned: null,
      deadline: { state: "picked_up", governing: null },
      charges: { reported: false },
      arrival: { actual: { at: "2025-12-29T09:28:23Z", zone: "America/New_York" } },
    });
    expect(inQueue(windows, "empty-due", NOW)).toBe(true);
  }

  it("containers.get.include, fetched: stores the container, with its shipment and terminal known by type and id", async () => {
    const text = await read("documents/containers.get.include");
    stub.answer = ({ path }) => (path.startsWith("containers/container-1?") ? { text } : undefined);
    await requestRefetch(dashboard.db, { type: "container", id: "container-1" }, null);
    await fetchAll();
    const { data, included = [] } = itemDocumentSchema.parse(JSON.parse(text));
    expect(await expectAllKept([data, ...included])).toBe(3);
    await expectPickedUpTank();
    expect(stub.asked.map((path) => path.split("?")[0])).toEqual([
      "containers/container-1",
      "containers/container-1/transport_events",
    ]);
  });

  it("shipments.get.include, fetched: stores the same container, with both ports", async () => {
    const text = await read("documents/shipments.get.include");
    stub.answer = ({ path }) => (path.startsWith("shipments/shipment-1?") ? { text } : undefined);
    await requestRefetch(dashboard.db, { type: "shipment", id: "shipment-1" }, null);
    await fetchAll();
    const { data, included = [] } = itemDocumentSchema.parse(JSON.parse(text));
    expect(await expectAllKept([data, ...included])).toBe(5);
    await expectPickedUpTank();
    const busan = await stored("port", "port-1");
    expect(busan.attributes).toMatchObject({ code: "KRPUS", latitude: 35.10162, longitude: 129.036 });
    const charleston = await stored("port", "port-2");
    expect(charleston.attributes).toMatchObject({ name: "Charleston", time_zone: "America/New_York" });
  });

  it("tracking-requests.list: ingests one page of 180,774 once when the same page repeats forever", async () => {
    const text = await read("documents/tracking-requests.list");
    stub.answer = ({ path }) => (path.startsWith("tracking_requests?") ? { text } : { body: { data: [] } });
    await runSync(dashboard.db, client(), new AbortController().signal);
    expect(await stored("tracking_request", "tracking_request-1")).toMatchObject({
      status: "succeeded",
      numberKey: "HLCUSEL251063157",
      shipmentId: "shipment-1",
      attributes: { scac: "HLCU", failed_reason: null },
      relationships: { user: { data: { type: "user", id: "user-1" } } },
    });
    expect(await stored("shipment", "shipment-1")).toMatchObject({
      searchKeys: ["HLCUSEL251063AD5", "HLCUSEL251063257"],
      attributes: { pod_voyage_number: "546E", pod_ata_at: "2025-12-29T09:28:23Z" },
    });
    expect(stub.asked.filter((path) => path.startsWith("tracking_requests"))).toHaveLength(2);
    expect(stub.requests.every(({ path }) => !path.includes("terminal49"))).toBe(true);
    expect(await dashboard.db.select().from(partyRoles)).toEqual([]);
  });
});
