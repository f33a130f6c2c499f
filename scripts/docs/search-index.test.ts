import { expect, it } from "vitest";
import { findEntries, type SearchEntry } from "./search-index";

const entry = (page: string, heading: string, text = ""): SearchEntry => ({
  page,
  heading,
  address: `${page}#${heading}`,
  text,
});

it("puts a heading that is the query before one that begins with it", () => {
  const entries = [entry("Upgrade guide", "Upgrade now", "upgrade"), entry("Other", "Upgrade")];
  expect(findEntries(entries, "UPGRADE ").map(({ entry: { page } }) => page)).toEqual([
    "Other",
    "Upgrade guide",
  ]);
});

it("finds the beginnings of words, also within names of settings", () => {
  const entries = [entry("Settings", "Proxies", "set TRUSTED_PROXIES (10.0.0.5)")];
  for (const query of ["trusted", "proxies", "10.0.0.5", "(10", "set prox"])
    expect(findEntries(entries, query), query).toHaveLength(1);
  for (const query of ["rusted", "roxies", "10x0", "set caddy"])
    expect(findEntries(entries, query), query).toEqual([]);
});

it("shows the text around the first word", () => {
  const text = `${"before ".repeat(40)}needle ${"after ".repeat(40)}`;
  const [result] = findEntries([entry("Page", "Heading", text)], "needle");
  expect(result?.excerpt).toMatch(/^… .*before needle after.* …$/);
  expect(result?.excerpt.length).toBeLessThan(130);
});
