import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Token, Tokens } from "marked";
import { expect, it } from "vitest";
import { parseDocument } from "./documents";

const FOLDERS = ["app", "components", "lib", "scripts", "tracking-service"];
/** Shorter parts of a message would be found anywhere. */
const MIN_PART = 6;

/** The texts of all programs. Texts that are joined by "+" are one. */
function programTexts(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/\.test\./.test(name))
      .map((name) => join(folder, name)),
  );
  return files
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
    .replace(/["`]\s*\+\s*["`]/g, "")
    .replace(/\s+/g, " ");
}

const codesOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => (token.type === "codespan" ? [token.text] : []));

/** The parts of the messages in the first column of a document's tables. "…" stands for a part that changes. */
function quotedParts(path: string, heading: string): string[] {
  const tables = parseDocument(path, readFileSync(path, "utf8")).tokens.filter(
    (token): token is Tokens.Table => token.type === "table",
  );
  return tables
    .filter(({ header }) => header[0]?.text === heading)
    .flatMap(({ rows }) => rows.flatMap(([first]) => codesOf(first?.tokens ?? [])))
    .flatMap((message) => message.split("…").map((part) => part.replace(/^[\s,;]+|[\s,;]+$/g, "")))
    .filter((part) => part.length >= MIN_PART);
}

it("are in the code as the documents quote them", () => {
  const texts = programTexts();
  const parts = [
    ...quotedParts("docs/troubleshooting.md", "seen"),
    ...quotedParts("docs/single-sign-on.md", "message"),
    ...quotedParts("docs/connect-live-service.md", "it says"),
    ...quotedParts("docs/connect-live-service.md", "status"),
    ...quotedParts("docs/upgrade.md", "message"),
  ];
  expect(parts.length).toBeGreaterThan(50);
  expect(parts.filter((part) => !texts.includes(part))).toEqual([]);
});
