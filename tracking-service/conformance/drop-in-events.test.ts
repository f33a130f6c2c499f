import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { EVENTS, type EventName } from "@/lib/contract/events";
import { relatedOne } from "@/lib/contract/json-api";
import { type Receiver, startReceiver } from "@/tracking-service/testing/receiver";
import { call, itDelivered, itOurs, target } from "./target";

const OURS = "other services differ here";

async function example(event: EventName) {
  const { items, included } = await call(`/webhook_notifications/examples?event=${event}`);
  const reference = items[0] ? relatedOne(items[0], "reference_object") : undefined;
  return {
    types: included.map(({ type }) => type).sort(),
    reference: included.find(({ type, id }) => type === reference?.type && id === reference?.id),
  };
}

describe("supplement-2.md, 7. Headers", () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  itDelivered(
    "Content-Type application/json; supplement-2.md, 7. Headers: User-Agent: the service's name and Webhook Bot",
    async () => {
      const response = await call("/webhooks/trigger", {
        body: { url: receiver.url, event: "container.updated" },
      });
      expect(response.json).toMatchObject({
        request_headers: {
          "Content-Type": "application/json",
          "User-Agent": expect.stringMatching(/^\S.* Webhook Bot$/),
        },
      });
      expect(receiver.received[0]?.headers).toMatchObject({
        "content-type": "application/json",
        "user-agent": expect.stringMatching(/^\S.* Webhook Bot$/),
      });
    },
  );
});

describe("supplement-2.md, 7. container.updated", () => {
  itOurs("includes shipment, port, terminal, container, event", OURS, async () => {
    const { types } = await example("container.updated");
    expect(types).toEqual(["container", "container_updated_event", "port", "shipment", "terminal"]);
  });

  it("changeset names of the live service", async () => {
    const live = ["available_for_pickup", "pickup_lfd", "fees_at_pod_terminal", "holds_at_pod_terminal"];
    const { reference } = await example("container.updated");
    const names = Object.keys(Object(reference?.attributes).changeset);
    expect(names.filter((name) => live.includes(name)).length).toBeGreaterThan(0);
  });

  itOurs("changeset names pickup_lfd_line and pickup_lfd_rail", OURS, async () => {
    const { reference } = await example("container.updated");
    const { changeset } = Object(reference?.attributes);
    expect(changeset).toHaveProperty("pickup_lfd_line");
    expect(changeset).not.toHaveProperty("import_deadlines");
  });
});

describe("supplement-2.md, 7. container_pod_terminal_changed_event", () => {
  itOurs("shipment, no timezone", OURS, async () => {
    const { types, reference } = await example("container.pod_terminal_changed");
    expect(types).toEqual(["container", "container_pod_terminal_changed_event", "shipment", "terminal"]);
    expect(Object.keys(reference?.attributes ?? {}).sort()).toEqual(["data_source", "timestamp"]);
    expect(["shipping_line", "terminal", "pierpass"]).toContain(reference?.attributes?.data_source);
    expect(reference && relatedOne(reference, "shipment")?.type).toBe("shipment");
  });
});

const TRANSPORT = "container.transport.";
const MOVED = ["container", "shipment", "transport_event"];
const WITH_VESSEL = /\.(vessel|transshipment)_/;
const WITH_TERMINAL = /\.(vessel_berthed|vessel_discharged|full_out|arrived_at_inland_destination)$/;

describe("supplement-2.md, 7. Milestones include", () => {
  itOurs(
    "vessel for vessel_* and transshipment_*; supplement-2.md, 7. Milestones include: terminal where it is reached",
    OURS,
    async () => {
      for (const event of EVENTS) {
        if (!event.startsWith(TRANSPORT) || event.includes(".estimated.")) continue;
        if (/\.(available|not_available|delivered)$|\.(rail|feeder)_/.test(event)) continue;
        const { types } = await example(event);
        const place = types.includes("metro_area") ? "metro_area" : "port";
        const facility = types.includes("rail_terminal") ? "rail_terminal" : "terminal";
        const expected = [...MOVED, place];
        if (WITH_VESSEL.test(event)) expected.push("vessel");
        if (WITH_TERMINAL.test(event)) expected.push(facility);
        expect(types, event).toEqual(expected.sort());
      }
    },
  );

  itOurs("rail terminal for rail_arrived and rail_unloaded", OURS, async () => {
    for (const event of ["rail_arrived", "rail_unloaded"] as const) {
      const { types } = await example(`${TRANSPORT}${event}`);
      expect(
        types.filter((type) => type.endsWith("terminal")),
        event,
      ).toHaveLength(1);
    }
  });
});

describe("supplement-2.md, 7. Little or nothing", () => {
  it("available, not_available, delivered without included", async () => {
    for (const event of ["available", "not_available", "delivered"] as const) {
      expect((await example(`${TRANSPORT}${event}`)).types, event).toEqual([]);
    }
  });

  it("estimated.vessel_*, pickup_lfd_terminal, pickup_lfd_rail, pickup_appointment: event alone, unrelated", async () => {
    for (const event of [
      "container.transport.estimated.vessel_departed",
      "container.transport.estimated.vessel_arrived",
      "container.pickup_lfd_terminal.changed",
      "container.pickup_lfd_rail.changed",
      "container.pickup_appointment.changed",
    ] as const) {
      const { types, reference } = await example(event);
      expect(types, event).toEqual(["transport_event"]);
      expect(reference?.relationships, event).toBeUndefined();
    }
  });

  it("pickup_lfd: shipment, container, port, terminal", async () => {
    const { types } = await example("container.pickup_lfd.changed");
    expect(types).toEqual([...MOVED, "port", "terminal"].sort());
  });
});

/** The relationships that records of the live service have in its recorded deliveries and reads. */
const RECORDED: Record<string, readonly string[]> = {
  shipment: [
    ...["containers", "destination", "destination_terminal", "line_tracking_stopped_by_user"],
    ...["pod_terminal", "port_of_discharge", "port_of_lading"],
  ],
  container: ["pod_terminal", "raw_events", "shipment", "transport_events"],
  transport_event: ["container", "location", "shipment", "terminal", "vessel"],
  estimated_event: ["port", "shipment", "vessel"],
  container_updated_event: ["container", "shipment", "terminal"],
  container_created_event: ["container", "shipment"],
  container_pod_terminal_changed_event: ["container", "shipment", "terminal"],
  tracking_request: ["customer", "tracked_object", "user"],
  terminal: ["port"],
  rail_terminal: ["metro_area", "port"],
  document: ["account", "cargos", "email_submission", "last_document_representation", "shipments", "user"],
};
/** Delivered as the event alone, without relationships. */
const UNRELATED =
  /^container\.(transport\.estimated\.vessel_(departed|arrived)|(pickup_lfd_(terminal|rail)|pickup_appointment)\.changed)$/;

it.each(EVENTS)("the records included with %s have the relationships of the recorded ones", async (event) => {
  const { items, included } = await call(`/webhook_notifications/examples?event=${event}`);
  expect(Object.keys(items[0]?.relationships ?? {})).toEqual(
    expect.arrayContaining(["reference_object", "webhook", "webhook_notification_logs"]),
  );
  for (const { type, relationships = {} } of included) {
    const recorded = UNRELATED.test(event) ? [] : (RECORDED[type] ?? []);
    expect(Object.keys(relationships), type).toEqual(expect.arrayContaining([...recorded]));
  }
});

itOurs("an inland estimate names its container and shipment", OURS, async () => {
  const { reference } = await example("container.transport.estimated.arrived_at_inland_destination");
  expect(reference && relatedOne(reference, "container")?.type).toBe("container");
  expect(reference && relatedOne(reference, "shipment")?.type).toBe("shipment");
});

describe("supplement-2.md, 7. Further names", () => {
  itOurs("link.created", OURS, async () => {
    const attributes = { url: "https://receiver.example/", active: false, events: ["link.created"] };
    const { item } = await call("/webhooks", { body: { data: { type: "webhook", attributes } } });
    expect(item.attributes?.events).toEqual(["link.created"]);
    await call(`/webhooks/${item.id}`, { method: "DELETE" });
    const { items } = await call("/webhooks/events");
    expect(JSON.stringify(items)).toContain('"link.created"');
  });

  const described = async () => {
    const { components } = z
      .looseObject({ components: z.unknown() })
      .parse((await call("/openapi.json")).json);
    return JSON.stringify(components);
  };

  itOurs(
    "current_status dropped, loaded; supplement-2.md, 7. Further names: line_tracking_stopped_reason account_closed",
    OURS,
    async () => {
      expect(target.ours).toBe(true);
      const text = await described();
      for (const name of ["dropped", "loaded", "account_closed"]) expect(text).toContain(`"${name}"`);
    },
  );
});
