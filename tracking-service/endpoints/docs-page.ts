import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { INTERFACE_TITLE } from "./title";

const START = `SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#interface",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
});`;
const startHash = createHash("sha256").update(START).digest("base64");

/** The page runs and loads only what this service sends. It calls no operation and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${startHash}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const DOCS_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "no-referrer",
};

/** The files of Swagger UI that the page loads, with their media types. They are served below /docs. */
export const DOCS_FILES: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

export const readDocsFile = (name: string): string =>
  readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), "utf8");

/** The page that shows the interface description. Swagger UI reads it from openapi.json. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${INTERFACE_TITLE}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><div id="interface"></div><noscript>This page needs JavaScript. The description is at <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/swagger-ui-bundle.js"></script><script>${START}</script></body></html>
`;
