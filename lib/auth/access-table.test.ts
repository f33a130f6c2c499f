import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ACTION_ACCESS, PAGE_ACCESS, ROUTE_ACCESS } from "./access-table";

const root = fileURLToPath(new URL("../..", import.meta.url));
const APP = join(root, "app");
const METHODS = "GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS";

/** The files below a folder whose path matches. */
const filesOf = (match: RegExp, cwd = APP): string[] =>
  readdirSync(cwd, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => match.test(file));
const sourceOf = (file: string, cwd = APP) => readFileSync(join(cwd, file), "utf8");

/** The address a file answers at: without the groups of folders, which stand in brackets. */
function addressOf(file: string): string {
  const folders = file.split("/").slice(0, -1);
  return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join("/")}`;
}

/** The names a module exports that match, however it exports them. */
function exportsOf(source: string, names: string): string[] {
  const found = [...source.matchAll(new RegExp(`^export (?:async )?(?:function|const) (${names})\\b`, "gm"))];
  const listed = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = ""]) => [
    ...list.matchAll(new RegExp(`(?:^|\\s|,)(${names})(?=\\s*(?:,|$))`, "g")),
  ]);
  return [...found, ...listed].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

const pages = () => filesOf(/(^|\/)page\.tsx?$/).map(addressOf);
const routes = () =>
  filesOf(/(^|\/)route\.tsx?$/).flatMap((file) =>
    exportsOf(sourceOf(file), METHODS).map((method) => `${method} ${addressOf(file)}`),
  );
const actions = () =>
  filesOf(/\.tsx?$/)
    .filter((file) => sourceOf(file).startsWith('"use server"'))
    .flatMap((file) =>
      exportsOf(sourceOf(file), "\\w+").map((name) => `${file.replace(/\.tsx?$/, "")} ${name}`),
    );

const withoutValue = (row: string) => row.replace(/=[^\]]*\]/g, "]");
const sorted = (list: Iterable<string>) => [...new Set(list)].sort();

describe("the table of what each thing takes", () => {
  it("has a row for every page, and none for a page that is not there", () => {
    expect(sorted(Object.keys(PAGE_ACCESS).map(withoutValue))).toEqual(sorted(pages()));
  });

  it("has a row for every method of every route, and none else", () => {
    expect(sorted(Object.keys(ROUTE_ACCESS).map(withoutValue))).toEqual(sorted(routes()));
  });

  it("has a row for every server action, and none else", () => {
    const rows = Object.entries(ACTION_ACCESS).flatMap(([file, names]) =>
      Object.keys(names).map((name) => `${file} ${name}`),
    );
    expect(sorted(rows)).toEqual(sorted(actions()));
  });

  it("can read them all: actions stand in files of their own, under app alone, and are exported by name", () => {
    for (const folder of ["app", "components", "lib"])
      for (const file of filesOf(/\.tsx?$/, join(root, folder))) {
        const source = sourceOf(file, join(root, folder));
        if (/\.test\.tsx?$/.test(file) || !/^\s*["']use server["']/m.test(source)) continue;
        expect(source, file).toMatch(/^"use server";/);
        expect(folder, file).toBe("app");
        expect(source, file).not.toMatch(/^export (?:default|\*)/m);
        expect(source.match(/["']use server["']/g), file).toHaveLength(1);
      }
  });

  it("is read by rules that find what is written in other ways", () => {
    const source =
      "export { handle as GET, handle as POST };\nexport const PUT = handle;\nexport async function DELETE() {}";
    expect(exportsOf(source, METHODS)).toEqual(["PUT", "DELETE", "GET", "POST"]);
    expect(exportsOf("export { signIn, leave };", "\\w+")).toEqual(["signIn", "leave"]);
    expect(addressOf("(desk)/jobs/[id]/page.tsx")).toBe("/jobs/[id]");
    expect(addressOf("page.tsx")).toBe("/");
  });
});
