import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeInterface } from "@/tracking-service/endpoints/openapi";
import { ENDPOINTS } from "@/tracking-service/routes/all";
import { makeSite, type Site, writeSite } from "./build-site";
import { readOpenApi } from "./reference/open-api";
import { findEntries, type SearchEntry } from "./search-index";
import { REQUIRED } from "./sections";

const ROOT = process.cwd();
let site: Site;
beforeAll(async () => {
  site = await makeSite(ROOT);
});

const fileOf = (address: string): string => site.files.get(address) ?? "";
const withoutEscapes = (text: string): string =>
  text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g"))].map(([, value]) =>
    withoutEscapes(value ?? ""),
  );

describe("the site of this repository", () => {
  it("has the required pages", () => {
    const addresses = REQUIRED.map((path) =>
      path === "README.md" ? "index.html" : path.replace(/^docs\//, "").replace(/\.md$/, ".html"),
    );
    const missing = addresses.filter(
      (address) => !site.files.has(address) && !site.files.has(address.toLowerCase()),
    );
    expect(missing).toEqual([]);
    expect([...site.files.keys()]).toEqual(
      expect.arrayContaining([
        "quick-start.html",
        "connect-live-service.html",
        "reverse-proxy.html",
        "single-sign-on.html",
        "backup.html",
        "upgrade.html",
        "scaling.html",
        "troubleshooting.html",
        "api.html",
        "developing.html",
        "tracking-api/index.html",
        "read-api/index.html",
        "decisions/index.html",
      ]),
    );
  });

  it("has a page for each decision, and lists it", async () => {
    const names = (await readdir("docs/decisions")).filter((name) => name.endsWith(".md"));
    const addresses = names.map((name) => name.replace(/\.md$/, ".html"));
    expect(valuesOf(fileOf("decisions/index.html"), "href")).toEqual(expect.arrayContaining(addresses));
    expect(addresses.filter((address) => !site.files.has(`decisions/${address}`))).toEqual([]);
  });

  it("has only links that lead to a file and a heading of the site", () => {
    const pages = [...site.files].filter(([address]) => address.endsWith(".html"));
    const ids = new Map(pages.map(([address, html]) => [address, new Set(valuesOf(html, "id"))]));
    const known = new Set([...site.files.keys(), ...site.pictures.map(({ address }) => address)]);
    const broken = pages.flatMap(([address, html]) =>
      [...valuesOf(html, "href"), ...valuesOf(html, "src")]
        .filter((href) => !/^(?:https?:|mailto:)/.test(href))
        .filter((href) => {
          const [path = "", anchor] = href.split("#");
          const target = path === "" ? address : normalize(join(dirname(address), path));
          return !known.has(target) || (anchor !== undefined && !ids.get(target)?.has(anchor));
        })
        .map((href) => `${address}: ${href}`),
    );
    expect(broken).toEqual([]);
  });

  it("requests nothing but its own files", () => {
    for (const [address, html] of site.files) {
      if (!address.endsWith(".html")) continue;
      expect(html, address).toContain("default-src &#39;none&#39;");
      const requested = [...html.matchAll(/<(?:link|script|img|iframe)[^>]*(?:src|href)="([^"]*)"/g)];
      const foreign = requested
        .map(([, value]) => value ?? "")
        .filter((value) => /^(?:[a-z]+:|\/)/i.test(value));
      expect(foreign, address).toEqual([]);
    }
    expect(fileOf("site.css")).not.toMatch(/url\(|@import/);
    expect(fileOf("search.js")).not.toMatch(/https?:|fetch\(|XMLHttpRequest/);
  });

  it("has a title, a way to the text and one current page in the navigation of every page", () => {
    for (const [address, html] of site.files) {
      if (!address.endsWith(".html")) continue;
      expect(html.match(/<h1[ >]/g), address).toHaveLength(1);
      expect(html, address).toMatch(/<title>[^<]+<\/title>/);
      expect(html, address).toContain('href="#content"');
    }
    expect(fileOf("backup.html").match(/aria-current="page"/g)).toHaveLength(1);
  });

  it("leads through all pages by previous and next", () => {
    let address = "index.html";
    const seen = new Set<string>();
    while (!seen.has(address)) {
      seen.add(address);
      const [, href] = /<a href="([^"]+)" rel="next">/.exec(fileOf(address)) ?? [];
      if (href === undefined) break;
      address = normalize(join(dirname(address), href));
    }
    expect(seen.size).toBe(site.pages);
  });
});

describe("the search", () => {
  const find = (query: string) => {
    const text = fileOf("search-index.js").replace(/^window\.drayboardDocs=|;\n$/g, "");
    const entries: SearchEntry[] = JSON.parse(text);
    return findEntries(entries, query).map(({ entry }) => entry.address);
  };

  it.each([
    ["rotating the secret", "operating.html#settings--connection"],
    ["Point-in-time recovery with pgBackRest", "backup.html#point-in-time-recovery-with-pgbackrest"],
    ["microsoft entra", "single-sign-on.html#microsoft-entra-id"],
    ["GET /shipments", "tracking-api/shipments.html#get-shipments"],
    ["trusted_prox", "reverse-proxy.html#settings-of-drayboard"],
  ])("finds %s", (query, address) => {
    expect(find(query)).toContain(address);
  });

  it("finds a heading before texts that have the same words", () => {
    expect(find("upgrade")[0]).toBe("upgrade.html");
    expect(find("caddy")[0]).toBe("reverse-proxy.html#caddy");
  });

  it("finds nothing for an empty query and for words that are nowhere", () => {
    expect(find("  ")).toEqual([]);
    expect(find("zyxwvut")).toEqual([]);
    expect(find("caddy zyxwvut")).toEqual([]);
  });
});

describe("the reference of the tracking interface", () => {
  const api = readOpenApi(describeInterface(ENDPOINTS));
  const pages = () => [...site.files].filter(([address]) => address.startsWith("tracking-api/"));

  it("has every method of every path, and every webhook", () => {
    const ids = new Set(pages().flatMap(([, html]) => valuesOf(html, "id")));
    const listed = [...Object.entries(api.paths), ...Object.entries(api.webhooks)].flatMap(([path, item]) =>
      (["get", "post", "put", "patch", "delete"] as const)
        .filter((method) => item[method] !== undefined)
        .map((method) => [method, ...(path.match(/[\w.]+/g) ?? [])].join("-").toLowerCase()),
    );
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("has every schema", () => {
    const ids = new Set(valuesOf(fileOf("tracking-api/schemas.html"), "id"));
    expect(Object.keys(api.components.schemas).filter((name) => !ids.has(name))).toEqual([]);
  });

  it("shows parameters, body and responses of an operation", () => {
    const html = fileOf("tracking-api/tracking_requests.html");
    const [, operation = ""] = html.split('id="post-tracking_requests"');
    const shown = operation.split("</section>")[0] ?? "";
    expect(shown).toContain("Request body");
    expect(shown).toContain("<code>request_number</code>");
    expect(shown).toContain("<code>201</code>");
    expect(shown).toContain("<code>429</code>");
    expect(shown).toContain('href="schemas.html#tracking_request"');
    expect(fileOf("tracking-api/shipments.html")).toContain("<code>filter[tracking_stopped]</code>");
  });
});

describe("writing the site", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "drayboard-docs-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("copies the pictures, and replaces an earlier site", async () => {
    const target = join(folder, "site");
    await writeSite(site, ROOT, target);
    await writeSite(site, ROOT, target);
    expect(await readFile(join(target, "index.html"), "utf8")).toBe(fileOf("index.html"));
    const [picture] = site.pictures;
    expect(picture).toBeDefined();
    if (picture) expect(await readFile(join(target, picture.address))).toEqual(await readFile(picture.path));
  });

  it("refuses a folder with other files", async () => {
    await writeFile(join(folder, "mine.txt"), "mine");
    await expect(writeSite(site, ROOT, folder)).rejects.toThrow("has other files");
    expect(await readFile(join(folder, "mine.txt"), "utf8")).toBe("mine");
  });
});
