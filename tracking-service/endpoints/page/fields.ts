import type { Schema } from "./description";
import { type Html, html, joined } from "./html";

const MAX_VALUES_SHOWN = 20;

/** A link to the section of a component on the page. */
function componentLink(reference: string): Html {
  const name = reference.split("/").at(-1) ?? reference;
  if (name === "included_record") return html`<a href="#records">any record</a>`;
  return html`<a href="#record-${name}">${name}</a>`;
}

function valuesText(values: unknown[]): Html {
  if (values.includes("tracking_request.succeeded")) return html`<a href="#events">event name</a>`;
  if (values.length > MAX_VALUES_SHOWN) return html`one of ${values.length} values`;
  return joined(
    values.map((value) => html`<code>${value === null ? "null" : String(value)}</code>`),
    " | ",
  );
}

function limitsText({ format, minimum, maximum, maxLength, maxItems, default: standard }: Schema): string {
  const far = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  return [
    format,
    far(minimum) && `from ${minimum}`,
    far(maximum) && `to ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`,
    standard !== undefined && `default ${JSON.stringify(standard)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Describes the type of a schema. */
export function typeText(schema: Schema): Html {
  if (schema.$ref) return componentLink(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joined(choices.map(typeText), " or ");
  if (schema.const !== undefined) return valuesText([schema.const]);
  if (schema.enum) return valuesText(schema.enum);
  const types = [schema.type ?? []].flat();
  const named = types.map((type) =>
    type === "array" && schema.items ? html`array of ${typeText(schema.items)}` : html`${type}`,
  );
  const limits = limitsText(schema);
  return html`${named.length > 0 ? joined(named, " or ") : "any value"}${limits === "" ? "" : `, ${limits}`}`;
}

type Field = { pointer: string; type: Html; required: boolean };

/** The members of a document with their pointers, as in error objects. Array entries use *. */
export function fieldsOf(schema: Schema, pointer = "", required = true): Field[] {
  const [only] = schema.anyOf?.length === 1 ? schema.anyOf : [schema];
  const { properties, items } = only ?? schema;
  if (properties && Object.keys(properties).length > 0) {
    return Object.entries(properties).flatMap(([name, member]) =>
      fieldsOf(member, `${pointer}/${name}`, required && (schema.required ?? []).includes(name)),
    );
  }
  if (items?.properties) return fieldsOf(items, `${pointer}/*`, required);
  return [{ pointer: pointer === "" ? "/" : pointer, type: typeText(schema), required }];
}

/** Renders fields as a table. Required fields are marked. */
export const fieldTable = (fields: readonly Field[]): Html =>
  html`<table><tbody>${fields.map(
    ({ pointer, type, required }) =>
      html`<tr><th scope="row"><code>${pointer}</code>${
        required ? html` <span class="must">required</span>` : null
      }</th><td>${type}</td></tr>`,
  )}</tbody></table>`;
