import { beforeAll, describe, expect, it } from "vitest";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { answered, KNOWN, maersk, send, UNKNOWN } from "./recorded-requests";
import { call, patience, target } from "./target";
import { isKnownZone } from "./time-zone";

const JSON_API = "application/vnd.api+json";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let containers: JsonApiRecord[];
let related: JsonApiRecord[];
let journeys: JsonApiRecord[];

beforeAll(async () => {
  const response = await call("/containers?page[size]=100&include=shipment.port_of_lading,pod_terminal");
  containers = response.items;
  related = response.included;
  journeys = [...containers, ...related.filter(({ type }) => type === "shipment")];
});

const bare = (attributes: object = {}) => ({ data: { type: "party", attributes } });
const members = () => journeys.flatMap(({ attributes = {} }) => Object.entries(attributes));

describe("interface.md, What the service does", () => {
  it.each([
    ["a request names a BOL number", "bill_of_lading"],
    ["a request names a booking number", "booking_number"],
  ])("%s", async (_, request_type) => {
    const requested = await send({ ...UNKNOWN, request_type });
    expect([requested.status, requested.item.attributes?.request_type]).toEqual([201, request_type]);
  });

  it("a request names a container number, held against its check digit", async () => {
    const wrong = await send(maersk("MSKU4807960", "container"));
    expect([wrong.status, wrong.error.source?.pointer]).toEqual([422, "/data/attributes/request_number"]);
    if (!target.ours) return;
    const requested = await send(maersk("MSKU0002230", "container"));
    expect([requested.status, requested.item.attributes?.request_type]).toEqual([201, "container"]);
  });

  it("shipments, containers, ports, terminals, parties, party roles, tracking requests and webhooks are resources", async () => {
    const container = `/containers/${containers[0]?.id}`;
    const found = (type: string) => related.find((record) => record.type === type);
    for (const path of [
      `/shipments/${found("shipment")?.id}`,
      container,
      `/ports/${found("port")?.id}`,
      `/terminals/${found("terminal")?.id}`,
      "/parties",
      `${container}/party_roles`,
      "/tracking_requests",
      "/webhooks",
    ]) {
      expect((await call(path)).status, path).toBe(200);
    }
  });

  it("terminal-level data appears on the container: holds, fees, last free day, appointment, availability", () => {
    for (const name of [
      "holds_at_pod_terminal",
      "fees_at_pod_terminal",
      "pickup_lfd",
      "pickup_appointment_at",
      "available_for_pickup",
    ]) {
      const reported = containers.flatMap(({ attributes }) => attributes?.[name] ?? []);
      if (target.ours) expect(reported.length, name).toBeGreaterThan(0);
    }
  });

  it(
    "tracking requests are asynchronous: pending at first, the shipment after the carrier responds",
    async () => {
      const requested = await send(KNOWN);
      expect(requested.item.attributes?.status).toBe("pending");
      expect(relatedOne(requested.item, "tracked_object")).toBeNull();
      expect(relatedOne((await answered(requested.item.id)).item, "tracked_object")?.type).toBe("shipment");
    },
    patience(130_000),
  );

  it("Content-Type of requests with a body: JSON:API's, and no other than JSON", async () => {
    const headers = { "Content-Type": JSON_API };
    expect((await call("/parties", { body: bare({ company_name: "" }), headers })).status).toBe(422);
    const other = await call("/parties", {
      text: "company_name=x",
      headers: { "Content-Type": "text/plain" },
    });
    expect(other.status).toBe(415);
  });

  it("Content-Type of responses, also of errors (supplement.md, Status codes and envelopes: media type)", async () => {
    const accepted = target.ours ? [JSON_API] : [JSON_API, "application/json"];
    expect(accepted).toContain((await call("/containers?page[size]=1")).mediaType);
    expect(accepted).toContain((await call("/parties", { body: bare({ company_name: "" }) })).mediaType);
  });

  it("timestamps are ISO 8601 in UTC (supplement.md, Dates: timestamps are UTC)", () => {
    for (const [name, value] of members()) {
      if (name.endsWith("_at") && value !== null) expect(value, name).toMatch(UTC);
    }
  });

  it("a time zone attribute accompanies timestamps (supplement.md, Dates: the zone attribute gives the place)", () => {
    for (const [name, value] of members()) {
      if (name.endsWith("_timezone") && value !== null) expect(isKnownZone(String(value)), name).toBe(true);
    }
    for (const { attributes = {} } of containers) {
      for (const name of [
        "pod_arrived_at",
        "pod_discharged_at",
        "pickup_appointment_at",
        "pod_full_out_at",
      ]) {
        if (target.ours && attributes[name]) expect(attributes.pod_timezone).not.toBeNull();
      }
    }
  });

  it("include sideloads into the top-level included, each record once", async () => {
    const names = related.map(({ type, id }) => `${type}/${id}`);
    expect(new Set(names).size).toBe(names.length);
    for (const container of containers) {
      const shipment = relatedOne(container, "shipment");
      expect(names).toContain(`${shipment?.type}/${shipment?.id}`);
    }
    expect((await call("/containers?page[size]=1")).included).toEqual([]);
  });
});

describe("interface.md, Resources and their fields", () => {
  const addressed = () => [...containers, ...related].filter(({ links }) => links !== undefined);

  it("id", () => {
    for (const { id } of [...containers, ...related]) {
      if (target.ours) expect(id).toMatch(UUID);
      expect(id).not.toBe("");
    }
  });

  it("type", () => {
    for (const { type } of [...containers, ...related]) expect(type).toMatch(/^[a-z_]+$/);
  });

  it("attributes", () => {
    for (const { attributes } of [...containers, ...related]) expect(attributes).toBeTypeOf("object");
  });

  it("relationships", () => {
    for (const { relationships } of journeys) expect(relationships).toBeTypeOf("object");
  });

  it("links.self (supplement.md, Attributes: links.self names the record itself)", () => {
    for (const record of journeys) expect(record.links).toHaveProperty("self");
    if (!target.ours) return;
    const folder = (type: string) => `${type}s`;
    for (const { type, id, links } of addressed())
      expect(links).toEqual({ self: `/v2/${folder(type)}/${id}` });
  });
});

describe("supplement.md, Attributes", () => {
  it("ids are the same wherever a record appears", async () => {
    for (const { type, id } of related.slice(0, 10)) {
      expect((await call(`/${type}s/${id}`)).item).toMatchObject({ type, id });
    }
  });

  it("coordinates are numbers", () => {
    const ports = related.filter(({ type }) => type === "port");
    expect(ports.length).toBeGreaterThan(0);
    for (const { attributes = {} } of ports) {
      for (const name of ["latitude", "longitude"])
        expect(Number.isFinite(Number(attributes[name]))).toBe(true);
      if (target.ours) expect(attributes.latitude).toBeTypeOf("number");
    }
  });
});

describe("supplement.md, Dates", () => {
  it.each([
    [
      "a last free day is a calendar day at the terminal",
      ["pickup_lfd_line", "pickup_lfd_terminal"],
      "pod_timezone",
    ],
    [
      "a rail last free day is a calendar day at the final destination",
      ["pickup_lfd_rail"],
      "final_destination_timezone",
    ],
  ])("%s: local midnight, or the day's last minute", (_, names, zoneName) => {
    const days = containers.flatMap(({ attributes = {} }) =>
      names.map((name): [unknown, unknown] => [
        Object(attributes.import_deadlines)[name],
        attributes[zoneName],
      ]),
    );
    const known = days.filter(([at, zone]) => typeof at === "string" && typeof zone === "string");
    if (target.ours) expect(known.length).toBeGreaterThan(0);
    for (const [at, zone] of known) {
      const clock = new Intl.DateTimeFormat("en-GB", { timeZone: String(zone), timeStyle: "short" });
      expect(["00:00", "23:59"]).toContain(clock.format(new Date(String(at))));
    }
  });

  it("pickup_lfd follows line, then terminal, then rail", () => {
    for (const { attributes = {} } of containers) {
      const { pickup_lfd_line, pickup_lfd_terminal, pickup_lfd_rail } = Object(attributes.import_deadlines);
      expect(attributes.pickup_lfd).toBe(pickup_lfd_line ?? pickup_lfd_terminal ?? pickup_lfd_rail ?? null);
    }
  });
});
