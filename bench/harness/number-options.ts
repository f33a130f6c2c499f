import { parseArgs } from "node:util";

/**
 * Reads the sizes of a benchmark from the command line: `--NAME N` for each name of the defaults. `isUsual` is whether all are the
 * defaults. Throws on a number that is not above 0.
 */
export function readNumberOptions<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): { sizes: Record<Name, number>; isUsual: boolean } {
  const names = Object.keys(defaults) as Name[];
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
      smoke: { type: "boolean" },
    },
  });
  const sizes = { ...defaults } as Record<Name, number>;
  for (const name of names) {
    const number = Number((values as Record<string, unknown>)[name] ?? defaults[name]);
    if (!(number > 0)) throw new Error(`--${name}: expected a number above 0`);
    sizes[name] = number;
  }
  return { sizes, isUsual: names.every((name) => sizes[name] === defaults[name]) };
}
