import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const APP = join(ROOT, "app");
export const METHODS = "GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS";

/** A route, action or page of the app: its row in the table and its file, a path below `app`. */
export type Place = { row: string; file: string };

/** The files below a folder whose path matches. */
export const filesOf = (match: RegExp, folder = APP): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => match.test(file));

const sourceOf = (file: string) => readFileSync(join(APP, file), "utf8");

/** The URL of a file: its path without route groups, which are in brackets. */
export function addressOf(file: string): string {
  const folders = file.split("/").slice(0, -1);
  return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join("/")}`;
}

/** The matching names that a module exports, in any export syntax. */
export function exportsOf(source: string, names: string): string[] {
  const found = [...source.matchAll(new RegExp(`^export (?:async )?(?:function|const) (${names})\\b`, "gm"))];
  const listed = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = ""]) => [
    ...list.matchAll(new RegExp(`(?:^|\\s|,)(${names})(?=\\s*(?:,|$))`, "g")),
  ]);
  return [...found, ...listed].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

export const listPages = (): Place[] =>
  filesOf(/(^|\/)page\.tsx?$/).map((file) => ({ row: addressOf(file), file }));

export const listRoutes = (): Place[] =>
  filesOf(/(^|\/)route\.tsx?$/).flatMap((file) =>
    exportsOf(sourceOf(file), METHODS).map((method) => ({ row: `${method} ${addressOf(file)}`, file })),
  );

export const listActions = (): Place[] =>
  filesOf(/\.tsx?$/)
    .filter((file) => sourceOf(file).startsWith('"use server"'))
    .flatMap((file) =>
      exportsOf(sourceOf(file), "\\w+").map((name) => ({
        row: `${file.replace(/\.tsx?$/, "")} ${name}`,
        file,
      })),
    );

/** A row without the parameter values in brackets. */
export const withoutValues = (row: string): string => row.replace(/=[^\]]*\]/g, "]");
