import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./target";

const made: string[] = [];
afterAll(async () => {
  for (const id of made) await call(`/custom_field_definitions/${id}`, { method: "DELETE" });
});

/** A slug that no earlier run of the suite used. */
const slug = (name: string) => `conformance_${name}_${Date.now().toString(36)}`;

type Attributes = Record<string, unknown>;

async function define(attributes: Attributes) {
  const response = await call("/custom_field_definitions", {
    body: { data: { type: "custom_field_definition", attributes } },
  });
  if (response.status === 201) made.push(response.item.id);
  return response;
}

const write = (path: string, method: string, type: string, attributes: Attributes) =>
  call(path, { method, body: { data: { type, attributes } } });

const firstId = async (collection: string) => (await call(`/${collection}?page[size]=1`)).items[0]?.id ?? "";

describe("supplement.md, custom_field_definitions", () => {
  it("CRUD; interface.md, Other endpoints: custom field definitions: creates, lists, shows, edits and deletes", async () => {
    const apiSlug = slug("crud");
    const response = await define({
      entity_type: "Shipment",
      api_slug: apiSlug,
      display_name: "Conformance",
      data_type: "short_text",
    });
    expect(response.status).toBe(201);
    const path = `/custom_field_definitions/${response.item.id}`;
    expect((await call(path)).item.attributes).toMatchObject({ api_slug: apiSlug, data_type: "short_text" });
    expect(
      (await call("/custom_field_definitions?filter[entity_type]=Shipment&page[size]=100")).items.map(
        ({ id }) => id,
      ),
    ).toContain(response.item.id);
    const edited = await write(path, "PATCH", "custom_field_definition", { display_name: "Renamed" });
    expect(edited.item.attributes).toMatchObject({ display_name: "Renamed", api_slug: apiSlug });
    expect((await call(path, { method: "DELETE" })).status).toBe(200);
    expect((await call(path)).status).toBe(404);
  });

  it.each(["short_text", "number", "date", "datetime", "boolean", "enum", "enum_multi"])(
    "data_type %s on every entity_type",
    async (dataType) => {
      for (const entityType of ["Shipment", "Container", "TrackingRequest"]) {
        const response = await define({
          entity_type: entityType,
          api_slug: slug(dataType),
          display_name: "Conformance",
          data_type: dataType,
        });
        expect(response.status).toBe(201);
      }
    },
  );

  it.each(["Shipment", "Container", "TrackingRequest"])("entity_type %s", async (entityType) => {
    const response = await define({
      entity_type: entityType,
      api_slug: slug("entity"),
      display_name: "Conformance",
      data_type: "number",
    });
    expect(response.item.attributes).toMatchObject({ data_type: "number" });
    // supplement-2.md, 3. entity_type: the live service calls a container Cargo.
    const names = entityType === "Container" ? ["Container", "Cargo"] : [entityType];
    expect(names).toContain(response.item.attributes?.entity_type);
  });

  it("data_type reference, and no other than these", async () => {
    const given = { entity_type: "Shipment", display_name: "Conformance" };
    const reference = { ...given, api_slug: slug("ref"), data_type: "reference", reference_type: "Party" };
    expect((await define(reference)).status).toBe(201);
    expect((await define({ ...given, api_slug: slug("bad"), data_type: "text" })).error.source).toEqual({
      pointer: "/data/attributes/data_type",
    });
  });
});

describe("supplement.md, custom_field_definitions/{id}/options", () => {
  it("CRUD; interface.md, Other endpoints: custom field options: creates, lists, shows, edits and deletes", async () => {
    const field = {
      entity_type: "Container",
      api_slug: slug("options"),
      display_name: "Lane",
      data_type: "enum",
    };
    const options = `/custom_field_definitions/${(await define(field)).item.id}/options`;
    const response = await write(options, "POST", "custom_field_option", {
      label: "East gate",
      value: "east",
    });
    expect(response.status).toBe(201);
    const path = `${options}/${response.item.id}`;
    expect((await call(`${options}?include=definition`)).items.map(({ id }) => id)).toEqual([
      response.item.id,
    ]);
    expect((await call(path)).item.attributes).toMatchObject({ label: "East gate", value: "east" });
    const edited = await write(path, "PATCH", "custom_field_option", { label: "East" });
    expect(edited.item.attributes).toMatchObject({ label: "East", value: "east" });
    expect((await call(path, { method: "DELETE" })).status).toBe(200);
    expect((await call(path)).status).toBe(404);
  });
});

describe.each([
  ["shipments", "Shipment", "shipment"],
  ["containers", "Container", "container"],
  ["tracking_requests", "TrackingRequest", "tracking_request"],
])("supplement.md, /%s/{id}/custom_fields", (collection, entityType, type) => {
  const apiSlug = slug(type);
  let id: string;
  let fields: string;
  beforeAll(async () => {
    const display = { display_name: "Dock", data_type: "short_text" };
    await define({ entity_type: entityType, api_slug: apiSlug, ...display });
    id = await firstId(collection);
    fields = `/${collection}/${id}/custom_fields`;
  });

  it("POST gives a field, or replaces its value", async () => {
    const response = await write(fields, "POST", "custom_field", { api_slug: apiSlug, value: "4" });
    expect(response.status).toBe(201);
    expect(response.item.relationships?.entity?.data).toEqual({ type, id });
    const again = await write(fields, "POST", "custom_field", { api_slug: apiSlug, value: "5" });
    expect([again.status, again.item.id]).toEqual([201, response.item.id]);
  });

  it("GET lists it", async () => {
    const slugs = (await call(fields)).items.map(({ attributes }) => attributes?.api_slug);
    expect(slugs).toContain(apiSlug);
  });

  it("PATCH edits it by its api_slug", async () => {
    const edited = await write(`${fields}/${apiSlug}`, "PATCH", "custom_field", { value: "5" });
    expect(edited.item.attributes).toMatchObject({ api_slug: apiSlug, value: "5", display_value: "5" });
  });

  it("DELETE takes it away: 204, then 404", async () => {
    expect((await call(`${fields}/${apiSlug}`, { method: "DELETE" })).status).toBe(204);
    expect((await call(`${fields}/${apiSlug}`, { method: "DELETE" })).status).toBe(404);
  });
});

describe("supplement.md, custom_fields", () => {
  it("CRUD; interface.md, Other endpoints: custom fields: creates, lists, shows, edits and deletes", async () => {
    const apiSlug = slug("field");
    await define({ entity_type: "Container", api_slug: apiSlug, display_name: "Days", data_type: "number" });
    const id = await firstId("containers");
    const response = await call("/custom_fields", {
      body: {
        data: {
          type: "custom_field",
          attributes: { api_slug: apiSlug, value: 3 },
          relationships: { entity: { data: { type: "container", id } } },
        },
      },
    });
    expect(response.status).toBe(201);
    const path = `/custom_fields/${response.item.id}`;
    expect((await call(`/custom_fields?filter[entity_id]=${id}`)).items.map((item) => item.id)).toContain(
      response.item.id,
    );
    const shown = await call(`${path}?include=entity,definition,user`);
    expect(shown.included.map((record) => record.type)).toEqual(
      expect.arrayContaining(["container", "custom_field_definition"]),
    );
    const refused = await write(path, "PATCH", "custom_field", { value: "three" });
    expect(refused.status).toBe(422);
    expect(refused.error.source).toEqual({ pointer: "/data/attributes/value" });
    expect((await write(path, "PATCH", "custom_field", { value: 4 })).item.attributes).toMatchObject({
      value: 4,
    });
    expect((await call(path, { method: "DELETE" })).status).toBe(200);
    expect((await call(path)).status).toBe(404);
  });
});
