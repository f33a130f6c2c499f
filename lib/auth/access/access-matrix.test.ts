import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  addressOf,
  exportsOf,
  filesOf,
  listActions,
  listPages,
  listRoutes,
  METHODS,
  type Place,
  ROOT,
  withoutValues,
} from "@/e2e/access/tree";
import { ACTION_ACCESS, PAGE_ACCESS, ROUTE_ACCESS } from "./access-matrix";

const sorted = (list: Iterable<string>) => [...new Set(list)].sort();
const rowsOf = (places: readonly Place[]) => places.map(({ row }) => row);

describe("the access matrix", () => {
  it("has a row for every page, and no row for a missing page", () => {
    expect(sorted(Object.keys(PAGE_ACCESS).map(withoutValues))).toEqual(sorted(rowsOf(listPages())));
  });

  it("has a row for every method of every route, and no other rows", () => {
    expect(sorted(Object.keys(ROUTE_ACCESS).map(withoutValues))).toEqual(sorted(rowsOf(listRoutes())));
  });

  it("has a row for every server action, and no other rows", () => {
    const rows = Object.entries(ACTION_ACCESS).flatMap(([file, names]) =>
      Object.keys(names).map((name) => `${file} ${name}`),
    );
    expect(sorted(rows)).toEqual(sorted(rowsOf(listActions())));
  });

  it("requires server actions in their own files, under app only, exported by name", () => {
    for (const folder of ["app", "components", "lib"])
      for (const file of filesOf(/\.tsx?$/, join(ROOT, folder))) {
        const source = readFileSync(join(ROOT, folder, file), "utf8");
        if (/\.test\.tsx?$/.test(file) || !/^\s*["']use server["']/m.test(source)) continue;
        expect(source, file).toMatch(/^"use server";/);
        expect(folder, file).toBe("app");
        expect(source, file).not.toMatch(/^export (?:default|\*)/m);
        expect(source.match(/["']use server["']/g), file).toHaveLength(1);
      }
  });

  it("parses other export and path notations", () => {
    const source =
      "export { handle as GET, handle as POST };\nexport const PUT = handle;\nexport async function DELETE() {}";
    expect(exportsOf(source, METHODS)).toEqual(["PUT", "DELETE", "GET", "POST"]);
    expect(exportsOf("export { signIn, leave };", "\\w+")).toEqual(["signIn", "leave"]);
    expect(addressOf("(dashboard)/jobs/[id]/page.tsx")).toBe("/jobs/[id]");
    expect(addressOf("page.tsx")).toBe("/");
  });
});
