import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { basename } from "node:path/posix";
import { lexer, type Token, type Tokens } from "marked";
import { uniqueIds } from "./html";
import { DECISIONS } from "./sections";

/** A heading of a page; `id` is its address in the page. */
export type Heading = { depth: number; text: string; id: string };

/** A Markdown file: `path` in the repository, `address` in the site. */
export type SiteDocument = {
  path: string;
  address: string;
  title: string;
  text: string;
  tokens: Token[];
  headings: Heading[];
};

/** Files outside `docs` that are part of the site. */
const ROOT_FILES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/** The text of tokens without marks and addresses. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOfToken).join("");
}

function textOfToken(token: Token): string {
  switch (token.type) {
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows]
        .map((row) => row.map((cell) => plainText(cell.tokens)).join(" "))
        .join("\n")
        .concat("\n");
    }
    case "list":
      return (token as Tokens.List).items.map(({ tokens }) => `${plainText(tokens)}\n`).join("");
    case "code":
    case "codespan":
    case "escape":
    case "html":
      return token.text;
    case "image":
      return token.text;
    case "br":
      return " ";
    case "space":
      return "\n";
    default:
      return "tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? token.text : "";
  }
}

function addressOf(path: string): string {
  if (path === "README.md") return "index.html";
  const name = path.replace(/^docs\//, "").replace(/\.md$/, ".html");
  return ROOT_FILES.includes(path) ? name.toLowerCase() : name;
}

/** Reads a Markdown text. Throws if it does not begin with a heading, which is the title of its page. */
export function parseDocument(path: string, text: string): SiteDocument {
  const tokens = lexer(text);
  const idOf = uniqueIds();
  const headings = tokens
    .filter((token): token is Tokens.Heading => token.type === "heading")
    .map(({ depth, tokens: parts }) => {
      const label = plainText(parts);
      return { depth, text: label, id: idOf(label) };
    });
  const [first] = headings;
  if (first?.depth !== 1) throw new Error(`${path}:1: the document has no title ("# Title")`);
  return { path, address: addressOf(path), title: first.text, text, tokens, headings };
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map(({ name }) => name)
    .sort();
}

/** Reads the documents of a repository: README and its neighbors, `docs` and the decisions. */
export async function readDocuments(root: string): Promise<SiteDocument[]> {
  const docs = await namesIn(join(root, "docs"));
  const decisions = await namesIn(join(root, DECISIONS));
  const paths = [
    ...ROOT_FILES,
    ...docs.map((name) => `docs/${name}`),
    ...decisions.map((name) => `${DECISIONS}/${name}`),
  ];
  return Promise.all(
    paths.map(async (path) => parseDocument(path, await readFile(join(root, path), "utf8"))),
  );
}

/** The number and the title of a decision: "0028-swagger-ui.md" with the title "28. Swagger UI" is 28. */
export const decisionNumber = ({ path }: SiteDocument): number => Number.parseInt(basename(path), 10);
