import { afterAll, describe, expect, it } from "vitest";
import { relatedMany, relatedOne } from "@/lib/contract/json-api";
import { call, itOurs } from "./target";

const OURS = "other services differ here";
const RUN = Date.now().toString(36);

const write = (path: string, method: string, type: string, attributes: object) =>
  call(path, { method, body: { data: { type, attributes } } });

const made: string[] = [];
afterAll(async () => {
  for (const id of made) await call(`/custom_field_definitions/${id}`, { method: "DELETE" });
});

let defined = 0;
async function define(attributes: Record<string, unknown>) {
  defined += 1;
  const slug = `drop_in_${RUN}_${defined}`;
  const sent = { entity_type: "Shipment", display_name: "Lane", data_type: "short_text", api_slug: slug };
  const { status, item } = await write("/custom_field_definitions", "POST", "custom_field_definition", {
    ...sent,
    ...attributes,
  });
  expect(status).toBe(201);
  made.push(item.id);
  return { item, slug, path: `/custom_field_definitions/${item.id}` };
}

const shipmentFields = async () => {
  const [shipment] = (await call("/shipments?page[size]=1")).items;
  return `/shipments/${shipment?.id}/custom_fields`;
};

const put = async (slug: string, value: unknown) =>
  write(await shipmentFields(), "POST", "custom_field", { api_slug: slug, value });

describe("supplement-2.md, 3. Definition", () => {
  const rules = {
    validation: { required: true, pattern: "^[A-Z]+$", max_length: 8 },
    default_format: "upper",
    default_value: "NONE",
  };

  it("validation, default_format, default_value on POST, GET", async () => {
    const { item, path } = await define(rules);
    expect(item.attributes).toMatchObject(rules);
    expect((await call(path)).item.attributes).toMatchObject(rules);
    const without = (await define({})).item.attributes;
    expect(without).toMatchObject({ validation: null, default_format: null, default_value: null });
  });

  it("api_slug is required", async () => {
    const attributes = { entity_type: "Shipment", display_name: "Lane", data_type: "short_text" };
    for (const api_slug of [undefined, ""]) {
      const response = await write("/custom_field_definitions", "POST", "custom_field_definition", {
        ...attributes,
        api_slug,
      });
      expect([response.status, response.error.source?.pointer]).toEqual([422, "/data/attributes/api_slug"]);
    }
  });

  it("on PATCH", async () => {
    const { path } = await define(rules);
    const edit = (attributes: object) => write(path, "PATCH", "custom_field_definition", attributes);
    const edited = await edit({ validation: { max_length: 3 }, default_value: ["any"] });
    expect(edited.item.attributes).toMatchObject({
      validation: { max_length: 3 },
      default_format: "upper",
      default_value: ["any"],
    });
    const emptied = await edit({ validation: null, default_format: null, default_value: null });
    expect(emptied.item.attributes).toMatchObject({
      validation: null,
      default_format: null,
      default_value: null,
    });
  });

  itOurs("template_id, account, fields, options", OURS, async () => {
    const { slug, path } = await define({});
    const field = (await put(slug, "A")).item;
    const { item, included } = await call(`${path}?include=account,fields`);
    expect(item.attributes).toHaveProperty("template_id", null);
    expect(relatedOne(item, "account")?.type).toBe("account");
    expect(relatedMany(item, "fields").map(({ id }) => id)).toEqual([field.id]);
    expect(relatedMany(item, "options")).toEqual([]);
    expect(included.map(({ type }) => type).sort()).toEqual(["account", "custom_field"]);
  });

  itOurs("pattern, max_length and required are checked", OURS, async () => {
    const { slug } = await define({ validation: { required: true, max_length: 3 } });
    expect((await put(slug, "ABC")).status).toBe(201);
    expect((await put(slug, "ABCD")).status).toBe(422);
    expect((await put(slug, null)).status).toBe(422);
    const matched = await define({ validation: { pattern: "^[A-Z]{2}$" } });
    expect((await put(matched.slug, "AB")).status).toBe(201);
    const refused = await put(matched.slug, "A1");
    expect([refused.status, refused.error.source?.pointer]).toEqual([422, "/data/attributes/value"]);
  });
});

itOurs("supplement-2.md, 3. entity_type: Cargo for containers, also accepted", OURS, async () => {
  for (const entityType of ["Container", "Cargo"]) {
    const { item } = await define({ entity_type: entityType });
    expect(item.attributes?.entity_type).toBe("Cargo");
    const { items } = await call(
      `/custom_field_definitions?filter[entity_type]=${entityType}&page[size]=100`,
    );
    expect(items.map(({ id }) => id)).toContain(item.id);
  }
});

describe("supplement-2.md, 3. value", () => {
  it("string, number, boolean, string[]; supplement-2.md, 3. value: display_value", async () => {
    const sent: [string, unknown, unknown][] = [
      ["short_text", "A", "A"],
      ["number", 4, "4"],
      ["boolean", true, "Yes"],
      ["date", "2026-11-30", "2026-11-30"],
      ["datetime", "2026-11-30T12:00:00Z", "2026-11-30 12:00:00"],
    ];
    for (const [dataType, value, shown] of sent) {
      const { slug } = await define({ data_type: dataType });
      const { attributes } = (await put(slug, value)).item;
      expect(attributes?.display_value, dataType).toBe(shown);
      if (dataType !== "datetime") expect(attributes?.value).toBe(value);
    }
    const { slug, path } = await define({ data_type: "enum_multi" });
    for (const label of ["East", "West"]) {
      await write(`${path}/options`, "POST", "custom_field_option", { label });
    }
    const { attributes } = (await put(slug, ["West", "East"])).item;
    expect(attributes).toMatchObject({ value: ["West", "East"], display_value: "West, East" });
  });

  it("object: a reference is {type, id}", async () => {
    const { slug } = await define({ data_type: "reference", reference_type: "Party" });
    const party = await write("/parties", "POST", "party", { company_name: `Referred ${RUN}` });
    const value = { type: "party", id: party.item.id };
    for (const sent of [value.id, value]) {
      expect((await put(slug, sent)).item.attributes).toMatchObject({
        value,
        display_value: `Referred ${RUN}`,
      });
    }
  });

  it("null", async () => {
    const { slug } = await define({});
    const { status, item } = await put(slug, null);
    expect([status, item.attributes?.value]).toEqual([201, null]);
  });
});

it("supplement-2.md, 3. Option in use: can be deleted, values stay", async () => {
  const { slug, path } = await define({ data_type: "enum" });
  const option = (await write(`${path}/options`, "POST", "custom_field_option", { label: "East" })).item;
  const field = (await put(slug, "East")).item;
  expect((await call(`${path}/options/${option.id}`, { method: "DELETE" })).status).toBe(200);
  const kept = (await call(`/custom_fields/${field.id}`)).item;
  expect(kept.attributes).toMatchObject({ value: "East", display_value: "East" });
});

describe("supplement-2.md, 4. shipping_line", () => {
  itOurs("provided_data, tracking_url, contact_url", OURS, async () => {
    for (const { attributes } of (await call("/shipping_lines")).items) {
      const given = Object.values(Object(attributes?.provided_data));
      expect(given.filter((value) => typeof value === "boolean")).toHaveLength(11);
      expect(given.filter((value) => typeof value === "string")).toHaveLength(11);
      expect(attributes).toHaveProperty("tracking_url");
      expect(attributes).toHaveProperty("contact_url");
    }
  });

  itOurs("some support no kind of number", OURS, async () => {
    const none = (await call("/shipping_lines")).items.filter(
      ({ attributes }) =>
        !attributes?.bill_of_lading_tracking_support &&
        !attributes?.booking_number_tracking_support &&
        !attributes?.container_number_tracking_support,
    );
    expect(none.length).toBeGreaterThan(0);
  });
});
