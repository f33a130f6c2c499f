import { dirname, join } from "node:path/posix";
import { LOCKS_FILE, MAX_FILES, MAY_IMPORT, PACKAGE_FOLDERS } from "./layout-rules";

/** Paths of source files below the repository, each with its text. */
export type Sources = ReadonlyMap<string, string>;

const EXTENSIONS = ["", ".ts", ".tsx", ".mjs", "/index.ts"];
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"([^"\n]+)"/g;

export const isTest = (path: string): boolean => /\.(test|spec|slow)\.\w+$/.test(path);
const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path);

/** The file of an import. Null: a package or a file outside the sources. */
function resolveImport(from: string, specifier: string, sources: Sources): string | null {
  if (!/^(@\/|\.)/.test(specifier)) return null;
  const path = specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(from), specifier);
  return EXTENSIONS.map((extension) => path + extension).find((file) => sources.has(file)) ?? null;
}

const importsOf = (source: string): string[] =>
  [...source.matchAll(IMPORT)].flatMap(([, specifier]) => (specifier === undefined ? [] : [specifier]));

const isBelow = (path: string, folder: string): boolean => {
  const parts = path.split("/");
  return folder.split("/").every((part, index) => part === "*" || part === parts[index]);
};

/** The folder whose rule applies to a file: the longest match. A named folder precedes one with `*`. */
function ruleFor(path: string): string | null {
  const length = (folder: string) => folder.split("/").length + (folder.includes("*") ? 0 : 0.5);
  const matching = Object.keys(MAY_IMPORT).filter((folder) => isBelow(path, folder));
  return matching.sort((a, b) => length(b) - length(a))[0] ?? null;
}

/** The folder of a file up to its rule's depth, so that `lib/features/*` is one feature and not all of them. */
const ownFolder = (path: string, rule: string): string =>
  path.split("/").slice(0, rule.split("/").length).join("/");

function importProblems(path: string, source: string, sources: Sources): string[] {
  const rule = ruleFor(path);
  if (rule === null) return [`${path}: scripts/check/layout-rules.ts has no rule for this folder`];
  const allowed = [ownFolder(path, rule), ...(MAY_IMPORT[rule] ?? [])];
  return importsOf(source).flatMap((specifier) => {
    if (specifier.startsWith("../")) return [`${path}: import "${specifier}" as "@/…"`];
    const target = resolveImport(path, specifier, sources);
    if (target !== null)
      return allowed.some((folder) => isBelow(target, folder)) ? [] : [`${path}: must not import ${target}`];
    const [name = "", second = ""] = specifier.split("/");
    const folders = PACKAGE_FOLDERS[name.startsWith("@") ? `${name}/${second}` : name];
    if (folders === undefined || folders.some((folder) => isBelow(path, folder))) return [];
    return [`${path}: must not import the package ${name}`];
  });
}

/** Groups of files that import each other, including type imports (Tarjan's strongly connected components). */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    let low = index;
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    lowest.set(file, low);
    if (low === index) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) cycles.push(group.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths)
    if (!path.includes("/migrations/")) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) =>
    count > MAX_FILES ? [`${folder}: ${count} files, ${MAX_FILES} at most`] : [],
  );
}

/** Creates the databases of the tests, in a cluster that no program uses. */
const TEMPLATES_FILE = "lib/platform/postgres/test-database.ts";

/** Calls of advisory locks. Their numbers stand in one file, so that no two locks have the same one. */
const lockProblems = (path: string, source: string): string[] =>
  path !== LOCKS_FILE && path !== TEMPLATES_FILE && /\bpg_(?:try_)?advisory_\w*lock\b/.test(source)
    ? [`${path}: take advisory locks with ${LOCKS_FILE}`]
    : [];

/**
 * Layout problems: imports against the rules, import cycles, folders with too many files, advisory locks outside their
 * file. Tests are exempt.
 */
export function findLayoutProblems(sources: Sources): {
  imports: string[];
  cycles: string[];
  folders: string[];
  locks: string[];
} {
  const files = [...sources].filter(([path]) => isCode(path) && !isTest(path));
  const graph = new Map(
    files.map(([path, source]) => [
      path,
      importsOf(source).flatMap((specifier) => resolveImport(path, specifier, sources) ?? []),
    ]),
  );
  return {
    imports: files.flatMap(([path, source]) => importProblems(path, source, sources)),
    cycles: findCycles(graph).map((files) => files.join(" ↔ ")),
    folders: crowdedFolders(files.map(([path]) => path)),
    locks: files.flatMap(([path, source]) => lockProblems(path, source)),
  };
}
