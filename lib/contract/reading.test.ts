import { describe, expect, it } from "vitest";
import { containerAttributesSchema } from "./container";
import { containerRecord, notificationBody } from "./fixtures";
import {
  collectionDocumentSchema,
  errorDocumentSchema,
  hasRelationship,
  itemDocumentSchema,
  recordSchema,
  relatedMany,
  relatedOne,
} from "./json-api";
import { facilityAttributesSchema } from "./place";
import { shipmentAttributesSchema } from "./shipment";
import { parseDocument } from "./storable-text";
import { trackingRequestAttributesSchema } from "./tracking-request";
import { notificationDocumentSchema } from "./webhook";

const terminalRelation = (data: unknown) =>
  recordSchema.parse({ type: "container", id: "c", relationships: { pod_terminal: { data } } });

describe("record schema", () => {
  it.each(["container-1", "a/b", "..", "ä ö", "00000000-0000-4000-8000-000000000000", "7"])(
    "identifies a record by type and opaque id: %s",
    (id) => {
      const read = recordSchema.parse(containerRecord(id));
      expect(read.id).toBe(id);
      expect(read.attributes?.id).toBe(`not-${id}`);
    },
  );

  it.each([{ type: "container" }, { id: "c" }, { type: 3, id: "c" }, { type: "container", id: 7 }, null, []])(
    "rejects a record without a type and an id: %j",
    (value) => expect(recordSchema.safeParse(value).success).toBe(false),
  );

  it("accepts missing or null attributes and relationships", () => {
    for (const rest of [{}, { attributes: null, relationships: null }]) {
      const read = recordSchema.parse({ type: "container", id: "c", ...rest });
      expect(read.attributes).toBeUndefined();
      expect(relatedOne(read, "shipment")).toBeNull();
      expect(hasRelationship(read, "shipment")).toBe(false);
    }
  });

  it("keeps undocumented members", () => {
    expect(recordSchema.parse({ ...containerRecord("c"), meta: { seen: 1 } })).toMatchObject({
      meta: { seen: 1 },
      links: { self: expect.stringContaining("elsewhere") },
    });
  });

  it("distinguishes a null relationship from an absent one", () => {
    expect(hasRelationship(terminalRelation(null), "pod_terminal")).toBe(true);
    expect(relatedOne(terminalRelation(null), "pod_terminal")).toBeNull();
    expect(hasRelationship(terminalRelation(undefined), "pod_terminal")).toBe(false);
    const odd = recordSchema.parse({
      type: "container",
      id: "c",
      relationships: { user: null, shipment: {} },
    });
    expect(hasRelationship(odd, "user")).toBe(false);
    expect(hasRelationship(odd, "shipment")).toBe(false);
  });

  it("returns one record or many as the relationship names them", () => {
    const one = terminalRelation({ type: "terminal", id: "t" });
    const many = terminalRelation([{ type: "terminal", id: "t" }]);
    expect(relatedOne(one, "pod_terminal")).toEqual({ type: "terminal", id: "t" });
    expect(relatedMany(one, "pod_terminal")).toEqual([]);
    expect(relatedOne(many, "pod_terminal")).toBeNull();
    expect(relatedMany(many, "pod_terminal")).toHaveLength(1);
  });
});

describe("document schema", () => {
  it("accepts a missing, empty or null included", () => {
    for (const rest of [{}, { included: [] }, { included: null }])
      expect(itemDocumentSchema.parse({ data: containerRecord("c"), ...rest }).included ?? []).toEqual([]);
  });

  it("keeps undocumented meta of a collection and accepts missing meta", () => {
    const meta = { size: 1, total: 180_774, pagination: { next: 2 } };
    expect(collectionDocumentSchema.parse({ data: [], meta }).meta).toEqual(meta);
    expect(collectionDocumentSchema.parse({ data: [] }).meta).toBeUndefined();
  });

  it.each([{}, { data: null }, { data: {} }, { data: [{}] }, { errors: [] }])(
    "rejects an invalid document: %j",
    (value) => {
      expect(itemDocumentSchema.safeParse(value).success).toBe(false);
      expect(collectionDocumentSchema.safeParse(value).success).toBe(false);
    },
  );

  it("keeps the error messages when another member has the wrong type", () => {
    const errors = [{ title: "Taken", detail: "Exists", status: 422, source: null, code: 7, meta: [] }];
    expect(errorDocumentSchema.parse({ errors }).errors[0]).toMatchObject({
      title: "Taken",
      detail: "Exists",
    });
  });

  it("reads errors under either name", () => {
    const errors = [{ title: "Invalid arrival_date_from" }];
    expect(errorDocumentSchema.parse({ error: errors })).toEqual({ errors });
    expect(errorDocumentSchema.safeParse({ error: "Internal Server Error" }).success).toBe(false);
  });

  it("replaces only the characters that the database cannot store", () => {
    const text =
      '{"a":"x\\u0000y","b\\u0000":["\\ud800","\\ud83d\\ude9a \\u00e4"],"__proto__":{"c":1},"n":null}';
    const read = parseDocument(text);
    expect(read).toMatchObject({ a: "x\u{FFFD}y", "b\u{FFFD}": ["\u{FFFD}", "🚚 ä"], n: null });
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(parseDocument('{"a":"plain"}')).toEqual({ a: "plain" });
    expect(parseDocument('\uFEFF{"a":1}')).toEqual({ a: 1 });
    expect(() => parseDocument("{")).toThrow(SyntaxError);
  });

  it("replaces what is nested deeper than 100 levels by null", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
    expect(parseDocument(nested(100))).toEqual(JSON.parse(nested(100)));
    expect(JSON.stringify(parseDocument(`{"a":${nested(5_000)},"b":2}`))).toBe(
      `{"a":${nested(99).replace("1", "null")},"b":2}`,
    );
  });
});

describe("container schema", () => {
  it("accepts a container without attributes", () => {
    expect(containerAttributesSchema.parse({})).toEqual({});
  });

  it("keeps unknown attributes and unknown enumeration values", () => {
    const odd = {
      current_status: "in_orbit",
      equipment_type: "balloon",
      equipment_length: 53,
      carbon_class: "B",
      holds_at_pod_terminal: [{ name: "FDA", status: "maybe", description: null, since: "2026" }],
      fees_at_pod_terminal: [{ type: "chassis", amount: 12.5, currency_code: null, note: "x" }],
      import_deadlines: { pickup_lfd_line: null, pickup_lfd_moon: "2026-11-20T05:00:00Z" },
    };
    expect(containerAttributesSchema.parse(odd)).toEqual(odd);
  });

  it("distinguishes null from absent", () => {
    const read = containerAttributesSchema.parse({ pickup_lfd: null, import_deadlines: null });
    expect(read).toEqual({ pickup_lfd: null, import_deadlines: null });
    expect("seal_number" in read).toBe(false);
  });

  it.each([
    { pod_discharged_at: "soon" },
    { pod_discharged_at: 1_700_000_000 },
    { available_for_pickup: "yes" },
    { holds_at_pod_terminal: "customs" },
    { holds_at_pod_terminal: [{ status: "hold" }] },
    { fees_at_pod_terminal: [{ type: "exam" }] },
    { import_deadlines: { pickup_lfd_line: "whenever" } },
    { number: 4807969 },
  ])("rejects values that a rule would misread: %j", (attributes) => {
    expect(containerAttributesSchema.safeParse(attributes).success).toBe(false);
  });
});

describe("other schemas", () => {
  it("keep all provided_data of a terminal", () => {
    const provided_data = { pickup_lfd: false, pickup_lfd_notes: "", smoke_signals: true };
    expect(facilityAttributesSchema.parse({ provided_data }).provided_data).toEqual(provided_data);
  });

  it.each([
    ["created", "succeeded"],
    ["succeeded", "succeeded"],
    ["tracking_stopped", "tracking_stopped"],
    ["pondering", "pondering"],
    [null, null],
    [undefined, undefined],
  ])("read the tracking request status %s as %s", (status, expected) => {
    expect(trackingRequestAttributesSchema.parse({ status }).status).toBe(expected);
  });

  it("reject a shipment with invalid date-times or lists", () => {
    for (const wrong of [
      { pod_eta_at: "later" },
      { ref_numbers: "PO-1" },
      { tags: [1] },
      { customer_name: 5 },
    ])
      expect(shipmentAttributesSchema.safeParse(wrong).success).toBe(false);
  });
});

describe("notification schema", () => {
  const body = JSON.parse(notificationBody({ id: "n-1", event: "container.teleported" }));

  it("accepts an undocumented event", () => {
    expect(notificationDocumentSchema.parse(body).data.attributes.event).toBe("container.teleported");
  });

  it.each([
    { ...body, data: { ...body.data, type: "notification" } },
    { ...body, data: { ...body.data, id: undefined } },
    { ...body, data: { ...body.data, attributes: undefined } },
    [body],
    "text",
    null,
  ])("rejects an invalid notification: %#", (value) => {
    expect(notificationDocumentSchema.safeParse(value).success).toBe(false);
  });

  it("treats records that are no list as absent, so that they are fetched", () => {
    expect(notificationDocumentSchema.parse({ ...body, included: {} }).included).toBeUndefined();
  });

  it("reads each attribute by itself", () => {
    const read = (attributes: object) =>
      notificationDocumentSchema.parse({ ...body, data: { ...body.data, attributes } }).data.attributes;
    const created_at = "2026-11-20T12:00:00Z";
    expect(read({ event: "container.updated" })).toEqual({ event: "container.updated", created_at: null });
    expect(read({ event: "x", created_at: "now", delivery_status: 5 })).toEqual({
      event: "x",
      created_at: null,
    });
    expect(read({ event: null, created_at })).toEqual({ event: "unknown", created_at });
  });

  it("leaves out what is no record, and what is no relationship", () => {
    const odd = {
      type: "container",
      id: "c-1",
      attributes: [],
      relationships: { shipment: "s", port: { data: null } },
    };
    const { included } = notificationDocumentSchema.parse({
      ...body,
      included: [null, {}, odd, { type: "x", id: 7 }],
    });
    expect(included).toEqual([{ ...odd, attributes: undefined, relationships: { port: { data: null } } }]);
  });
});
