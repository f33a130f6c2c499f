import type { Token, Tokens } from "marked";
import { plainText, type SiteDocument } from "./documents";
import type { SearchEntry } from "./search-index";

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The searchable parts of a document: its beginning, and one for each further heading. */
export function searchEntries({ title, address, tokens, headings }: SiteDocument): SearchEntry[] {
  const parts: { heading: string; address: string; tokens: Token[] }[] = [];
  let next = 0;
  for (const token of tokens) {
    const part = parts.at(-1);
    if (token.type !== "heading") {
      part?.tokens.push(token);
      continue;
    }
    const heading = headings[next];
    next += 1;
    const isTitle = next === 1;
    if (heading)
      parts.push({
        heading: isTitle ? title : heading.text,
        address: isTitle ? address : `${address}#${heading.id}`,
        tokens: [],
      });
  }
  return parts.map((part) => ({
    page: title,
    heading: part.heading,
    address: part.address,
    text: inOneLine(textOf(part.tokens)),
  }));
}

const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => plainText([token as Tokens.Generic])).join(" ");
