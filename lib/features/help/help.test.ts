import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { KEY_TABLE } from "@/components/keyboard/shortcuts";
import { QUEUES } from "@/lib/domain/board-row/queues";
import { parseHelp } from "./parse-help";
import { HELP_FILE, readHelp } from "./read-help";
import { HELP_TOPICS, type HelpBlock, type HelpInline } from "./rules";

const textOf = (content: readonly HelpInline[]): string =>
  content.map((part) => ("text" in part ? part.text : textOf(part.content))).join("");

const tableUnder = (blocks: readonly HelpBlock[], id: string): string[][] => {
  const at = blocks.findIndex((block) => block.kind === "heading" && block.id === id);
  const table = blocks.slice(at).find((block) => block.kind === "table");
  return table?.kind === "table" ? table.rows.map((row) => row.map(textOf)) : [];
};

describe("the guide", () => {
  it("has each section that the dashboard links to, once", async () => {
    const ids = (await readHelp()).flatMap((block) => (block.kind === "heading" ? block.id : []));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([...HELP_TOPICS]));
  });

  it("omits where the file is in Drayboard, and begins with the title and a section", async () => {
    expect(await readFile(HELP_FILE, "utf8")).toMatch(/^This page is also in Drayboard: /m);
    const [title, section] = await readHelp();
    expect([title, section]).toMatchObject([
      { kind: "heading", level: 1 },
      { kind: "heading", level: 2 },
    ]);
  });

  it("names every queue of the board, in its order", async () => {
    const named = tableUnder(await readHelp(), "queues-of-the-board").map(([queue]) => queue);
    expect(named).toEqual(QUEUES.filter(({ id }) => id !== "all").map(({ label }) => label));
  });

  it("names only keys that exist", async () => {
    const known = Object.values(KEY_TABLE)
      .flatMap(({ keys }): readonly string[] => keys)
      .flatMap((key) => {
        const named = key.replace(/\b[a-z]$/, (letter) =>
          key.startsWith("mod+") ? letter.toUpperCase() : letter,
        );
        return ["⌘", "Ctrl+"].map((mod) => named.replace("mod+", mod).replace("shift+", "Shift+"));
      });
    const keys = tableUnder(await readHelp(), "keyboard-shortcuts").flatMap(([text = ""]) =>
      text.split(/, | or /),
    );
    const others = keys.filter((key) => !known.includes(key));
    expect(others).toEqual(["the arrow keys"]);
  });
});

describe("Markdown", () => {
  it("becomes blocks with marked text", () => {
    expect(parseHelp("## Day plan\nDrag *cards* with `Enter`, see [Sharing](#sharing).")).toEqual([
      { kind: "heading", level: 2, id: "day-plan", text: "Day plan" },
      {
        kind: "paragraph",
        content: [
          { kind: "text", text: "Drag " },
          { kind: "emphasis", content: [{ kind: "text", text: "cards" }] },
          { kind: "text", text: " with " },
          { kind: "code", text: "Enter" },
          { kind: "text", text: ", see " },
          { kind: "link", href: "#sharing", content: [{ kind: "text", text: "Sharing" }] },
          { kind: "text", text: "." },
        ],
      },
    ]);
  });

  it.each([
    "<script>alert(1)</script>",
    "text <img src=x onerror=alert(1)> text",
    "[a](javascript:alert(1))",
    "[a](//elsewhere.example)",
    "[a](https://elsewhere.example)",
    "![a](https://elsewhere.example/a.png)",
    "<a href='javascript:alert(1)'>a</a>",
  ])("never becomes markup or a link to elsewhere: %s", (markdown) => {
    const kinds = (content: readonly HelpInline[]): string[] =>
      content.flatMap((part) => [part.kind, ...("content" in part ? kinds(part.content) : [])]);
    const blocks = parseHelp(markdown);
    expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph"]);
    for (const block of blocks)
      if (block.kind === "paragraph") expect(new Set(kinds(block.content))).toEqual(new Set(["text"]));
  });

  it("has lists within lists, and tables", () => {
    const [list, table] = parseHelp("- one\n  1. two\n\n| a | b |\n|---|---|\n| `x` | y |");
    expect(list).toMatchObject({
      kind: "list",
      ordered: false,
      items: [[{ kind: "paragraph" }, { kind: "list", ordered: true }]],
    });
    expect(table).toMatchObject({ kind: "table", rows: [[[{ kind: "code", text: "x" }], [{ text: "y" }]]] });
  });
});
