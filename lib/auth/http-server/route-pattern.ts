import { PAGE_ACCESS, ROUTE_ACCESS } from "@/lib/auth/access/access-matrix";

/** Any URL without a route of its own. One name, so that a client cannot create names. */
const OTHER = "other";

/** The addresses of all pages and routes, as in the access matrix, without methods and the values of parameters. */
const PATTERNS = [
  ...new Set([
    ...Object.keys(PAGE_ACCESS),
    ...Object.keys(ROUTE_ACCESS).map((row) => row.slice(row.indexOf(" ") + 1)),
  ]),
].map((pattern) => pattern.replace(/=[^\]]*\]/g, "]"));

const FIXED = new Set(PATTERNS.filter((pattern) => !pattern.includes("[")));

/** `[name]` matches one segment, `[...name]` any number from one on. */
const formOf = (pattern: string) =>
  pattern.split(/(\[[^\]]+\])/).map((part) => {
    if (part.startsWith("[...")) return ".+";
    return part.startsWith("[") ? "[^/]+" : part.replaceAll(".", "\\.");
  });

const VARIABLE = [...new Set(PATTERNS.filter((pattern) => pattern.includes("[")))].map((pattern) => ({
  pattern,
  form: new RegExp(`^${formOf(pattern).join("")}$`),
}));

/**
 * The pattern of the route that a URL belongs to, such as `/containers/[id]`. It never contains a part of the URL that
 * a client chooses.
 */
export function routePattern(url: string): string {
  const path = (url.split(/[?#]/, 1)[0] ?? "").replace(/(?<=.)\/+$/, "");
  if (FIXED.has(path)) return path;
  if (path.startsWith("/_next/")) return "/_next";
  return VARIABLE.find(({ form }) => form.test(path))?.pattern ?? OTHER;
}
