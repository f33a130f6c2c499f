import { Parser, Renderer, type Token, type Tokens } from "marked";
import { plainText, type SiteDocument } from "./documents";
import { escapeHtml, uniqueIds } from "./html";
import { type LinkTargets, type Resolved, resolveLink, resolveName, resolvePicture } from "./links";

/** A picture of the repository and its address in the site. */
export type Picture = { path: string; address: string };

/** A document as HTML, the pictures it shows and the problems of its links as "path:line: …". */
export type RenderedDocument = { html: string; pictures: Picture[]; problems: string[] };

/** The lines on which texts stand. Each call for the same text finds its next place. */
function lineFinder(text: string): (sought: string) => number {
  const next = new Map<string, number>();
  return (sought) => {
    const at = text.indexOf(sought, next.get(sought) ?? 0);
    if (at < 0) return text.slice(0, Math.max(0, text.indexOf(sought))).split("\n").length;
    next.set(sought, at + sought.length);
    return text.slice(0, at).split("\n").length;
  };
}

/** Writes tokens as HTML. HTML of the document and whatever else Markdown has is shown as it is written. */
class DocumentRenderer extends Renderer {
  readonly pictures: Picture[] = [];
  readonly problems: string[] = [];
  private readonly idOf = uniqueIds();
  private readonly lineOf;
  private isInLink = false;

  constructor(
    private readonly from: SiteDocument,
    private readonly targets: LinkTargets,
  ) {
    super();
    this.lineOf = lineFinder(from.text);
  }

  private accept<T extends object>(
    written: string,
    href: string,
    resolved: T | { problem: string },
  ): T | null {
    const line = this.lineOf(written);
    if (!("problem" in resolved)) return resolved;
    this.problems.push(`${this.from.path}:${line}: the link to ${href} is broken: ${resolved.problem}`);
    return null;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    return "tokens" in token && token.tokens ? this.parser.parseInline(token.tokens) : escapeHtml(token.text);
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const id = escapeHtml(this.idOf(plainText(tokens)));
    const mark = depth > 1 ? ` <a class="mark" href="#${id}" aria-label="Link to this heading">#</a>` : "";
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${mark}</h${depth}>\n`;
  }

  override code({ text, lang }: Tokens.Code): string {
    const name = lang ? ` class="language-${escapeHtml(lang)}"` : "";
    return `<pre tabindex="0"><code${name}>${escapeHtml(text)}</code></pre>\n`;
  }

  override codespan({ text }: Tokens.Codespan): string {
    const code = `<code>${escapeHtml(text)}</code>`;
    const named = this.isInLink ? null : resolveName(this.from, text, this.targets);
    if (named === null) return code;
    const accepted = this.accept<{ href: string }>(`\`${text}\``, text, named);
    return accepted ? `<a href="${escapeHtml(accepted.href)}">${code}</a>` : code;
  }

  override table(token: Tokens.Table): string {
    return `<div class="table" tabindex="0">${super.table(token)}</div>\n`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    this.isInLink = true;
    const content = this.parser.parseInline(tokens);
    this.isInLink = false;
    const resolved: Resolved = resolveLink(this.from, href, this.targets);
    const accepted = this.accept<{ href: string }>(`](${href}`, href, resolved);
    if (!accepted) return content;
    const rel = /^https?:/i.test(accepted.href) ? ' rel="noopener noreferrer"' : "";
    return `<a href="${escapeHtml(accepted.href)}"${rel}>${content}</a>`;
  }

  override image({ href, text }: Tokens.Image): string {
    const resolved = resolvePicture(this.from, href, this.targets);
    const accepted = this.accept<Picture & { href: string }>(`](${href}`, href, resolved);
    if (!accepted) return escapeHtml(text);
    this.pictures.push({ path: accepted.path, address: accepted.address });
    const { href: address } = accepted;
    const picture = `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`;
    return `<a class="picture" href="${escapeHtml(address)}">${picture}</a>`;
  }
}

/** Writes a document as HTML, with links as they are in the site. */
export function renderDocument(document: SiteDocument, targets: LinkTargets): RenderedDocument {
  const renderer = new DocumentRenderer(document, targets);
  const html = Parser.parse(document.tokens as Token[], { renderer });
  return { html, pictures: renderer.pictures, problems: renderer.problems };
}
