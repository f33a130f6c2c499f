import { describe, expect, it } from "vitest";
import { parseDocument } from "./documents";
import { escapeHtml } from "./html";
import type { LinkTargets } from "./links";
import { renderDocument } from "./render-document";
import { searchEntries } from "./search-entries";
import { sectionsOf } from "./sections";

const OTHER = "# Other\n\n## Settings → Sync\n\n## Twice\n\n## Twice\n";

function targets(...files: string[]): LinkTargets {
  const documents = [
    parseDocument("docs/other.md", OTHER),
    parseDocument("docs/decisions/0007-positions.md", "# 7. Positions\n"),
  ];
  return {
    documents: new Map(documents.map((document) => [document.path, document])),
    hasFile: (path) => files.includes(path),
  };
}

const render = (text: string, path = "docs/page.md", ...files: string[]) =>
  renderDocument(parseDocument(path, `# Page\n\n${text}\n`), targets(...files));

describe("HTML in a document", () => {
  it.each([
    "<script>alert(1)</script>",
    "a < b and <3 and a > b",
    "before <img src=x onerror=alert(1)> after",
    "<pre><script>alert(1)</script></pre>",
    "a <kbd><b onclick=alert(1)>b</b></kbd>",
    "<!-- a --><iframe src='https://example.com'></iframe>",
    "| a |\n|---|\n| <b>x</b> |",
    "- <b>x</b>",
    "`<b>`",
    "```html\n<b>x</b>\n```",
    "# <b>x</b>",
    "[<b>x</b>](other.md)",
    "![<b>x](images/a.png)",
    '[x](other.md "a title<b>")',
  ])("is text: %s", (text) => {
    const { html } = render(text, "docs/page.md", "docs/images/a.png");
    const own =
      /<\/?(?:h1|h2|p|a|code|pre|ul|li|div|table|thead|tbody|tr|th|td|img)(?: (?:id|class|href|src|alt|loading|tabindex|aria-label|align)="[^"<>]*")*>/g;
    expect(html.replace(own, "")).not.toMatch(/[<>]/);
  });

  it("cannot leave an attribute", () => {
    expect(escapeHtml(`"'<>&`)).toBe("&quot;&#39;&lt;&gt;&amp;");
  });
});

describe("links", () => {
  it.each([
    ["other.md", "other.html"],
    ["other.md#settings--sync", "other.html#settings--sync"],
    ["other.md#twice-1", "other.html#twice-1"],
    ["decisions/0007-positions.md", "decisions/0007-positions.html"],
    ["decisions", "decisions/index.html"],
    ["#page", "#page"],
    ["https://example.com/a", "https://example.com/a"],
  ])("to %s lead to %s", (href, address) => {
    const { html, problems } = render(`[x](${href})`);
    expect(problems).toEqual([]);
    expect(html).toContain(`href="${address}"`);
  });

  it("lead from a page of another folder", () => {
    const { html } = render("[x](../other.md)", "docs/decisions/0008-page.md");
    expect(html).toContain('href="../other.html"');
  });

  it.each([
    ["[x](missing.md)", "the link to missing.md is broken: there is no file docs/missing.md"],
    ["[x](other.md#none)", 'the link to other.md#none is broken: docs/other.md has no heading "#none"'],
    ["[x](#none)", 'the link to #none is broken: docs/page.md has no heading "#none"'],
    ["[x](javascript:alert(1))", "only https, http and mailto are allowed"],
    ["[x](//example.com)", "only https, http and mailto are allowed"],
    ["[x](../lib/a.ts)", "lib/a.ts is not part of the site: name it as text"],
    ["`docs/gone.md`", "the link to docs/gone.md is broken: there is no document docs/gone.md"],
    ["`docs/decisions/0099`", "there is no document docs/decisions/0099"],
    ["![x](https://example.com/a.png)", "pages request nothing from elsewhere"],
    ["![x](images/none.png)", "there is no picture docs/images/none.png"],
    ["![x](../secret.png)", "secret.png is no picture below docs"],
  ])("that are broken are named with file, line and target: %s", (text, problem) => {
    const { problems } = render(`first\n\nsecond ${text}`, "docs/page.md", "lib/a.ts", "secret.png");
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
    expect(problems[0]).toMatch(/^docs\/page\.md:5: the link to /);
  });

  it("name the line of each of several links to the same target", () => {
    const { problems } = render("[a](gone.md)\n\n[b](gone.md)");
    expect(problems.map((problem) => problem.split(":")[1])).toEqual(["3", "5"]);
  });

  it("are made of documents that are named in code", () => {
    expect(render("`docs/other.md`").html).toContain('<a href="other.html"><code>docs/other.md</code></a>');
    expect(render("`docs/decisions/0007`").html).toContain('href="decisions/0007-positions.html"');
    expect(render("`lib/a.ts`").html).not.toContain("href");
  });
});

describe("a document", () => {
  it("has the ids of headings that Git servers give", () => {
    const { headings } = parseDocument("docs/other.md", OTHER);
    expect(headings.map(({ id }) => id)).toEqual(["other", "settings--sync", "twice", "twice-1"]);
    const { html } = renderDocument(parseDocument("docs/other.md", OTHER), targets());
    for (const { id } of headings) expect(html).toContain(`id="${id}"`);
  });

  it("needs a title", () => {
    for (const text of ["text", "## Part"])
      expect(() => parseDocument("docs/page.md", text)).toThrow("docs/page.md:1: the document has no title");
  });

  it("is searched by its headings", () => {
    const text = "# Page\n\nfirst **part**\n\n## Second\n\n| a |\n|---|\n| `b` |\n\n- c\n";
    expect(searchEntries(parseDocument("docs/page.md", text))).toEqual([
      { page: "Page", heading: "Page", address: "page.html", text: "first part" },
      { page: "Page", heading: "Second", address: "page.html#second", text: "a b c" },
    ]);
  });

  it("that is in no section is in the last one", () => {
    const sections = sectionsOf(["README.md", "docs/new.md", "docs/decisions/0001-a.md"]);
    expect(sections).toEqual([
      { title: "Start", paths: ["README.md"] },
      { title: "Other documents", paths: ["docs/new.md"] },
    ]);
  });
});
