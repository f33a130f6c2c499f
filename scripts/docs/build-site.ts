import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { apiDescription } from "@/lib/features/feeds/rules/api-document";
import { describeInterface } from "@/tracking-service/endpoints/openapi";
import { ENDPOINTS } from "@/tracking-service/routes/all";
import { decisionNumber, readDocuments, type SiteDocument } from "./documents";
import { escapeHtml } from "./html";
import { DECISIONS_PAGE, linkTargets, relativeAddress } from "./links";
import { type NavigationGroup, renderPage, SEARCH_INDEX, SEARCH_PROGRAM, type SitePage, STYLE } from "./page";
import { readOpenApi } from "./reference/open-api";
import { referencePages } from "./reference/reference-pages";
import { type Picture, renderDocument } from "./render-document";
import { searchEntries } from "./search-entries";
import type { SearchEntry } from "./search-index";
import { DECISIONS, sectionsOf } from "./sections";

/** A site in memory: the text of each file by its address, and the pictures to copy. */
export type Site = { files: Map<string, string>; pictures: Picture[]; pages: number };

const SOURCES = import.meta.dirname;
/** A folder with this file was written by this program, which may replace it. */
const MARK = ".drayboard-docs";

const TRACKING_API = {
  title: "Tracking API",
  folder: "tracking-api",
  intro:
    "Each operation of the tracking interface, as our tracking service serves it. This reference is made from the description at `/v2/openapi.json`.",
};
const READ_API = {
  title: "Read API",
  folder: "read-api",
  intro:
    "The dashboard’s API for other programs of the intranet. This reference is made from the description at `/api/v1/openapi.json`.",
};

const isDecision = ({ path }: SiteDocument): boolean => path.startsWith(`${DECISIONS}/`);

function decisionsPage(decisions: readonly SiteDocument[]): SitePage {
  const items = decisions.map(
    ({ address, title }) =>
      `<li><a href="${escapeHtml(relativeAddress(DECISIONS_PAGE, address))}">${escapeHtml(title)}</a></li>`,
  );
  return {
    address: DECISIONS_PAGE,
    title: "Decisions",
    html: `<h1>Decisions</h1><p>Why things are as they are: one page for each decision.</p><ul class="plain">${items.join("")}</ul>`,
    headings: [],
    entries: [{ page: "Decisions", heading: "Decisions", address: DECISIONS_PAGE, text: "" }],
  };
}

/** Removes the same entry of two headings, and writes the index as a script: pages opened as files cannot read others. */
const indexScript = (entries: readonly SearchEntry[]): string =>
  `window.drayboardDocs=${JSON.stringify(entries).replaceAll("<", "\\u003c")};\n`;

async function searchProgram(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, "browser", "search-field.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2020",
    minify: true,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Makes the site from the documents of a repository and the two OpenAPI descriptions. Throws with every broken link as
 * "path:line: …".
 */
export async function makeSite(root: string): Promise<Site> {
  const documents = await readDocuments(root);
  const targets = linkTargets(root, documents);
  const rendered = documents.map((document) => ({ document, ...renderDocument(document, targets) }));
  const problems = rendered.flatMap((each) => each.problems);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const pages = new Map<string, SitePage>(
    rendered.map(({ document, html }) => [
      document.path,
      {
        address: document.address,
        title: document.title === "Drayboard" ? "Overview" : document.title,
        html,
        headings: document.headings,
        entries: searchEntries(document),
      },
    ]),
  );
  const pageOf = (path: string): SitePage[] => [pages.get(path) ?? []].flat();
  const decisions = documents
    .filter(isDecision)
    .sort((one, other) => decisionNumber(one) - decisionNumber(other));
  const references = [
    ...referencePages(readOpenApi(describeInterface(ENDPOINTS)), targets, TRACKING_API),
    ...referencePages(readOpenApi(apiDescription("https://dashboard.example.com")), targets, READ_API),
  ];
  const list = decisionsPage(decisions);
  const groups = sectionsOf(documents.map(({ path }) => path)).map(({ title, paths }) => ({
    title,
    pages: paths.flatMap(pageOf),
  }));
  return writeFiles(
    { references, list, decisions: decisions.flatMap(({ path }) => pageOf(path)), groups },
    root,
    [...new Map(rendered.flatMap(({ pictures }) => pictures).map((each) => [each.path, each])).values()],
  );
}

type Parts = {
  references: SitePage[];
  list: SitePage;
  decisions: SitePage[];
  groups: NavigationGroup[];
};

async function writeFiles({ references, list, decisions, groups }: Parts, root: string, pictures: Picture[]) {
  const overviews = references.filter(({ address }) => address.endsWith("/index.html"));
  const shown = groups.map((group) => {
    if (group.title === "Interfaces") return { ...group, pages: [...group.pages, ...overviews] };
    return group.title === "Develop" ? { ...group, pages: [...group.pages, list] } : group;
  });
  const listed = shown.flatMap((group) => group.pages);
  const order = listed.flatMap((page) => {
    if (page === list) return [page, ...decisions];
    const folder = page.address.replace(/index\.html$/, "");
    const below = references.filter((each) => each !== page && each.address.startsWith(folder));
    return overviews.includes(page) ? [page, ...below] : [page];
  });
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const note = `Drayboard ${version}. Unlicensed: the license is the owner’s choice. Made by npm run docs.`;
  const files = new Map(
    order.map((page) => [page.address, renderPage(page, { groups: shown, order, note })]),
  );
  files.set(STYLE, await readFile(join(SOURCES, "site.css"), "utf8"));
  files.set(SEARCH_PROGRAM, await searchProgram());
  files.set(SEARCH_INDEX, indexScript(order.flatMap(({ entries }) => entries)));
  return { files, pictures, pages: order.length };
}

/** Writes a site to a folder: a new or empty one, or one that this program wrote before, which is replaced. */
export async function writeSite(site: Site, root: string, folder: string): Promise<void> {
  const present: string[] = await readdir(folder).catch(() => []);
  if (present.length > 0 && !present.includes(MARK))
    throw new Error(`${folder} has other files. Name a new or empty folder: npm run docs -- FOLDER`);
  await rm(folder, { recursive: true, force: true });
  for (const [address, text] of [...site.files, [MARK, ""] as const]) {
    await mkdir(dirname(join(folder, address)), { recursive: true });
    await writeFile(join(folder, address), text);
  }
  for (const { path, address } of site.pictures) {
    await mkdir(dirname(join(folder, address)), { recursive: true });
    await cp(join(root, path), join(folder, address));
  }
}
