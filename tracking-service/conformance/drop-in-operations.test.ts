import { describe, expect, it } from "vitest";
import { send, UNKNOWN } from "./recorded-requests";
import { call, itOurs } from "./target";

const OURS = "other services differ here";
const RUN = Date.now().toString(36);
const NOWHERE = "00000000-0000-4000-8000-000000000000";

const write = (path: string, method: string, data: object) => call(path, { method, body: { data } });

let defined = 0;
async function define(entityType: string, dataType = "short_text"): Promise<{ id: string; slug: string }> {
  defined += 1;
  const slug = `operations_${RUN}_${defined}`;
  const attributes = { entity_type: entityType, api_slug: slug, display_name: "Lane", data_type: dataType };
  const data = { type: "custom_field_definition", attributes };
  return { id: (await write("/custom_field_definitions", "POST", data)).item.id, slug };
}

const firstId = async (list: string) => (await call(`/${list}?page[size]=1`)).items[0]?.id ?? "";

describe("supplement-2.md, 1. DELETE", () => {
  const gone = async (path: string) => {
    const { status, text } = await call(path, { method: "DELETE" });
    return [status, text];
  };

  it("200 without a body for a webhook", async () => {
    const attributes = { url: "https://receiver.example/", active: false, events: ["container.created"] };
    const { item } = await write("/webhooks", "POST", { type: "webhook", attributes });
    expect(await gone(`/webhooks/${item.id}`)).toEqual([200, ""]);
  });

  it("200 without a body for an option; supplement-2.md, 1. DELETE: 200 without a body for a definition", async () => {
    const path = `/custom_field_definitions/${(await define("Shipment", "enum")).id}`;
    const data = { type: "custom_field_option", attributes: { label: "East" } };
    const { item } = await write(`${path}/options`, "POST", data);
    expect(await gone(`${path}/options/${item.id}`)).toEqual([200, ""]);
    expect(await gone(path)).toEqual([200, ""]);
  });

  it("200 without a body for a custom field; supplement-2.md, 1. DELETE: 204 for a field by api_slug", async () => {
    const { slug } = await define("Shipment");
    const fields = `/shipments/${await firstId("shipments")}/custom_fields`;
    const data = { type: "custom_field", attributes: { api_slug: slug, value: "4" } };
    const { item } = await write(fields, "POST", data);
    expect(await gone(`/custom_fields/${item.id}`)).toEqual([200, ""]);
    await write(fields, "POST", data);
    expect(await gone(`${fields}/${slug}`)).toEqual([204, ""]);
  });
});

describe("supplement-2.md, 1. GET /search", () => {
  it("no query: 400 with detail", async () => {
    const response = await call("/search");
    expect([response.status, response.error.detail]).toEqual([400, expect.any(String)]);
  });

  itOurs(
    "shipments, containers, requests; supplement-2.md, 1. GET /search: type is search_result",
    OURS,
    async () => {
      const reference = `ORDER${RUN}`;
      const [shipment, container] = [await firstId("shipments"), await firstId("containers")];
      await send({ ...UNKNOWN, ref_numbers: [reference] });
      const attributes = { ref_numbers: [reference] };
      await write("/containers", "PATCH", { type: "container", id: container, attributes });
      await write(`/shipments/${shipment}`, "PATCH", { type: "shipment", attributes });
      const { items } = await call(`/search?query=${reference}`);
      expect(items.map((hit) => [hit.type, hit.attributes?.entity_type])).toEqual([
        ["search_result", "shipment"],
        ["search_result", "cargo"],
        ["search_result", "tracking_request"],
      ]);
    },
  );

  itOurs("then recency", OURS, async () => {
    const reference = `RECENT${RUN}`;
    const shipments = (await call("/shipments?page[size]=5")).items.map(({ id }) => id);
    for (const id of shipments) {
      await write(`/shipments/${id}`, "PATCH", {
        type: "shipment",
        attributes: { ref_numbers: [reference] },
      });
    }
    const found = (await call(`/search?query=${reference}`)).items;
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(shipments));
    const updates = found.map(({ attributes }) => Date.parse(String(attributes?.updated_at)));
    expect(updates).toEqual([...updates].sort((a, b) => b - a));
  });

  itOurs("no request whose number is a shipment's BL", OURS, async () => {
    const shipments = (await call("/shipments?page[size]=1")).items;
    const bill = String(shipments[0]?.attributes?.bill_of_lading_number);
    const hits = (await call(`/search?query=${bill}`)).items;
    expect(hits.map(({ id }) => id)).toContain(shipments[0]?.id);
    const requests = hits.filter(({ attributes }) => attributes?.entity_type === "tracking_request");
    expect(requests.filter(({ attributes }) => attributes?.number === bill)).toEqual([]);
  });

  it("cargo: tracking_stopped and status are null", async () => {
    const number = (await call("/containers?page[size]=1")).items[0]?.attributes?.number;
    const hits = (await call(`/search?query=${number}`)).items;
    const cargo = hits.filter(({ attributes }) => attributes?.entity_type === "cargo");
    expect(cargo.length).toBeGreaterThan(0);
    for (const { attributes } of cargo) {
      expect(attributes).toMatchObject({ tracking_stopped: null, status: null });
    }
  });
});

describe("supplement-2.md, 1. GET /webhook_notifications/examples", () => {
  it("no event: 400 Bad Request, detail null", async () => {
    const response = await call("/webhook_notifications/examples");
    expect(response.status).toBe(400);
    expect(response.error).toEqual({
      status: "400",
      title: "Bad Request",
      detail: null,
      source: { parameter: "event" },
    });
  });

  itOurs("data an array, links, meta", OURS, async () => {
    const response = await call("/webhook_notifications/examples?event=container.updated");
    expect(response.items).toHaveLength(1);
    expect(response.document.meta).toEqual({ size: 1, total: 1 });
    expect(response.document.links?.self).toContain("event=container.updated");
  });
});

describe("supplement-2.md, 1. POST /webhooks", () => {
  const whole = { url: "https://receiver.example/", active: false, events: ["container.created"] };
  const register = (attributes: object) => write("/webhooks", "POST", { type: "webhook", attributes });

  it.each(["url", "active"])("%s is required", async (name) => {
    const response = await register({ ...whole, [name]: undefined });
    expect([response.status, response.error.source?.pointer]).toEqual([422, `/data/attributes/${name}`]);
  });

  it("events optional", async () => {
    const response = await register({ ...whole, events: undefined });
    expect(response.status).toBe(201);
    expect(response.item.attributes?.events).not.toEqual([]);
    await call(`/webhooks/${response.item.id}`, { method: "DELETE" });
  });

  it("events 1 or more, unique", async () => {
    expect((await register({ ...whole, events: [] })).status).toBe(422);
    const { item } = await register({ ...whole, events: ["container.created", "container.created"] });
    expect(item.attributes?.events).toEqual(["container.created"]);
    await call(`/webhooks/${item.id}`, { method: "DELETE" });
  });

  it("header names get capitalised", async () => {
    const { item } = await register({ ...whole, headers: [{ name: "x-api-KEY", value: "7" }] });
    expect(item.attributes?.headers).toEqual([{ name: "X-Api-Key", value: "7" }]);
    await call(`/webhooks/${item.id}`, { method: "DELETE" });
  });
});

describe("supplement-2.md, 1. unknown filter[x]", () => {
  it.each(["shipments", "containers"])("ignored on /%s", async (list) => {
    const plain = (await call(`/${list}?page[size]=1`)).document.meta?.total;
    const filtered = await call(`/${list}?page[size]=1&filter[colour]=red`);
    expect([filtered.status, filtered.document.meta?.total]).toEqual([200, plain]);
  });

  it("filter[number] on /containers", async () => {
    const number = (await call("/containers?page[size]=1")).items[0]?.attributes?.number;
    const found = (await call(`/containers?filter[number]=${number}`)).items;
    expect(found.map(({ attributes }) => attributes?.number)).toContain(number);
  });
});

it("supplement-2.md, 1. GET /tracking_requests: filter[status] created, pending, failed", async () => {
  for (const status of ["created", "pending", "failed"]) {
    const { items } = await call(`/tracking_requests?filter[status]=${status}&page[size]=5`);
    const accepted = status === "created" ? ["created", "succeeded"] : [status];
    for (const { attributes } of items) expect(accepted).toContain(attributes?.status);
  }
});

describe("supplement-2.md, 1. Bodies", () => {
  it.each([
    ["application/json", "application/json"],
    ["vnd.api+json", "application/vnd.api+json"],
  ])("%s", async (_, type) => {
    const attributes = { company_name: `Bodies ${RUN} ${type}` };
    const response = await call("/parties", {
      body: { data: { type: "party", attributes } },
      headers: { "Content-Type": type },
    });
    expect(response.status).toBe(201);
  });

  it("no type for parties; supplement-2.md, 1. Bodies: data.id in a PATCH", async () => {
    const { item } = await write("/parties", "POST", { attributes: { company_name: `Plain ${RUN}` } });
    const attributes = { company_name: `Renamed ${RUN}` };
    const edited = await write(`/parties/${item.id}`, "PATCH", { id: item.id, attributes });
    expect([edited.status, edited.item.attributes?.company_name]).toEqual([200, attributes.company_name]);
  });

  it("no type for PATCH /shipments", async () => {
    const [shipment] = (await call("/shipments?page[size]=1")).items;
    const attributes = { tags: shipment?.attributes?.tags ?? [] };
    expect((await write(`/shipments/${shipment?.id}`, "PATCH", { attributes })).status).toBe(200);
  });
});

describe("supplement-2.md, 1. Errors", () => {
  it("record unknown: 404 Not Found", async () => {
    const { error } = await call(`/shipments/${NOWHERE}`);
    expect(error).toMatchObject({ status: "404", title: "Not Found" });
  });

  it("include unknown: 400 Bad Request, source.parameter include", async () => {
    const { error } = await call("/shipments?include=colour");
    expect(error).toMatchObject({ status: "400", title: "Bad Request", source: { parameter: "include" } });
  });

  it("include with dots", async () => {
    const { included } = await call("/containers?page[size]=5&include=shipment.port_of_lading");
    expect(included.map(({ type }) => type)).toEqual(expect.arrayContaining(["shipment", "port"]));
  });
});
