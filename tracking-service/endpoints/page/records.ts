import { RESOURCES } from "@/lib/contract/responses/resources";
import type { Description } from "./description";
import { fieldsOf, fieldTable } from "./fields";
import { type Html, html, joined } from "./html";

function relationships(name: string): Html | null {
  const relations = Object.entries(RESOURCES).find(([type]) => type === name)?.[1].relations ?? {};
  const rows = Object.entries(relations).map(([relation, { to, many, always }]) => ({
    pointer: relation,
    type: html`${many ? "any number of " : ""}${joined(
      to.map((type) => html`<a href="#record-${type}">${type}</a>`),
      " or ",
    )}${many ? "" : ", or null"}${always ? "" : ", when asked for"}`,
    required: false,
  }));
  return rows.length === 0 ? null : html`<h4>Relationships</h4>${fieldTable(rows)}`;
}

/** Renders every record type with its attributes and relationships. */
export function recordsSection({ components }: Description): Html[] {
  return Object.entries(components.schemas).flatMap(([name, { properties }]) => {
    const attributes = properties?.attributes;
    if (!attributes) return [];
    const fields = fieldsOf(attributes).map(({ pointer, type }) => ({
      pointer: pointer.slice(1),
      type,
      required: false,
    }));
    return [
      html`<details id="record-${name}"><summary><code>${name}</code></summary><h4>Attributes</h4>${fieldTable(
        fields,
      )}${relationships(name)}</details>`,
    ];
  });
}
