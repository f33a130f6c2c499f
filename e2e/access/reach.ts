import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./tree";

/** A module's top-level declarations by name, and where its imported names come from. */
type Module = {
  declarations: ReadonlyMap<string, string>;
  imports: ReadonlyMap<string, { file: string; name: string }>;
};

const DECLARATION = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class) (\w+)/gm;
const IMPORT = /^import (?!type)[^;]*?\{([^}]*)\}[^;]*? from "([^"\n]+)";/gm;

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");

function resolve(from: string, specifier: string): string | null {
  if (!/^(@\/|\.)/.test(specifier)) return null;
  const path = specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(from), specifier);
  return [`${path}.ts`, `${path}.tsx`].find((file) => existsSync(join(ROOT, file))) ?? null;
}

const modules = new Map<string, Module>();

function moduleAt(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const source = withoutComments(readFileSync(join(ROOT, file), "utf8"));
  const starts = [...source.matchAll(DECLARATION)];
  const declarations = starts.map(
    (start, n) => [start[1] ?? "", source.slice(start.index, starts[n + 1]?.index)] as const,
  );
  const imports = [...source.matchAll(IMPORT)].flatMap(([, list = "", specifier = ""]) => {
    const target = resolve(file, specifier);
    if (target === null) return [];
    return list.split(",").flatMap((entry) => {
      const [name, local = name] = entry.trim().split(" as ");
      return name && local && !name.startsWith("type ") ? [[local, { file: target, name }] as const] : [];
    });
  });
  const read = { declarations: new Map(declarations), imports: new Map(imports) };
  modules.set(file, read);
  return read;
}

/**
 * The names that an exported function uses, in the order of the text, each followed by what it uses itself. Names of
 * other files are followed too, so a name that occurs here is reached by a call, or given to one.
 */
export function namesReached(file: string, exported: string): string[] {
  const reached: string[] = [];
  const seen = new Set<string>();
  const visit = (path: string, name: string): void => {
    const key = `${path} ${name}`;
    if (seen.has(key)) return;
    seen.add(key);
    const { declarations, imports } = moduleAt(path);
    const [declared, ...used] = (declarations.get(name) ?? "").match(/(?<![\w"'-])[A-Za-z_$][\w$]*/g) ?? [];
    if (declared === undefined) return;
    for (const each of used) {
      if (each === name) continue;
      reached.push(each);
      const imported = imports.get(each);
      if (imported) visit(imported.file, imported.name);
      else if (declarations.has(each)) visit(path, each);
    }
  };
  visit(file, exported);
  return reached;
}
