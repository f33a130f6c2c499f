import { escapeHtml } from "@/scripts/docs/html";
import type { Schema } from "./open-api";

/** The address of a schema by its name, relative to the page that shows it. */
export type SchemaAddress = (name: string) => string;

const code = (value: unknown): string =>
  `<code>${escapeHtml(typeof value === "string" ? value : JSON.stringify(value))}</code>`;

function reference(name: string, addressOf: SchemaAddress): string {
  const label = name.split("/").at(-1) ?? name;
  return `<a href="${escapeHtml(addressOf(label))}"><code>${escapeHtml(label)}</code></a>`;
}

/** The limits of a value in words: "1 to 100", "at most 20 characters". */
function limitsOf(schema: Schema): string[] {
  const range = (from: number | undefined, to: number | undefined, unit: string) => {
    if (from === undefined && to === undefined) return [];
    if (to === undefined) return [`at least ${from}${unit}`];
    return [from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`];
  };
  return [
    ...range(schema.minimum, schema.maximum, ""),
    ...range(schema.minLength, schema.maxLength, " characters"),
    ...range(schema.minItems, schema.maxItems, " entries"),
  ];
}

function typeOf(schema: Schema, addressOf: SchemaAddress): string {
  if (schema.$ref !== undefined) return reference(schema.$ref, addressOf);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => typeOf(choice, addressOf)).join(" or ");
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, addressOf)).join(" with ");
  const types = [schema.type ?? []].flat();
  const names = types.map((type) => {
    if (type === "array") return schema.items ? `array of ${typeOf(schema.items, addressOf)}` : "array";
    return type === "string" && schema.format ? `string (${escapeHtml(schema.format)})` : escapeHtml(type);
  });
  return names.length === 0 ? "any value" : names.join(" or ");
}

/** The type of a value in one line, with its possible values, limits and default. */
export function schemaLine(schema: Schema, addressOf: SchemaAddress): string {
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  const parts = [
    typeOf(schema, addressOf),
    ...(values.length > 0 ? [values.map(code).join(", ")] : []),
    ...limitsOf(schema),
    ...(schema.pattern === undefined ? [] : [`matches ${code(schema.pattern)}`]),
    ...(schema.default === undefined ? [] : [`default ${code(schema.default)}`]),
    ...(schema.deprecated ? ["<strong>deprecated</strong>"] : []),
  ];
  const text = schema.description === undefined ? "" : ` <span>${escapeHtml(schema.description)}</span>`;
  return `<span class="type">${parts.join("; ")}</span>${text}`;
}

/** The members below a schema: those of an object, of an array's entries, and of each choice. */
function membersOf(schema: Schema, addressOf: SchemaAddress): string {
  const { properties, additionalProperties, items } = schema;
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).map((part) =>
    membersOf(part, addressOf),
  );
  const required = new Set(schema.required ?? []);
  const members = Object.entries(properties ?? {}).map(
    ([name, member]) =>
      `<li><code>${escapeHtml(name)}</code>${required.has(name) ? "" : " <em>optional</em>"} ${schemaHtml(member, addressOf)}</li>`,
  );
  if (typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0)
    members.push(`<li><em>any other member</em> ${schemaHtml(additionalProperties, addressOf)}</li>`);
  const own = members.length > 0 ? `<ul class="schema">${members.join("")}</ul>` : "";
  return own + (items ? membersOf(items, addressOf) : "") + choices.join("");
}

/** A schema as HTML: its line and, nested, its members. Schemas with a name are links. */
export function schemaHtml(schema: Schema, addressOf: SchemaAddress): string {
  return schemaLine(schema, addressOf) + (schema.$ref === undefined ? membersOf(schema, addressOf) : "");
}
