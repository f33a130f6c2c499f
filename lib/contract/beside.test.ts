import { describe, expect, it } from "vitest";
import { readCustomFields, readDocuments } from "./beside";

const field = (slug: string, attributes: Record<string, unknown>, definition?: string) => ({
  type: "custom_field",
  id: slug,
  attributes: { api_slug: slug, ...attributes },
  ...(definition
    ? { relationships: { definition: { data: { type: "custom_field_definition", id: definition } } } }
    : {}),
});

describe("custom fields", () => {
  it("go by their definition's name, and by their slug where it is not there", () => {
    const document = {
      data: [
        field("buyer", { value: "x", display_value: "Ana <b>" }, "d-1"),
        field("count", { value: 7 }),
        field("flags", { value: ["a", "b"], display_value: null }),
        field("none", { value: null }),
      ],
      included: [{ type: "custom_field_definition", id: "d-1", attributes: { display_name: "Buyer" } }],
    };
    expect(readCustomFields(document)).toEqual([
      { slug: "buyer", label: "Buyer", value: "Ana <b>" },
      { slug: "count", label: "count", value: "7" },
      { slug: "flags", label: "flags", value: '["a","b"]' },
      { slug: "none", label: "none", value: "" },
    ]);
  });

  it.each([null, {}, { data: "none" }, { data: [{ type: "document", id: "1" }, field("", {})] }])(
    "are none of %o",
    (document) => {
      expect(readCustomFields(document)).toEqual([]);
    },
  );
});

describe("documents", () => {
  const paper = (id: string, cargos: string[], attributes: Record<string, unknown> = {}) => ({
    type: "document",
    id,
    attributes: { name: "Arrival notice.pdf", document_type: "arrival_notice", ...attributes },
    relationships: { cargos: { data: cargos.map((cargo) => ({ type: "container", id: cargo })) } },
  });

  it("are those of the box alone, whatever else the service answers with", () => {
    const document = {
      data: [
        paper("1", ["c-1"]),
        paper("2", ["c-2"]),
        paper("3", []),
        paper("4", ["c-2", "c-1"], { name: null, document_type: "brand_new" }),
      ],
    };
    expect(readDocuments(document, "c-1")).toEqual([
      { id: "1", name: "Arrival notice.pdf", kind: "Arrival notice", status: null, createdAt: null },
      { id: "4", name: "Document", kind: "brand_new", status: null, createdAt: null },
    ]);
  });

  it("are none of what cannot be read", () => {
    expect(readDocuments({ data: 7 }, "c-1")).toEqual([]);
  });
});
