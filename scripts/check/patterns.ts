import type { Sources } from "./layout";

/** Product code. Tests and benchmarks may cast the rows of a query. */
const PRODUCT = /^(?:lib|app|components|tracking-service)\/|^worker\.ts$/;
const TEST = /\.test\.tsx?$/;

/** Text with balanced parentheses, three levels deep. */
const BALANCED = String.raw`(?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*?`;

/** Forms that product code does not use, each with what to write. */
const REFUSED: readonly { form: RegExp; message: string }[] = [
  {
    form: /\.execute</g,
    message: "a cast of rows: parse them with queryRows (lib/platform/database/rows.ts)",
  },
  {
    form: new RegExp(String.raw`\.\.\.\(${BALANCED}(?:\?\s*\{\}\s*:|:\s*\{\}\s*\)|&&\s*\{)`, "g"),
    message: "a literal spread for a condition: write the property, undefined where it is absent",
  },
  {
    form: /\.\.\.(?:\{(?!\.\.\.)[^{}]*\}|\[(?!\.\.\.)[^[\]]*\])(?=\s*[,}\]])/g,
    message: "a literal spread: write its members",
  },
  {
    form: /\.join\(" · "\)|\} · \$\{/g,
    message: "parts that can change each other's order: join them with joined (lib/platform/text/bidi.ts)",
  },
];

/** Every refused form in product code, as `path:line: message`. */
export function findRefusedPatterns(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) => {
    if (!PRODUCT.test(path) || TEST.test(path)) return [];
    const lineOf = (index: number) => source.slice(0, index).split("\n").length;
    return REFUSED.flatMap(({ form, message }) =>
      [...source.matchAll(form)].map(({ index }) => `${path}:${lineOf(index)}: ${message}`),
    );
  });
}
