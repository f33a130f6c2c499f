import { createHash } from "node:crypto";
import type { InterfaceDescription } from "@/tracking-service/endpoints/openapi";
import { readDescription } from "./description";
import { basics, errorsSection, eventsSection, limitsSection } from "./guide";
import { Html, html } from "./html";
import { groupsOf, headingOf, operationsSection } from "./operations";
import { recordsSection } from "./records";
import { STYLE } from "./style";

const styleHash = createHash("sha256").update(STYLE).digest("base64");

/** The headers allow the page only its own style. */
export const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
};

/**
 * Renders the interface description as an HTML page from its OpenAPI document. The page has no scripts and loads
 * nothing.
 */
export function interfacePage(document: InterfaceDescription): string {
  const description = readDescription(document);
  const { title, version } = description.info;
  const groups = groupsOf(description).map((group) => html`<a href="#${group}">${headingOf(group)}</a> `);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${new Html(STYLE)}</style></head><body>
<header><h1>${title} <small>${version}</small></h1>
<nav aria-label="Contents"><a href="#basics">Basics</a> <a href="#errors">Errors</a> <a href="#limits">Limits</a> <a href="#endpoints">Endpoints</a> <a href="#records">Records</a> <a href="#events">Events</a> <a href="openapi.json">openapi.json</a></nav></header>
<main>${basics()}${errorsSection()}${limitsSection()}
<h2 id="endpoints">Endpoints</h2><nav aria-label="Endpoints">${groups}</nav>${operationsSection(description)}
<section id="records"><h2>Records</h2>${recordsSection(description)}</section>
${eventsSection()}</main></body></html>
`.text;
}
