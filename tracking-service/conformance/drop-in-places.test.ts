import { beforeAll, describe, expect, it } from "vitest";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { everyPage } from "@/tracking-service/testing/every-page";
import { call, itOurs } from "./target";

const OURS = "other services differ here";

let containers: JsonApiRecord[];
let records: JsonApiRecord[];
beforeAll(async () => {
  const include = "shipment.destination_terminal,pod_terminal.port,pickup_facility.port";
  const page = await everyPage(call, `/containers?include=${include}`);
  containers = page.items;
  records = page.included;
}, 60_000);

const find = (link: { type: string; id: string } | undefined | null) =>
  records.find(({ type, id }) => type === link?.type && id === link.id);
const terminals = () => records.filter(({ type }) => type === "terminal");

describe("places", () => {
  itOurs("repeat their id among the attributes, as recorded", OURS, async () => {
    const destinations = await everyPage(call, "/shipments?include=destination,port_of_discharge");
    const read = [...records, ...destinations.included];
    const [ramp] = (
      await call("/webhook_notifications/examples?event=container.transport.rail_unloaded")
    ).included.filter(({ type }) => type === "rail_terminal");
    if (ramp) read.push(ramp);
    for (const type of ["port", "terminal", "metro_area", "rail_terminal"]) {
      const places = read.filter((record) => record.type === type);
      expect(places.length, type).toBeGreaterThan(0);
      for (const { id, attributes } of places) expect(attributes?.id, type).toBe(id);
    }
  });

  itOurs("supplement-2.md, 6. facility_type: ocean_terminal, rail", OURS, async () => {
    const types = new Set(terminals().map(({ attributes }) => attributes?.facility_type));
    expect([...types]).toEqual(expect.arrayContaining(["ocean_terminal", "rail"]));
    expect(types).not.toContain("terminal");
  });

  itOurs(
    "supplement-2.md, 6. Rail ramps: terminal at a port, as pickup_facility and destination_terminal",
    OURS,
    async () => {
      const inland = containers.filter(
        (container) => find(relatedOne(container, "pickup_facility"))?.attributes?.facility_type === "rail",
      );
      expect(inland.length).toBeGreaterThan(0);
      for (const container of inland) {
        const shipment = find(relatedOne(container, "shipment"));
        const ramp = relatedOne(container, "pickup_facility");
        expect(shipment && relatedOne(shipment, "destination_terminal")).toEqual(ramp);
        const terminal = find(ramp);
        const port = find(terminal && relatedOne(terminal, "port"));
        expect([port?.type, port?.attributes?.code]).toEqual([
          "port",
          shipment?.attributes?.destination_locode,
        ]);
      }
    },
  );

  itOurs(
    "supplement-2.md, 6. country: English name on terminals, 2 letters in country_code",
    OURS,
    async () => {
      for (const { attributes } of terminals()) {
        expect(["United States", "Canada"]).toContain(attributes?.country);
      }
      for (const { type, attributes } of records) {
        if (type === "port") expect(attributes?.country_code).toMatch(/^[A-Z]{2}$/);
      }
    },
  );

  itOurs("supplement-2.md, 6. Codes: firms_code, smdg_code, bic_facility_code, some null", OURS, async () => {
    const firms: Record<string, RegExp> = { US: /^[A-Z][A-Z0-9]{3}$/, CA: /^\d{4}$/ };
    for (const terminal of terminals()) {
      const { firms_code, smdg_code, bic_facility_code } = terminal.attributes ?? {};
      const port = find(relatedOne(terminal, "port"))?.attributes;
      if (firms_code !== null) expect(firms_code).toMatch(firms[String(port?.country_code)] ?? /^$/);
      if (smdg_code !== null) expect(smdg_code).toMatch(/^[A-Z0-9]{3,6}$/);
      if (bic_facility_code !== null) expect(bic_facility_code).toMatch(/^[A-Z]{2}[A-Z0-9]{7}$/);
    }
    for (const name of ["firms_code", "smdg_code", "bic_facility_code"]) {
      const codes = terminals().map(({ attributes }) => attributes?.[name]);
      expect(
        codes.some((code) => typeof code === "string"),
        name,
      ).toBe(true);
      expect(codes, name).toContain(null);
    }
  });

  itOurs("supplement-2.md, 6. provided_data: booleans and x_notes", OURS, async () => {
    const names = [
      ...["pickup_lfd", "pod_full_out_at", "available_for_pickup", "fees_at_pod_terminal"],
      ...["holds_at_pod_terminal", "location_at_pod_terminal", "pickup_appointment_at"],
      "pod_full_out_chassis_number",
    ];
    for (const { attributes } of terminals()) {
      const provided = Object(attributes?.provided_data);
      expect(Object.keys(provided).sort()).toEqual(names.flatMap((name) => [name, `${name}_notes`]).sort());
      for (const name of names) {
        expect([typeof provided[name], typeof provided[`${name}_notes`]]).toEqual(["boolean", "string"]);
      }
    }
  });
});

const RAW_NAMES = [
  ...["empty_out", "full_in", "positioned_in", "positioned_out", "vessel_loaded", "vessel_departed"],
  ...["vessel_arrived", "vessel_discharged", "transshipment_arrived", "transshipment_discharged"],
  ...[
    "transshipment_loaded",
    "transshipment_departed",
    "feeder_arrived",
    "feeder_discharged",
    "feeder_loaded",
  ],
  ...["feeder_departed", "rail_loaded", "rail_departed", "rail_arrived", "rail_unloaded"],
  ...["arrived_at_destination", "delivered", "full_out", "empty_in", "vgm_received", "carrier_release"],
  ...["customs_release", "available"],
];

/** Containers with at least this status, of which some are inland. */
const advanced = () =>
  containers.filter(({ attributes }) =>
    ["picked_up", "empty_returned", "available", "on_rail"].includes(String(attributes?.current_status)),
  );

describe("supplement-2.md, 4. raw_events", () => {
  it("no links; supplement-2.md, 4. raw_events: ports, vessels and terminals included unasked", async () => {
    const { document, included } = await call(`/containers/${advanced()[0]?.id}/raw_events`);
    expect(document).not.toHaveProperty("links");
    const types = new Set(included.map(({ type }) => type));
    expect([...types]).toEqual(expect.arrayContaining(["port", "vessel", "terminal"]));
  });
});

describe("events", () => {
  it("supplement-2.md, 7. Raw names: within the 28, not vessel_berthed", async () => {
    const seen = new Set<unknown>();
    for (const { id } of advanced().slice(0, 12)) {
      for (const { attributes } of (await call(`/containers/${id}/raw_events`)).items) {
        seen.add(attributes?.event);
      }
    }
    expect(RAW_NAMES).toHaveLength(28);
    expect([null, ...RAW_NAMES]).toEqual(expect.arrayContaining([...seen]));
    expect(seen.size).toBeGreaterThan(5);
  });

  it("supplement-2.md, 7. raw_event: data_source, provider, will_occur_at, invalidated_at, no estimated_on; supplement-2.md, 7. raw_event: relationships container, terminal", async () => {
    const { items } = await call(`/containers/${advanced()[0]?.id}/raw_events`);
    expect(items.length).toBeGreaterThan(0);
    for (const { attributes, relationships } of items) {
      const names = [
        "data_source",
        "data_provider_name",
        "data_provider_code",
        "will_occur_at",
        "invalidated_at",
      ];
      expect(Object.keys(attributes ?? {})).toEqual(expect.arrayContaining(names));
      expect(attributes).not.toHaveProperty("estimated_on");
      expect(Object.keys(relationships ?? {})).toEqual(expect.arrayContaining(["container", "terminal"]));
    }
  });

  it("supplement-2.md, 7. Raw names: arrived_at_destination", async () => {
    const inland = containers.filter(({ attributes }) => attributes?.ind_ata_at);
    const names = new Set<unknown>();
    for (const { id } of inland.slice(0, 5)) {
      for (const { attributes } of (await call(`/containers/${id}/raw_events`)).items)
        names.add(attributes?.event);
    }
    expect([...names]).toContain("arrived_at_destination");
  });

  it("supplement-2.md, 7. transport_events list: newest created_at first; supplement-2.md, 7. transport_events list: invalidated_at, source_event, previous_version, value_timestamp", async () => {
    for (const { id } of advanced().slice(0, 5)) {
      const { items } = await call(`/containers/${id}/transport_events`);
      const times = items.map(({ attributes }) => Date.parse(String(attributes?.created_at)));
      expect(times).toEqual([...times].sort((a, b) => b - a));
      for (const { attributes, relationships } of items) {
        expect(attributes).toHaveProperty("invalidated_at");
        expect(attributes).toHaveProperty("value_timestamp");
        expect(relationships).toHaveProperty("source_event");
        expect(relationships).toHaveProperty("previous_version");
      }
    }
  });

  itOurs("supplement-2.md, 7. transport_events list: available, no vessel estimates", OURS, async () => {
    const at = ["available", "not_available", "on_rail", "awaiting_inland_transfer", "picked_up", "grounded"];
    const seen = new Set<string>();
    for (const container of containers) {
      if (!at.includes(String(container.attributes?.current_status))) continue;
      const { items } = await call(`/containers/${container.id}/transport_events`);
      for (const { attributes } of items) seen.add(String(attributes?.event));
    }
    expect([...seen].filter((event) => event.includes("estimated.vessel_"))).toEqual([]);
    expect([...seen]).toContain("container.transport.available");
  });

  itOurs("supplement-2.md, 7. transport_events list: data_source rail", OURS, async () => {
    const { included } = await everyPage(call, "/containers?include=transport_events");
    const rail = included.filter(({ attributes }) => /rail_arrived$/.test(String(attributes?.event)));
    expect(rail.length).toBeGreaterThan(0);
    for (const { attributes } of rail) expect(attributes?.data_source).toBe("rail");
  });

  itOurs(
    "supplement-2.md, 7. Deadline events: value is the deadline, timestamp the change",
    OURS,
    async () => {
      const { included } = await call("/webhook_notifications/examples?event=container.pickup_lfd.changed");
      const event = included.find(({ type }) => type === "transport_event");
      const { timestamp, value, created_at } = Object(event?.attributes);
      expect(timestamp).toBe(created_at);
      expect(value).not.toBe(timestamp);
    },
  );
});
