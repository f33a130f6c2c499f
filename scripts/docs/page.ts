import type { Heading } from "./documents";
import { escapeHtml } from "./html";
import { relativeAddress } from "./links";
import type { SearchEntry } from "./search-index";

/** A page of the site. `html` is its content, with links relative to `address`. */
export type SitePage = {
  address: string;
  title: string;
  html: string;
  headings: readonly Heading[];
  entries: readonly SearchEntry[];
};

/** A group of the navigation. */
export type NavigationGroup = { title: string; pages: readonly SitePage[] };

/** The names of the site's own files. */
export const STYLE = "site.css";
export const SEARCH_PROGRAM = "search.js";
export const SEARCH_INDEX = "search-index.js";

/** Nothing is requested but the files of the site. `file:` is for a site that is opened without a server. */
const POLICY =
  "default-src 'none'; img-src 'self' file:; style-src 'self' file:; script-src 'self' file:; base-uri 'none'; form-action 'none'";

function link(from: SitePage, to: SitePage, text: string, attributes = ""): string {
  const href = escapeHtml(relativeAddress(from.address, to.address));
  return `<a href="${href}"${attributes}>${escapeHtml(text)}</a>`;
}

function navigation(page: SitePage, groups: readonly NavigationGroup[]): string {
  const items = (pages: readonly SitePage[]) =>
    pages
      .map((each) => `<li>${link(page, each, each.title, each === page ? ' aria-current="page"' : "")}</li>`)
      .join("");
  const lists = groups.map(({ title, pages }) => `<h2>${escapeHtml(title)}</h2><ul>${items(pages)}</ul>`);
  return `<nav class="pages" id="pages" aria-label="Documents">${lists.join("\n")}</nav>`;
}

function contents({ headings }: SitePage): string {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (listed.length < 2) return "";
  const items = listed.map(
    ({ depth, id, text }) =>
      `<li class="depth-${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<details class="contents" open><summary>On this page</summary><ul>${items.join("")}</ul></details>`;
}

function neighbors(page: SitePage, before: SitePage | undefined, after: SitePage | undefined): string {
  const previous = before ? link(page, before, `← ${before.title}`, ' rel="prev"') : "<span></span>";
  const next = after ? link(page, after, `${after.title} →`, ' rel="next"') : "<span></span>";
  return `<nav class="neighbors" aria-label="Previous and next">${previous}${next}</nav>`;
}

const SEARCH = `<div class="search" role="search" hidden>
<label class="unseen" for="search">Search the documents</label>
<input id="search" type="search" placeholder="Search ( / )" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<div class="results" id="results" role="listbox" aria-label="Results" hidden></div>
<p class="unseen" role="status"></p>
</div>`;

/** The whole HTML of a page. `order` is the order of reading, for "previous" and "next". */
export function renderPage(
  page: SitePage,
  { groups, order, note }: { groups: readonly NavigationGroup[]; order: readonly SitePage[]; note: string },
): string {
  const place = order.indexOf(page);
  const [before, after] = place < 0 ? [] : [order[place - 1], order[place + 1]];
  const root = relativeAddress(page.address, "index.html").replace(/index\.html$/, "");
  const title = page.address === "index.html" ? "Drayboard documents" : `${page.title} · Drayboard documents`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${root}${STYLE}">
<script src="${root}${SEARCH_PROGRAM}" data-root="${root}" defer></script>
</head>
<body>
<header>
<a class="unseen" href="#content">Skip to the text</a>
<a class="home" href="${root}index.html">Drayboard</a>
<a class="to-pages" href="#pages">Documents</a>
${SEARCH}
</header>
<div class="frame">
<main id="content">
${contents(page)}
<article>
${page.html}
</article>
${neighbors(page, before, after)}
<footer>${escapeHtml(note)}</footer>
</main>
${navigation(page, groups)}
</div>
</body>
</html>
`;
}
