import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { stepJourney } from "@/tracking-service/sources/simulation/manual-step";
import { accounts } from "@/tracking-service/store/schema";
import { everyPage } from "@/tracking-service/testing/every-page";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";

let service: TestService;
let stranger: { key: string; accountId: string };
let containers: JsonApiRecord[];
const START = new Date("2026-11-21T09:00:00Z");
let now = START;

const NOWHERE = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  service = await startTestService({ simStart: START }, { now: () => now });
  stranger = await service.stranger();
  containers = (await everyPage(service.call, "/containers")).items;
});
afterAll(() => service.end());

const attributesOf = (record: JsonApiRecord | undefined) => record?.attributes ?? {};
const requireContainer = (wanted: (attributes: Record<string, unknown>) => boolean) => {
  const container = containers.find((record) => wanted(attributesOf(record)));
  if (!container) throw new Error("no such container was seeded");
  return container;
};

const edit = (id: unknown, attributes: unknown, type = "container") => ({
  method: "PATCH",
  body: { data: { type, id, attributes } },
});

describe("PATCH /containers", () => {
  it("replaces reference numbers, each once, and no report reverts it", async () => {
    const { id } = requireContainer(({ current_status }) => current_status === "on_ship");
    const response = await service.call("/containers", edit(id, { ref_numbers: [" PO-1", "PO-2", "PO-1"] }));
    expect(response.status).toBe(200);
    expect(response.item.attributes?.ref_numbers).toEqual(["PO-1", "PO-2"]);
    expect(response.document.links).toEqual({ self: `/v2/containers/${id}` });
    const applied = await stepJourney(service.store.db, id, 3, now);
    expect(applied.length).toBeGreaterThan(0);
    const after = await service.call(`/containers/${id}`);
    expect(after.item.attributes?.ref_numbers).toEqual(["PO-1", "PO-2"]);
    await service.call("/containers", edit(id, { ref_numbers: [] }));
    expect((await service.call(`/containers/${id}`)).item.attributes?.ref_numbers).toEqual([]);
  });

  it("loses neither an edit nor a concurrent report", async () => {
    const { id } = requireContainer(({ current_status }) => current_status === "on_ship");
    const [, ...edits] = await Promise.all([
      stepJourney(service.store.db, id, 5, now),
      ...Array.from({ length: 5 }, (_, n) =>
        service.call("/containers", edit(id, { ref_numbers: [`R-${n}`] })),
      ),
    ]);
    expect(edits.every(({ status }) => status === 200)).toBe(true);
    const after = await service.call(`/containers/${id}`);
    expect(after.item.attributes?.ref_numbers).toEqual([expect.stringMatching(/^R-\d$/)]);
    const events = (await service.call(`/containers/${id}/transport_events`)).items.length;
    expect(events).toBeGreaterThan(0);
  });

  it.each<[string, (id: string) => unknown, number, string | undefined]>([
    ["no id", () => ({ type: "container", attributes: { ref_numbers: [] } }), 400, "/data/id"],
    [
      "an id that is a number",
      () => ({ type: "container", id: 7, attributes: { ref_numbers: [] } }),
      400,
      "/data/id",
    ],
    ["another type", (id) => ({ type: "shipment", id, attributes: { ref_numbers: [] } }), 400, "/data/type"],
    ["no attributes", (id) => ({ type: "container", id }), 400, "/data/attributes"],
    [
      "nothing to edit",
      (id) => ({ type: "container", id, attributes: {} }),
      422,
      "/data/attributes/ref_numbers",
    ],
    [
      "null",
      (id) => ({ type: "container", id, attributes: { ref_numbers: null } }),
      422,
      "/data/attributes/ref_numbers",
    ],
    [
      "text",
      (id) => ({ type: "container", id, attributes: { ref_numbers: "PO" } }),
      400,
      "/data/attributes/ref_numbers",
    ],
    [
      "a number in the list",
      (id) => ({ type: "container", id, attributes: { ref_numbers: [1] } }),
      400,
      "/data/attributes/ref_numbers/0",
    ],
    [
      "a blank",
      (id) => ({ type: "container", id, attributes: { ref_numbers: ["a", " "] } }),
      422,
      "/data/attributes/ref_numbers/1",
    ],
    [
      "too long a text",
      (id) => ({ type: "container", id, attributes: { ref_numbers: ["x".repeat(256)] } }),
      422,
      "/data/attributes/ref_numbers/0",
    ],
    [
      "too many",
      (id) => ({ type: "container", id, attributes: { ref_numbers: Array(101).fill("x") } }),
      422,
      "/data/attributes/ref_numbers",
    ],
    [
      "an unknown id",
      () => ({ type: "container", id: NOWHERE, attributes: { ref_numbers: [] } }),
      404,
      undefined,
    ],
    ["no uuid", () => ({ type: "container", id: "x", attributes: { ref_numbers: [] } }), 404, undefined],
  ])("rejects %s", async (_, data, status, pointer) => {
    const { id, attributes } = requireContainer(({ current_status }) => current_status === "picked_up");
    const response = await service.call("/containers", { method: "PATCH", body: { data: data(id) } });
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(pointer);
    const after = await service.call(`/containers/${id}`);
    expect(after.item.attributes?.ref_numbers).toEqual(attributes?.ref_numbers);
  });

  it("does not change another account's container", async () => {
    const [container] = containers;
    const response = await service.call("/containers", {
      ...edit(container?.id, { ref_numbers: ["mine"] }),
      key: stranger.key,
    });
    expect(response.status).toBe(404);
    const after = await service.call(`/containers/${container?.id}`);
    expect(after.item.attributes?.ref_numbers).not.toContain("mine");
  });
});

describe("PATCH /containers/{id}/refresh", () => {
  const refresh = (id: string, key?: string) =>
    service.call(`/containers/${id}/refresh`, { method: "PATCH", ...(key ? { key } : {}) });
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    const events = ["container.updated", "container.transport.full_out"];
    const attributes = { url: receiver.url, active: true, events };
    await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
  });
  afterAll(() => receiver.close());

  it("requests the terminal's data and announces it before it responds", async () => {
    const container = requireContainer(
      ({ current_status, terminal_checked_at }) =>
        current_status === "not_available" && terminal_checked_at !== null,
    );
    now = new Date(START.getTime() + 60 * 60_000);
    const response = await refresh(container.id);
    expect(response.status).toBe(200);
    expect(response.json).toEqual({ message: `Started refresh for ${container.attributes?.number}` });
    const after = await service.call(`/containers/${container.id}`);
    expect(after.item.attributes?.terminal_checked_at).toBe("2026-11-21T10:00:00Z");
    expect(after.item.attributes?.pod_last_tracking_request_at).toBe("2026-11-21T10:00:00Z");
    const [first] = (await service.call("/containers?page[size]=1")).items;
    expect(first?.id).toBe(container.id);
    now = START;
  });

  it("applies everything that happened until now once, and sends notifications", async () => {
    const container = requireContainer(({ current_status }) => current_status === "available");
    now = new Date(START.getTime() + 12 * 24 * 60 * 60_000);
    await refresh(container.id);
    const after = await service.call(`/containers/${container.id}`);
    expect(["picked_up", "empty_returned", "delivered"]).toContain(after.item.attributes?.current_status);
    await until(() => receiver.events().includes("container.transport.full_out"));
    const reported = receiver.received.length;
    await refresh(container.id);
    const again = await service.call(`/containers/${container.id}/transport_events`);
    expect(new Set(again.items.map(({ id }) => id)).size).toBe(again.items.length);
    expect(receiver.received.length).toBe(reported);
    now = START;
  });

  it("requests nothing after tracking has stopped", async () => {
    const container = requireContainer(
      ({ current_status }) => current_status === "grounded" || current_status === "on_ship",
    );
    const shipment = relatedOne(container, "shipment")?.id;
    const stopped = await service.call(`/shipments/${shipment}/stop_tracking`, { method: "PATCH" });
    expect(stopped.status).toBe(200);
    const before = (await service.call(`/containers/${container.id}`)).item;
    now = new Date(START.getTime() + 2 * 24 * 60 * 60_000);
    expect((await refresh(container.id)).status).toBe(200);
    expect((await service.call(`/containers/${container.id}`)).item).toEqual(before);
    now = START;
  });

  it.each([NOWHERE, "not-a-uuid", "%00"])("responds to %s with 404", async (id) => {
    expect((await refresh(id)).status).toBe(404);
  });

  it("rejects another account's container and an account without the feature", async () => {
    const [container] = containers;
    expect((await refresh(container?.id ?? "", stranger.key)).status).toBe(404);
    const { key, accountId } = await service.stranger("Without refresh");
    await service.store.db.update(accounts).set({ features: [] }).where(sql`id = ${accountId}`);
    const refused = await refresh(container?.id ?? "", key);
    expect(refused.status).toBe(403);
    expect(refused.error.title).toBe("API access not enabled");
  });
});
