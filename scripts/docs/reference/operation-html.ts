import { escapeHtml } from "@/scripts/docs/html";
import type { ApiContent, ApiParameter, ApiResponse, Endpoint } from "./open-api";
import { type SchemaAddress, schemaHtml, schemaLine } from "./schema-html";

/** The id of an operation in its page: "GET /shipments/{id}" is "get-shipments-id". */
export const operationId = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  [method, ...(path.match(/[\w.]+/g) ?? [])].join("-").toLowerCase();

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((label) => `<th>${label}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  return `<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

function parameters(listed: readonly ApiParameter[], addressOf: SchemaAddress): string {
  if (listed.length === 0) return "";
  const rows = listed.map((parameter) => [
    `<code>${escapeHtml(parameter.name)}</code>`,
    `${escapeHtml(parameter.in)}${parameter.required ? ", required" : ""}${parameter.deprecated ? ", deprecated" : ""}`,
    parameter.schema
      ? schemaLine({ description: parameter.description, ...parameter.schema }, addressOf)
      : escapeHtml(parameter.description ?? ""),
  ]);
  return `<h4>Parameters</h4>${table(["name", "in", "value"], rows)}`;
}

function bodies(content: ApiContent, addressOf: SchemaAddress): string {
  return Object.entries(content)
    .map(([mediaType, { schema }]) => {
      const shown = schema ? schemaHtml(schema, addressOf) : "";
      return `<div class="body"><code>${escapeHtml(mediaType)}</code> ${shown}</div>`;
    })
    .join("");
}

function response(status: string, { description, content, headers }: ApiResponse, addressOf: SchemaAddress) {
  const named = Object.keys(headers ?? {}).map((name) => ` Header <code>${escapeHtml(name)}</code>.`);
  return [
    `<code>${escapeHtml(status)}</code>`,
    `${escapeHtml(description)}${named.join("")}${content ? bodies(content, addressOf) : ""}`,
  ];
}

/** One method of a path: summary, parameters, body and responses. */
export function operationHtml(endpoint: Endpoint, addressOf: SchemaAddress): string {
  const { method, path, operation } = endpoint;
  const id = operationId(endpoint);
  const heading = `<h2 id="${id}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code> <a class="mark" href="#${id}" aria-label="Link to this operation">#</a></h2>`;
  const { requestBody } = operation;
  const body = requestBody
    ? `<h4>Request body${requestBody.required ? "" : " (optional)"}</h4>${bodies(requestBody.content, addressOf)}`
    : "";
  const responses = Object.entries(operation.responses).map(([status, each]) =>
    response(status, each, addressOf),
  );
  return `<section class="operation">${heading}
<p>${escapeHtml(operation.summary)}</p>
<p class="remark">${escapeHtml(operation.description)}</p>
${parameters(operation.parameters, addressOf)}
${body}
<h4>Responses</h4>${table(["status", "meaning"], responses)}</section>`;
}
