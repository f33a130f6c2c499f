import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "@/e2e/access/tree";

/** The parameter names a source file reads and the words it contains, so that random values pass the first check. */
export type QueryParameters = { names: readonly string[]; values: readonly string[] };

const NAMES = [
  /\b(?:get|getAll|has|textOf|typedTime|text|set)\((?:\w+, )?"([\w[\].-]{1,40})"/g,
  /^\s+"?([A-Za-z_][\w[\]-]{0,40})"?: (?:z\.|[a-z]\w*\b(?=[(,.]))/gm,
];
const VALUES = /"([a-z][\w-]{1,30})"/g;
const IMPORTED = /from "(@\/(?:lib|app)\/|\.\/)([^"]+)"/g;

const found = (source: string, pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].flatMap(([, label]) => (label === undefined ? [] : [label]));

/** The names and words of one source. */
export const textOf = (source: string): QueryParameters => ({
  names: [...new Set(NAMES.flatMap((pattern) => found(source, pattern)))],
  values: [...new Set(found(source, VALUES))],
});

const fileOf = (path: string): string | null =>
  [path, `${path}.ts`, `${path}.tsx`].find((one) => /\.tsx?$/.test(one) && existsSync(one)) ?? null;

/** The names and words of a file (a path from the project folder) and of the project files it imports. */
export function requestedWords(file: string): QueryParameters {
  const path = join(ROOT, file);
  const source = readFileSync(path, "utf8");
  const imported = [...source.matchAll(IMPORTED)].flatMap(([, from = "", rest = ""]) => {
    const other = fileOf(from === "./" ? join(dirname(path), rest) : join(ROOT, from.slice(2), rest));
    return other === null ? [] : [readFileSync(other, "utf8")];
  });
  return textOf([source, ...imported].join("\n"));
}
