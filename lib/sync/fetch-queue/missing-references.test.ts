import { describe, expect, it } from "vitest";
import {
  containerRecord,
  eventRecord,
  type NotificationFixture,
  named,
  notificationBody,
  requestRecord,
  shipmentRecord,
} from "@/lib/contract/fixtures";
import { recordSchema } from "@/lib/contract/json-api";
import { notificationDocumentSchema } from "@/lib/contract/webhook";
import { containerFromChangeset, leftOut } from "@/lib/sync/fetch-queue/missing-references";

const read = (fixture: Omit<NotificationFixture, "id">) =>
  notificationDocumentSchema.parse(JSON.parse(notificationBody({ id: "n-1", ...fixture })));

const event = named("transport_event", "e-1");
const ofContainer = { container: named("container", "c-1"), shipment: named("shipment", "s-1") };
const ofShipment = { shipment: named("shipment", "s-1") };
const available = "container.transport.available";
const itself = [{ type: "webhook_notification", id: "n-1" }];

describe("the missing references of a notification", () => {
  it("are empty when it includes everything", () => {
    const included = [containerRecord("c-1"), shipmentRecord("s-1"), eventRecord("e-1", {}, ofContainer)];
    expect(leftOut(read({ event: available, reference: event, included }))).toEqual([]);
  });

  it.each<[string, Omit<NotificationFixture, "id">]>([
    ["absent", { event: available, reference: event }],
    ["empty", { event: available, reference: event, included: [] }],
    [
      "only the reference object, which names nothing",
      { event: available, reference: event, included: [eventRecord("e-1")] },
    ],
    [
      "another event",
      { event: available, reference: event, included: [eventRecord("e-2", {}, ofContainer)] },
    ],
    ["absent, and no reference object", { event: "container.updated", reference: null }],
    [
      "absent, of a shipment's event",
      { event: "shipment.estimated.arrival", reference: named("estimated_event", "x") },
    ],
    ["absent, of a container event nobody documented", { event: "container.teleported", reference: null }],
    ["absent, of a tracking request's event", { event: "tracking_request.awaiting_manifest" }],
    ["absent, of a document's event", { event: "document.extracted" }],
    [
      "a shipment and an event that names no container",
      {
        event: available,
        reference: event,
        included: [eventRecord("e-1", {}, ofShipment), shipmentRecord("s-1")],
      },
    ],
    [
      "a shipment and an event that names nothing",
      { event: available, reference: event, included: [eventRecord("e-1"), shipmentRecord("s-1")] },
    ],
    [
      "a container, of a document's event",
      { event: "document.extracted", reference: null, included: [containerRecord("c-1")] },
    ],
  ])("are the notification itself when included is %s", (_, fixture) => {
    expect(leftOut(read(fixture))).toEqual(itself);
  });

  it("are the records that the reference object names without including them", () => {
    const reference = eventRecord("e-1", {}, ofContainer);
    expect(leftOut(read({ event: available, reference: event, included: [reference] }))).toEqual([
      { type: "container", id: "c-1" },
      { type: "shipment", id: "s-1" },
    ]);
    const included = [reference, shipmentRecord("s-1"), { type: "container", id: "c-1" }];
    expect(leftOut(read({ event: available, reference: event, included }))).toEqual([
      { type: "container", id: "c-1" },
    ]);
  });

  it.each(["container", "shipment", "tracking_request"])("contain the %s that is its subject", (type) => {
    const reference = named(type, "x-1");
    expect(leftOut(read({ event: "whatever.happened", reference }))).toEqual([{ type, id: "x-1" }]);
    const included = [{ type, id: "x-2", attributes: {} }];
    expect(leftOut(read({ reference, included }))).toEqual([{ type, id: "x-1" }]);
  });

  it("contain the shipment that a tracking request found", () => {
    const reference = named("tracking_request", "r-1");
    const found = requestRecord("r-1", { status: "succeeded" }, { tracked_object: named("shipment", "s-1") });
    const event = "tracking_request.succeeded";
    expect(leftOut(read({ event, reference, included: [found] }))).toEqual([{ type: "shipment", id: "s-1" }]);
    expect(leftOut(read({ event, reference, included: [found, shipmentRecord("s-1")] }))).toEqual([]);
    const failed = requestRecord("r-1", { status: "failed" }, { tracked_object: null });
    expect(leftOut(read({ event: "tracking_request.failed", reference, included: [failed] }))).toEqual([]);
  });

  it("also contain the notification when its event names only a shipment that is not included", () => {
    const included = [eventRecord("e-1", {}, ofShipment)];
    expect(leftOut(read({ event: available, reference: event, included }))).toEqual([
      { type: "shipment", id: "s-1" },
      ...itself,
    ]);
  });

  it("contain a container that is included without attributes", () => {
    const included = [eventRecord("e-1"), { type: "container", id: "c-1" }];
    expect(leftOut(read({ event: available, reference: event, included }))).toEqual([
      { type: "container", id: "c-1" },
    ]);
  });

  it.each([
    ["succeeded", named("tracking_request", "r-1")],
    ["created", named("tracking_request", "r-1")],
    ["succeeded", null],
  ])(
    "contain a tracking request with status %s that does not name what it found (reference object: %o)",
    (status, reference) => {
      const event = "tracking_request.succeeded";
      for (const relations of [undefined, { tracked_object: null }]) {
        const included = [requestRecord("r-1", { status }, relations)];
        expect(leftOut(read({ event, reference, included }))).toEqual([
          { type: "tracking_request", id: "r-1" },
        ]);
      }
    },
  );

  it("are empty for a tracking request that has found nothing yet", () => {
    const included = [requestRecord("r-1", { status: "awaiting_manifest" })];
    const event = "tracking_request.awaiting_manifest";
    for (const reference of [named("tracking_request", "r-1"), null])
      expect(leftOut(read({ event, reference, included }))).toEqual([]);
  });

  it("are empty for an unknown event about an unknown record type", () => {
    expect(leftOut(read({ event: "weather.changed", reference: named("weather", "w-1") }))).toEqual([]);
  });

  it("contain a document that is not included with its event", () => {
    const reference = named("document", "d-1");
    const event = "document.extracted";
    expect(leftOut(read({ event, reference }))).toEqual([{ type: "document", id: "d-1" }]);
    const document = { type: "document", id: "d-1", attributes: { name: "Notice.pdf" } };
    expect(leftOut(read({ event, reference, included: [document] }))).toEqual([]);
  });
});

describe("a changeset without its container", () => {
  const updated = (attributes: Record<string, unknown>, relations: object = ofContainer) =>
    recordSchema.parse({
      type: "container_updated_event",
      id: "u-1",
      attributes,
      relationships: Object.fromEntries(Object.entries(relations).map(([name, data]) => [name, { data }])),
    });
  const timestamp = "2026-11-20T11:59:00Z";
  const from = (...included: NonNullable<NotificationFixture["included"]>) =>
    containerFromChangeset(read({ reference: named("container_updated_event", "u-1"), included }));

  it("gives the container with the new values; the terminal's values are ids", () => {
    const changeset = {
      available_for_pickup: [false, true],
      pickup_lfd: ["a", null],
      pod_terminal: ["t-1", "t-2"],
    };
    expect(from(updated({ changeset, timestamp }))).toEqual({
      type: "container",
      id: "c-1",
      attributes: { available_for_pickup: true, pickup_lfd: null },
      relationships: { pod_terminal: { data: { type: "terminal", id: "t-2" } } },
    });
  });

  it("gives deadlines that are named by themselves as members of import_deadlines", () => {
    const changeset = { pickup_lfd_line: [null, "b"], pickup_lfd_rail: ["a", null], pickup_lfd: ["a", "b"] };
    expect(from(updated({ changeset, timestamp }))).toMatchObject({
      attributes: { pickup_lfd: "b", import_deadlines: { pickup_lfd_line: "b", pickup_lfd_rail: null } },
    });
  });

  it("gives an entry that is no pair as a value that no attribute is", () => {
    const changeset = { seal_number: ["a"], available_for_pickup: [true, false] };
    expect(from(updated({ changeset, timestamp: 0 }))).toMatchObject({
      attributes: { seal_number: { unreadable: ["a"] }, available_for_pickup: false },
    });
  });

  it("ignores a terminal value that is no id", () => {
    const changeset = { pod_terminal: ["t-1", null] };
    expect(from(updated({ changeset, timestamp }))).toMatchObject({ attributes: {}, relationships: {} });
  });

  it.each([
    ["its container is there", [updated({ changeset: {}, timestamp }), containerRecord("c-1")]],
    ["it names no container", [updated({ changeset: {}, timestamp }, {})]],
    ["it is no changeset", [updated({ changeset: ["seal_number"], timestamp })]],
    ["it has none", [updated({ timestamp })]],
    ["it is not there", []],
    ["it is another kind of event", [{ ...updated({ changeset: {}, timestamp }), type: "transport_event" }]],
  ])("gives no container when %s", (_, included) => {
    expect(from(...included)).toBeNull();
  });
});
