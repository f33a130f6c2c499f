import { type Heading, parseDocument } from "@/scripts/docs/documents";
import { escapeHtml } from "@/scripts/docs/html";
import { type LinkTargets, relativeAddress } from "@/scripts/docs/links";
import type { SitePage } from "@/scripts/docs/page";
import { renderDocument } from "@/scripts/docs/render-document";
import { searchEntries } from "@/scripts/docs/search-entries";
import { type Endpoint, endpointsOf, type OpenApi } from "./open-api";
import { operationHtml, operationId } from "./operation-html";
import { type SchemaAddress, schemaHtml } from "./schema-html";

/** How a reference is named in the site, and the folder of its pages. */
export type ReferenceOptions = { title: string; folder: string; intro: string };

const wordsOf = (tag: string): string => {
  const words = tag.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const headingOf = ({ method, path, ...rest }: Endpoint): Heading => ({
  depth: 2,
  text: `${method} ${path}`,
  id: operationId({ method, path, ...rest }),
});

function pageOf(
  address: string,
  title: string,
  endpoints: readonly Endpoint[],
  addressOf: SchemaAddress,
): SitePage {
  return {
    address,
    title,
    html: `<h1>${escapeHtml(title)}</h1>\n${endpoints.map((each) => operationHtml(each, addressOf)).join("\n")}`,
    headings: endpoints.map(headingOf),
    entries: endpoints.map((each) => ({
      page: title,
      heading: `${each.method} ${each.path}`,
      address: `${address}#${operationId(each)}`,
      text: `${each.operation.summary} ${each.operation.description}`,
    })),
  };
}

function schemasPage(address: string, title: string, schemas: OpenApi["components"]["schemas"]): SitePage {
  const addressOf: SchemaAddress = (name) => `#${name}`;
  const names = Object.keys(schemas).sort();
  const html = names.map(
    (name) =>
      `<section class="operation"><h2 id="${escapeHtml(name)}"><code>${escapeHtml(name)}</code></h2>${schemaHtml(schemas[name] ?? {}, addressOf)}</section>`,
  );
  return {
    address,
    title,
    html: `<h1>${escapeHtml(title)}</h1>\n${html.join("\n")}`,
    headings: names.map((name) => ({ depth: 2, text: name, id: name })),
    entries: names.map((name) => ({
      page: title,
      heading: name,
      address: `${address}#${name}`,
      text: Object.keys(schemas[name]?.properties?.attributes?.properties ?? {}).join(" "),
    })),
  };
}

/** The operations of a tag as rows of the first page, each a link. */
function listing(first: string, page: SitePage, endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map((each) => {
    const href = escapeHtml(`${relativeAddress(first, page.address)}#${operationId(each)}`);
    return `<tr><td><span class="method">${each.method}</span></td><td><a href="${href}"><code>${escapeHtml(each.path)}</code></a></td><td>${escapeHtml(each.operation.summary)}</td></tr>`;
  });
  return `<h3>${escapeHtml(page.title)}</h3><div class="table" tabindex="0"><table><tbody>${rows.join("")}</tbody></table></div>`;
}

/**
 * The pages of an OpenAPI description: an overview with its guide and all operations, a page for each tag, one for the
 * webhooks and one for the schemas.
 */
export function referencePages(api: OpenApi, targets: LinkTargets, options: ReferenceOptions): SitePage[] {
  const { title, folder, intro } = options;
  const first = `${folder}/index.html`;
  const schemas = `${folder}/schemas.html`;
  const addressOf: SchemaAddress = (name) => `${relativeAddress(first, schemas)}#${name}`;
  const endpoints = endpointsOf(api.paths);
  const tags = [...new Set(endpoints.map(({ operation }) => operation.tags[0] ?? "operations"))];
  const groups = tags.map((tag) => {
    const own = endpoints.filter(({ operation }) => (operation.tags[0] ?? "operations") === tag);
    return { own, page: pageOf(`${folder}/${tag}.html`, `${title}: ${wordsOf(tag)}`, own, addressOf) };
  });
  const events = endpointsOf(api.webhooks);
  if (events.length > 0) {
    const page = pageOf(`${folder}/deliveries.html`, `${title}: Webhook deliveries`, events, addressOf);
    groups.push({ own: events, page });
  }
  const guide = parseDocument(first, `# ${title}\n\n${intro}\n\n${api.info.description}\n\n## Operations\n`);
  const document = { ...guide, address: first };
  const { html, problems } = renderDocument(document, targets);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const lists = groups.map(({ page, own }) => listing(first, page, own));
  const overview: SitePage = {
    address: first,
    title,
    html: `${html}\n${lists.join("\n")}`,
    headings: document.headings,
    entries: searchEntries(document),
  };
  const last = Object.keys(api.components.schemas).length > 0;
  return [
    overview,
    ...groups.map(({ page }) => page),
    ...(last ? [schemasPage(schemas, `${title}: Schemas`, api.components.schemas)] : []),
  ];
}
