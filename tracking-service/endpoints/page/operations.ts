import type { DescribedOperation, Description, Schema } from "./description";
import { fieldsOf, fieldTable, typeText } from "./fields";
import { type Html, html, joined } from "./html";

/** Formats a resource name such as "tracking_requests" as a heading. */
export const headingOf = (group: string) => {
  const words = group.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Groups operations by the first segment of their paths, in the order of the description. */
export function groupsOf({ paths }: Description): string[] {
  return [...new Set(Object.keys(paths).map((path) => path.split("/")[1] ?? ""))];
}

function parameters({ parameters: all }: DescribedOperation): Html | null {
  const query = all.filter((parameter) => parameter.in === "query");
  if (query.length === 0) return null;
  const rows = query.map(({ name, required, deprecated, schema }) => ({
    pointer: name,
    type: html`${typeText(schema)}${deprecated ? ", deprecated" : ""}`,
    required: required === true,
  }));
  return html`<h4>Query</h4>${fieldTable(rows)}`;
}

function requestBody({ requestBody: body }: DescribedOperation): Html[] {
  return Object.entries(body?.content ?? {}).map(
    ([mediaType, { schema }]) =>
      html`<h4>Body <small>${mediaType}</small></h4>${fieldTable(fieldsOf(schema))}`,
  );
}

/** Names the records in a JSON:API document. Null for another kind of document. */
function recordsOf(schema: Schema): Html | null {
  const data = schema.properties?.data;
  if (!data) return null;
  const records = data.type === "array" ? data.items : data;
  const named = records?.$ref !== undefined || records?.anyOf !== undefined;
  if (!named || !records) return null;
  const many = data.type === "array" ? "A list of " : "";
  const included = schema.required?.includes("included") ? ", with related records" : "";
  return html`${many}${typeText(records)}${included}`;
}

function success({ responses }: DescribedOperation): Html[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { content }]) => {
      const [first] = Object.entries(content ?? {});
      if (!first) return html`<h4>Answer ${status}</h4><p>Nothing.</p>`;
      const [mediaType, { schema }] = first;
      const records = recordsOf(schema);
      return html`<h4>Answer ${status} <small>${mediaType}</small></h4>${
        records ? html`<p>${records}</p>` : fieldTable(fieldsOf(schema))
      }`;
    });
}

function errors({ responses }: DescribedOperation): Html {
  const statuses = Object.keys(responses).filter((status) => !status.startsWith("2"));
  return joined(
    statuses.map((status) => html`<a href="#error-${status}">${status}</a>`),
    " ",
  );
}

const idOf = (method: string, path: string) =>
  `${method}${path.replaceAll(/[^a-z]+/g, "-").replace(/-$/, "")}`;

function operation(path: string, method: string, described: DescribedOperation): Html {
  return html`<details id="${idOf(method, path)}">
<summary><b class="method ${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${described.summary}</span></summary>
<p class="from">${described.description}</p>
${parameters(described)}${requestBody(described)}${success(described)}
<p class="errors">Errors: ${errors(described)}</p>
</details>`;
}

/** Renders every operation, grouped by resource. */
export function operationsSection(description: Description): Html[] {
  return groupsOf(description).map((group) => {
    const paths = Object.entries(description.paths).filter(([path]) => path.split("/")[1] === group);
    const operations = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => operation(path, method, described)),
    );
    return html`<section id="${group}"><h3>${headingOf(group)}</h3>${operations}</section>`;
  });
}
