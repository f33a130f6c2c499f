import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
let shipmentId = "";
let containerId = "";
let stranger = "";

beforeAll(async () => {
  service = await startTestService({ seedContainers: 20 });
  shipmentId = (await service.call("/shipments?page[size]=1")).items[0]?.id ?? "";
  containerId = (await service.call("/containers?page[size]=1")).items[0]?.id ?? "";
  stranger = (await service.stranger()).key;
});
afterAll(() => service.end());

type Given = Record<string, unknown>;

const define = (attributes: Given, key?: string) =>
  service.call("/custom_field_definitions", {
    body: {
      data: {
        type: "custom_field_definition",
        attributes: {
          entity_type: "Shipment",
          display_name: "Some field",
          api_slug: "some_field",
          data_type: "short_text",
          ...attributes,
        },
      },
    },
    key,
  });

const option = (definitionId: string, attributes: Given) =>
  service.call(`/custom_field_definitions/${definitionId}/options`, {
    body: { data: { type: "custom_field_option", attributes } },
  });

const put = (path: string, attributes: Given, key?: string) =>
  service.call(`${path}/custom_fields`, { body: { data: { type: "custom_field", attributes } }, key });

const patch = (path: string, type: string, attributes: Given) =>
  service.call(path, { method: "PATCH", body: { data: { type, attributes } } });

describe("a definition", () => {
  it("can be listed, edited and deleted", async () => {
    const created = await define({
      display_name: "Größe – PO line #2",
      api_slug: "po_line_2",
      description: "as on the order",
    });
    expect(created.status).toBe(201);
    expect(created.item.attributes).toMatchObject({
      api_slug: "po_line_2",
      description: "as on the order",
    });
    const { id } = created.item;
    const edited = await patch(`/custom_field_definitions/${id}`, "custom_field_definition", {
      display_name: "Order line",
      description: null,
    });
    expect(edited.item.attributes).toMatchObject({
      display_name: "Order line",
      description: null,
      api_slug: "po_line_2",
    });
    const found = await service.call("/custom_field_definitions?filter[display_name]=order");
    expect(found.items.map((item) => item.id)).toEqual([id]);
    expect((await service.call("/custom_field_definitions?filter[display_name]=%25")).items).toEqual([]);
    expect((await service.call(`/custom_field_definitions/${id}`, { method: "DELETE" })).status).toBe(200);
    expect((await service.call(`/custom_field_definitions/${id}`)).status).toBe(404);
  });

  it.each([
    [{ display_name: " " }, "/data/attributes/display_name", "blank"],
    [{ api_slug: undefined }, "/data/attributes/api_slug", "blank"],
    [{ api_slug: " " }, "/data/attributes/api_slug", "blank"],
    [{ api_slug: "Has Blanks" }, "/data/attributes/api_slug", "invalid"],
    [{ entity_type: "Vessel" }, "/data/attributes/entity_type", "invalid_entity_type"],
    [{ data_type: "text" }, "/data/attributes/data_type", "invalid_data_type"],
    [{ data_type: "reference" }, "/data/attributes/reference_type", "blank"],
    [{ reference_type: "Party" }, "/data/attributes/reference_type", "invalid"],
  ])("rejects %j", async (attributes, pointer, code) => {
    const response = await define(attributes);
    expect(response.status).toBe(422);
    expect(response.error).toMatchObject({ source: { pointer }, code });
  });

  it("rejects a duplicate slug per record type and later changes of slug, type and entity", async () => {
    const { id } = (await define({ api_slug: "twice" })).item;
    expect((await define({ api_slug: "twice" })).error).toMatchObject({ code: "taken" });
    expect((await define({ api_slug: "twice", entity_type: "Container" })).status).toBe(201);
    expect((await define({ api_slug: "twice" }, stranger)).status).toBe(201);
    const response = await patch(`/custom_field_definitions/${id}`, "custom_field_definition", {
      data_type: "date",
    });
    expect(response.error).toMatchObject({
      code: "readonly",
      source: { pointer: "/data/attributes/data_type" },
    });
  });

  it("is not visible to another account", async () => {
    const { id } = (await define({ api_slug: "mine" })).item;
    for (const method of ["GET", "DELETE"]) {
      const response = await service.call(`/custom_field_definitions/${id}`, { method, key: stranger });
      expect(response.status).toBe(404);
    }
    expect((await service.call(`/custom_field_definitions/${id}/options`, { key: stranger })).status).toBe(
      404,
    );
  });
});

describe("a value", () => {
  it.each([
    ["short_text", " Dock 4 ", "Dock 4", "Dock 4"],
    ["short_text", "5", "5", "5"],
    ["number", 12.5, 12.5, "12.5"],
    ["date", "2026-11-30", "2026-11-30", "2026-11-30"],
    ["datetime", "2026-11-30T23:30:00-05:00", "2026-12-01T04:30:00.000Z", "2026-12-01 04:30:00"],
    ["boolean", false, false, "No"],
  ])("of %s is stored and shown", async (dataType, sent, value, shown) => {
    await define({ api_slug: `ok_${dataType}`, data_type: dataType });
    const response = await put(`/shipments/${shipmentId}`, { api_slug: `ok_${dataType}`, value: sent });
    expect(response.status).toBe(201);
    expect(response.item.attributes).toMatchObject({ value, display_value: shown });
  });

  it.each([
    ["short_text", 7],
    ["short_text", "x".repeat(256)],
    ["number", "12"],
    ["number", 0.1234567],
    ["number", 1e12],
    ["date", "2026-02-30"],
    ["date", "30.11.2026"],
    ["datetime", "2026-11-30T23:30:00"],
    ["boolean", "yes"],
    ["short_text", ""],
  ])("of %s rejects %j", async (dataType, value) => {
    await define({ api_slug: `no_${dataType}`, data_type: dataType });
    const response = await put(`/shipments/${shipmentId}`, { api_slug: `no_${dataType}`, value });
    expect(response.status).toBe(422);
    expect(response.error.source).toEqual({ pointer: "/data/attributes/value" });
  });

  it("of enum is an option shown by its label, and an option in use can be edited", async () => {
    const { id } = (await define({ api_slug: "lane", data_type: "enum_multi" })).item;
    const first = await option(id, { label: "East gate", value: "east" });
    await option(id, { label: "West gate", value: "west" });
    expect((await option(id, { label: "Other", value: "east" })).error).toMatchObject({ code: "taken" });
    expect(
      (await put(`/shipments/${shipmentId}`, { api_slug: "lane", value: ["south"] })).error,
    ).toMatchObject({
      code: "inclusion",
    });
    const created = await put(`/shipments/${shipmentId}`, {
      api_slug: "lane",
      value: ["west", "east", "west"],
    });
    expect(created.item.attributes).toMatchObject({
      value: ["west", "east"],
      display_value: "West gate, East gate",
    });
    const optionPath = `/custom_field_definitions/${id}/options/${first.item.id}`;
    expect((await patch(optionPath, "custom_field_option", { label: "East" })).item.attributes?.label).toBe(
      "East",
    );
    const included = await service.call(`/custom_fields/${created.item.id}?include=definition.options`);
    expect(included.included.map(({ type }) => type).sort()).toEqual([
      "custom_field_definition",
      "custom_field_option",
      "custom_field_option",
    ]);
    await service.call(`/custom_field_definitions/${id}`, { method: "DELETE" });
    expect((await service.call(`/custom_fields/${created.item.id}`)).status).toBe(404);
  });

  it("of reference must be the id of a record of the account", async () => {
    await define({ api_slug: "broker", data_type: "reference", reference_type: "Party" });
    const party = (name: string, key?: string) =>
      service.call("/parties", {
        body: { data: { type: "party", attributes: { company_name: name } } },
        key,
      });
    const own = (await party("Tidewater Brokers")).item.id;
    const foreign = (await party("Tidewater Brokers", stranger)).item.id;
    const response = await put(`/shipments/${shipmentId}`, { api_slug: "broker", value: own });
    expect(response.item.attributes?.display_value).toBe("Tidewater Brokers");
    expect((await put(`/shipments/${shipmentId}`, { api_slug: "broker", value: foreign })).status).toBe(422);
    expect((await put(`/shipments/${shipmentId}`, { api_slug: "broker", value: "me" })).status).toBe(422);
  });

  it("is replaced when set again, and can be edited and deleted by its slug", async () => {
    await define({ api_slug: "yard", entity_type: "Container" });
    const path = `/containers/${containerId}`;
    const first = await put(path, { api_slug: "yard", value: "A" });
    const again = await put(path, { api_slug: "yard", value: "B" });
    expect(again.item.id).toBe(first.item.id);
    const edited = await patch(`${path}/custom_fields/yard`, "custom_field", { value: "C" });
    expect(edited.item.attributes).toMatchObject({ value: "C" });
    expect((await service.call(`${path}/custom_fields`)).items.map((item) => item.id)).toEqual([
      first.item.id,
    ]);
    expect((await service.call(`${path}/custom_fields/yard`, { method: "DELETE" })).status).toBe(204);
    expect((await service.call(`${path}/custom_fields/yard`, { method: "DELETE" })).status).toBe(404);
  });

  it("reports its slug or its record when invalid", async () => {
    await define({ api_slug: "only_shipments" });
    const wrong = await put(`/containers/${containerId}`, { api_slug: "only_shipments", value: "x" });
    expect(wrong.error.source).toEqual({ pointer: "/data/attributes/api_slug" });
    const body = (entity: object) => ({
      data: {
        type: "custom_field",
        attributes: { api_slug: "only_shipments", value: "x" },
        relationships: { entity: { data: entity } },
      },
    });
    const created = await service.call("/custom_fields", {
      body: body({ type: "shipment", id: shipmentId }),
    });
    expect(created.item.relationships?.entity?.data).toEqual({ type: "shipment", id: shipmentId });
    const unknown = await service.call("/custom_fields", {
      body: body({ type: "shipment", id: containerId }),
    });
    expect(unknown.error.source).toEqual({ pointer: "/data/relationships/entity" });
    expect(
      (await put(`/shipments/${shipmentId}`, { api_slug: "only_shipments", value: "x" }, stranger)).status,
    ).toBe(404);
    const listed = await service.call(
      `/custom_fields?filter[entity_id]=${shipmentId}&filter[entity_type]=Shipment`,
    );
    expect(listed.items.some(({ id }) => id === created.item.id)).toBe(true);
    expect((await service.call("/custom_fields", { key: stranger })).items).toEqual([]);
    expect((await service.call("/custom_fields?filter[entity_id]=7")).error.source).toEqual({
      parameter: "filter[entity_id]",
    });
  });
});
