import { lexer, type Token, type Tokens } from "marked";
import { type HelpBlock, type HelpInline, headingId } from "./rules";

/** A link within the dashboard: a page or a section of the same page. */
const isOwn = (href: string): boolean => /^(?:\/(?!\/)|#)/.test(href);

function inline(token: Token): HelpInline[] {
  switch (token.type) {
    case "strong":
      return [{ kind: "strong", content: inlines(token.tokens) }];
    case "em":
      return [{ kind: "emphasis", content: inlines(token.tokens) }];
    case "codespan":
      return [{ kind: "code", text: token.text }];
    case "link":
      return isOwn(token.href)
        ? [{ kind: "link", href: token.href, content: inlines(token.tokens) }]
        : inlines(token.tokens);
    case "escape":
      return [{ kind: "text", text: token.text }];
    case "text":
      return token.tokens ? inlines(token.tokens) : [{ kind: "text", text: token.text }];
    default:
      // HTML and what else Markdown has is shown as it is written.
      return [{ kind: "text", text: token.raw }];
  }
}

const inlines = (tokens: Token[] | undefined): HelpInline[] => (tokens ?? []).flatMap(inline);

const cells = (row: Tokens.TableCell[]): HelpInline[][] => row.map(({ tokens }) => inlines(tokens));

function block(token: Token): HelpBlock[] {
  switch (token.type) {
    case "space":
      return [];
    case "heading":
      return [{ kind: "heading", level: token.depth, id: headingId(token.text), text: token.text }];
    case "paragraph":
    case "text":
      return [{ kind: "paragraph", content: token.tokens ? inlines(token.tokens) : inline(token) }];
    case "code":
      return [{ kind: "code", text: token.text }];
    case "list":
      return [
        {
          kind: "list",
          ordered: token.ordered === true,
          items: (token as Tokens.List).items.map(({ tokens }) => tokens.flatMap(block)),
        },
      ];
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return [{ kind: "table", heads: cells(header), rows: rows.map(cells) }];
    }
    default:
      return [{ kind: "paragraph", content: [{ kind: "text", text: token.raw.trim() }] }];
  }
}

/** Reads Markdown as blocks. It contains no HTML: whatever looks like it becomes text. */
export const parseHelp = (markdown: string): HelpBlock[] => lexer(markdown).flatMap(block);
