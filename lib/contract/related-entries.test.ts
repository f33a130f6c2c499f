import { describe, expect, it } from "vitest";
import { customFieldEntry } from "./custom-field";
import { documentEntry } from "./document";

describe("customFieldEntry", () => {
  it.each([
    [{ value: "x", display_value: "Ana <b>" }, "Buyer", { label: "Buyer", value: "Ana <b>" }],
    [{ value: 7 }, null, { label: "slug", value: "7" }],
    [{ value: ["a", "b"], display_value: null }, "", { label: "slug", value: '["a","b"]' }],
    [{ value: null }, null, { label: "slug", value: "" }],
    [{}, null, { label: "slug", value: "" }],
    [{ value: false }, null, { label: "slug", value: "false" }],
  ])("reads %o with the name %s as %o", (attributes, name, reported) => {
    expect(customFieldEntry({ api_slug: "slug", ...attributes }, name)).toEqual({
      slug: "slug",
      ...reported,
    });
  });

  it.each([null, {}, { api_slug: "" }, { api_slug: 7 }])("is null for %o", (attributes) => {
    expect(customFieldEntry(attributes, "Buyer")).toBeNull();
  });
});

describe("documentEntry", () => {
  it("uses the label of a known type and the raw value of an unknown type", () => {
    const reported = documentEntry("d-1", { name: "Notice.pdf", document_type: "arrival_notice" });
    expect(reported).toEqual({
      id: "d-1",
      name: "Notice.pdf",
      kind: "Arrival notice",
      status: null,
      createdAt: null,
    });
    expect(documentEntry("d-2", { name: null, document_type: "brand_new" })).toMatchObject({
      name: "Document",
      kind: "brand_new",
    });
  });

  it.each([null, 7, { name: 7 }, { created_at: "soon" }])("is null for %o", (attributes) => {
    expect(documentEntry("d-1", attributes)).toBeNull();
  });
});
