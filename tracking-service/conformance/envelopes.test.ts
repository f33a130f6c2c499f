import { beforeAll, describe, expect, it } from "vitest";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { isKnownZone } from "./known-zone";
import { call, target } from "./target";

const NOWHERE = "00000000-0000-4000-8000-000000000000";
const JSON_API = "application/vnd.api+json";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let boxes: JsonApiRecord[];
let beside: JsonApiRecord[];

beforeAll(async () => {
  const answer = await call("/containers?page[size]=100&include=shipment.port_of_lading,pod_terminal");
  boxes = answer.items;
  beside = answer.included;
});

const bare = (attributes: object = {}) => ({ data: { type: "party", attributes } });
const addressed = (records: JsonApiRecord[]) =>
  records.filter(({ type }) => ["shipment", "container", "tracking_request"].includes(type));

describe("interface.md, What the service does", () => {
  it("wire traffic: Content-Type of requests with a body, and of Responses", async () => {
    const answer = await call("/parties", { body: bare({ company_name: "" }) });
    expect([answer.status, answer.mediaType]).toEqual([422, JSON_API]);
    if (target.own) expect((await call("/containers?page[size]=1")).mediaType).toBe(JSON_API);
    const other = await call("/parties", {
      text: "company_name=x",
      headers: { "Content-Type": "text/plain" },
    });
    expect(other.status).toBe(415);
  });

  it("timestamps are ISO 8601 in UTC, with a time zone beside them (supplement.md, Dates: UTC)", () => {
    const records = [...boxes, ...beside.filter(({ type }) => type === "shipment")];
    const entries = records.flatMap(({ attributes = {} }) => Object.entries(attributes));
    for (const [name, value] of entries) {
      if (name.endsWith("_at") && value !== null) expect(value, name).toMatch(UTC);
      if (name.endsWith("_timezone") && value !== null) expect(isKnownZone(String(value)), name).toBe(true);
    }
  });

  it("records are sideloaded by include into a top-level included, each once", async () => {
    const names = beside.map(({ type, id }) => `${type}/${id}`);
    expect(new Set(names).size).toBe(names.length);
    for (const box of boxes) {
      const shipment = relatedOne(box, "shipment");
      expect(names).toContain(`${shipment?.type}/${shipment?.id}`);
    }
    expect((await call("/containers?page[size]=1")).included).toEqual([]);
  });
});

describe("interface.md, Resources and their fields", () => {
  it("every record has id, type, attributes, and links.self with relationships where it has an address", () => {
    for (const { id, type, attributes } of [...boxes, ...beside]) {
      if (target.own) expect(id).toMatch(UUID);
      expect(type).toMatch(/^[a-z_]+$/);
      expect(attributes).toBeTypeOf("object");
    }
    for (const record of addressed([...boxes, ...beside])) {
      expect(record.relationships).toBeTypeOf("object");
      if (target.own) expect(record.links).toEqual({ self: `/v2/${record.type}s/${record.id}` });
    }
  });
});

describe("interface.md, Collection envelope", () => {
  it("has data, links, meta.size and meta.total; included only where it is asked for", async () => {
    const answer = await call("/containers?page[size]=2");
    expect(Object.keys(Object(answer.json)).sort()).toEqual(["data", "links", "meta"]);
    expect(answer.items).toHaveLength(2);
    expect(answer.document.meta?.size).toBe(2);
    expect(answer.document.meta?.total).toBeGreaterThanOrEqual(2);
  });

  it("links self, current, next and last (supplement.md, Status codes and envelopes: first, prev)", async () => {
    const address = "/shipments?page[number]=2&page[size]=3";
    const { document } = await call(address);
    const { links = {}, meta } = document;
    expect(links.self).toBe(`/v2${address}`);
    const pageOf = (name: string) =>
      new URL(links[name] ?? "", "https://host").searchParams.get("page[number]");
    expect(["first", "prev", "current", "next"].map(pageOf)).toEqual(["1", "1", "2", "3"]);
    expect(pageOf("last")).toBe(String(Math.ceil((meta?.total ?? 0) / 3)));
  });

  it("links lead through all pages: each record once, as many as meta.total", async () => {
    const ids: string[] = [];
    let total = -1;
    let path: string | undefined = "/containers?page[size]=50";
    while (path !== undefined) {
      const answer = await call(path);
      ids.push(...answer.items.map(({ id }) => id));
      total = answer.document.meta?.total ?? -1;
      path = answer.document.links?.next?.replace(/^.*\/v2/, "");
      if (!target.own && ids.length >= 200) return;
    }
    // What is being refreshed meanwhile moves to the first page.
    expect(new Set(ids).size).toBeGreaterThanOrEqual(total - 5);
    expect(ids).toHaveLength(total);
  });

  it("an absent page link is left out: supplement.md, Status codes and envelopes", async () => {
    const { document } = await call("/shipping_lines");
    expect(document.links).not.toHaveProperty("next");
    const last = await call("/shipments?page[number]=1000&page[size]=1000");
    expect(last.items).toEqual([]);
    expect(last.document.links).not.toHaveProperty("next");
  });
});

describe("supplement.md, Status codes and envelopes", () => {
  it("item: data and links.self, 200; create: 201; delete: 204 without a body", async () => {
    const [box] = boxes;
    const read = await call(`/containers/${box?.id}`);
    expect([read.status, Object.keys(Object(read.json)).sort()]).toEqual([200, ["data", "links"]]);
    const attributes = { url: "https://receiver.example/", active: false, events: ["container.created"] };
    const made = await call("/webhooks", { body: { data: { type: "webhook", attributes } } });
    expect(made.status).toBe(201);
    const gone = await call(`/webhooks/${made.item.id}`, { method: "DELETE" });
    expect([gone.status, gone.text]).toEqual([204, ""]);
  });

  it("list: data, links and meta, 200", async () => {
    const answer = await call("/parties");
    expect(answer.status).toBe(200);
    expect(Object.keys(Object(answer.json))).toEqual(expect.arrayContaining(["data", "links", "meta"]));
  });

  it("included beside an item too", async () => {
    const answer = await call(`/containers/${boxes[0]?.id}?include=shipment`);
    expect(answer.included.map(({ type }) => type)).toEqual(["shipment"]);
  });
});

describe("interface.md, Errors", () => {
  it("an error has title, detail, status and, where there is one, code and source", async () => {
    const answer = await call("/parties", { body: bare({ company_name: " " }) });
    expect(answer.error).toMatchObject({
      status: "422",
      title: expect.any(String),
      detail: expect.any(String),
      source: { pointer: "/data/attributes/company_name" },
    });
    if (target.own) expect(answer.error.code).toBe("blank");
    const page = await call("/containers?page[size]=0");
    expect(page.error.source).toEqual({ parameter: "page[size]" });
  });

  it("400 for a malformed request or one that fails validation", async () => {
    expect((await call("/parties", { text: "{" })).status).toBe(400);
    expect((await call("/parties", { body: bare({ company_name: 1 }) })).status).toBe(400);
    expect((await call("/containers?include=nothing")).status).toBe(400);
  });

  it("401 for a missing or invalid key", async () => {
    expect((await call("/containers", { key: "" })).status).toBe(401);
    expect((await call("/containers", { key: "invalid" })).status).toBe(401);
  });

  it("404 for what does not exist", async () => {
    for (const path of [`/containers/${NOWHERE}`, `/shipments/${NOWHERE}`, "/nothing/at/all"]) {
      expect((await call(path)).status, path).toBe(404);
    }
  });

  it("422 for refused content: a malformed container number, an invalid list filter, a blank company_name", async () => {
    const attributes = { request_number: "MSKU1234567890", request_type: "container", scac: "MAEU" };
    const asked = await call("/tracking_requests", {
      body: { data: { type: "tracking_request", attributes } },
    });
    expect([asked.status, asked.error.source?.pointer]).toEqual([422, "/data/attributes/request_number"]);
    expect((await call("/shipments?arrival_date_from=soon")).status).toBe(422);
    expect((await call("/parties", { body: bare() })).status).toBe(422);
  });

  it("405 names the methods that are possible; 413 is more than 1 MB", async () => {
    const put = await call("/parties", { method: "PUT", body: bare() });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    const large = await call("/parties", { body: bare({ company_name: "x".repeat(1_000_001) }) });
    expect(large.status).toBe(413);
  });
});

describe("interface.md, Limits", () => {
  it("page size: 30 by default; at most 1,000", async () => {
    expect((await call("/containers")).items.length).toBeLessThanOrEqual(30);
    expect((await call("/containers?page[size]=1000")).status).toBe(200);
    const more = await call("/containers?page[size]=1001");
    expect([more.status, more.error.source?.parameter]).toEqual([400, "page[size]"]);
  });
});

describe("interface.md, Versioning", () => {
  it("the base address ends in /v2, and resource links start with /v2", async () => {
    expect(target.url).toMatch(/\/v2$/);
    const { document } = await call("/shipments?page[size]=1");
    for (const link of Object.values(document.links ?? {})) {
      expect(new URL(link, "https://host").pathname).toBe("/v2/shipments");
    }
  });

  it("the description is labeled 0.2.0 and Beta, and marks q and ind_facility_lfd_on as deprecated", async () => {
    const answer = await call("/openapi.json", { key: "" });
    expect(answer.json).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { version: "0.2.0", title: expect.stringContaining("Beta") },
      paths: {
        "/shipments": {
          get: {
            parameters: expect.arrayContaining([expect.objectContaining({ name: "q", deprecated: true })]),
          },
        },
      },
      components: {
        schemas: {
          container: {
            properties: { attributes: { properties: { ind_facility_lfd_on: { deprecated: true } } } },
          },
        },
      },
    });
  });
});

describe("supplement.md, Dates", () => {
  it("a last free day is a calendar day at its place: local midnight, or the day's last minute", () => {
    const days: [at: unknown, zone: unknown][] = boxes.flatMap(({ attributes = {} }) => {
      const deadlines = Object(attributes.import_deadlines);
      return [
        [deadlines.pickup_lfd_line, attributes.pod_timezone],
        [deadlines.pickup_lfd_terminal, attributes.pod_timezone],
        [deadlines.pickup_lfd_rail, attributes.final_destination_timezone],
      ];
    });
    const known = days.filter(([at, zone]) => typeof at === "string" && typeof zone === "string");
    if (target.own) expect(known.length).toBeGreaterThan(0);
    for (const [at, zone] of known) {
      const clock = new Intl.DateTimeFormat("en-GB", { timeZone: String(zone), timeStyle: "short" });
      expect(["00:00", "23:59"]).toContain(clock.format(new Date(String(at))));
    }
  });

  it("pickup_lfd follows line, then terminal, then rail", () => {
    for (const { attributes = {} } of boxes) {
      const { pickup_lfd_line, pickup_lfd_terminal, pickup_lfd_rail } = Object(attributes.import_deadlines);
      expect(attributes.pickup_lfd).toBe(pickup_lfd_line ?? pickup_lfd_terminal ?? pickup_lfd_rail ?? null);
    }
  });
});
