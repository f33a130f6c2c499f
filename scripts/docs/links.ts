import { existsSync } from "node:fs";
import { join as joinPath } from "node:path";
import { dirname, join, normalize, relative } from "node:path/posix";
import type { SiteDocument } from "./documents";
import { DECISIONS } from "./sections";

/** What the links of a document may lead to. */
export type LinkTargets = {
  documents: ReadonlyMap<string, SiteDocument>;
  /** Whether the repository has a file, by its path. */
  hasFile: (path: string) => boolean;
};

/** Where a link leads in the site, or why it leads nowhere. */
export type Resolved = { href: string } | { problem: string };

const PICTURE = /\.(?:png|jpe?g|webp|gif|svg)$/i;
const NAME =
  /^(?:docs\/[\w/-]+\.md|docs\/decisions\/\d{4}|(?:README|ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md)$/;

/** The address of the page that lists the decisions. */
export const DECISIONS_PAGE = "decisions/index.html";

/** The targets of a repository's documents. */
export function linkTargets(root: string, documents: readonly SiteDocument[]): LinkTargets {
  return {
    documents: new Map(documents.map((document) => [document.path, document])),
    hasFile: (path) => existsSync(joinPath(root, path)),
  };
}

/** The address of one page as a link of another one. */
export const relativeAddress = (from: string, to: string): string => relative(dirname(from), to);

function toHeading(from: SiteDocument, to: SiteDocument, anchor: string): Resolved {
  if (!to.headings.some(({ id }) => id === anchor))
    return { problem: `${to.path} has no heading "#${anchor}"` };
  return { href: `${to === from ? "" : relativeAddress(from.address, to.address)}#${anchor}` };
}

/** Resolves the address of a link as it is written in a document. */
export function resolveLink(from: SiteDocument, href: string, targets: LinkTargets): Resolved {
  if (/^(?:https?:\/\/|mailto:)/i.test(href)) return { href };
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(href)) return { problem: "only https, http and mailto are allowed" };
  const [file = "", anchor] = href.split("#", 2);
  const path = file === "" ? from.path : normalize(join(dirname(from.path), decodeURI(file)));
  const target = file === "" ? from : targets.documents.get(path);
  if (target) {
    if (anchor !== undefined) return toHeading(from, target, anchor);
    return { href: relativeAddress(from.address, target.address) };
  }
  if (path.replace(/\/$/, "") === DECISIONS) return { href: relativeAddress(from.address, DECISIONS_PAGE) };
  if (!targets.hasFile(path)) return { problem: `there is no file ${path}` };
  return { problem: `${path} is not part of the site: name it as text` };
}

/** Resolves the address of a picture: a file of `docs`, which the site copies. */
export function resolvePicture(
  from: SiteDocument,
  href: string,
  targets: LinkTargets,
): { problem: string } | { href: string; path: string; address: string } {
  if (/^[a-z][a-z\d+.-]*:|^\//i.test(href))
    return { problem: "a picture has to be a file of the repository: pages request nothing from elsewhere" };
  const path = normalize(join(dirname(from.path), decodeURI(href)));
  if (!path.startsWith("docs/") || !PICTURE.test(path))
    return { problem: `${path} is no picture below docs` };
  if (!targets.hasFile(path)) return { problem: `there is no picture ${path}` };
  const address = path.replace(/^docs\//, "");
  return { href: relativeAddress(from.address, address), path, address };
}

/**
 * The page that a name in code marks, such as `docs/people.md` or `docs/decisions/0028`. Null: it names no document. A
 * document that does not exist is a problem.
 */
export function resolveName(from: SiteDocument, text: string, targets: LinkTargets): Resolved | null {
  if (!NAME.test(text)) return null;
  const number = /^docs\/decisions\/\d{4}$/.test(text);
  const path = number ? [...targets.documents.keys()].find((each) => each.startsWith(`${text}-`)) : text;
  const target = targets.documents.get(path ?? "");
  if (!target) return { problem: `there is no document ${text}` };
  return { href: relativeAddress(from.address, target.address) };
}
