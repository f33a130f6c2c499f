import { describe, expect, it } from "vitest";
import { findRefusedPatterns } from "./patterns";

const inFile = (text: string, path = "lib/domain/x.ts") => findRefusedPatterns(new Map([[path, text]]));

describe("refused patterns", () => {
  it.each([
    [
      "const { rows } = await db.execute<{ id: string }>(sql`select 1`);",
      "a cast of rows: parse them with queryRows",
    ],
    ["const x = { ...(known && { known }) };", "a literal spread for a condition"],
    ["const x = { ...(a === b ? { a } : {}), b };", "a literal spread for a condition"],
    ["const x = { ...(a === null ? {} : { a: f(g(a)) }) };", "a literal spread for a condition"],
    ["const x = {\n  ...(a\n    ? { a }\n    : {}),\n};", "a literal spread for a condition"],
    ["const x = { ...{ a, b }, c };", "a literal spread: write its members"],
    ['const x = [...["a", "b"], "c"];', "a literal spread: write its members"],
    ['const x = [name, note].filter(Boolean).join(" · ");', "parts that can change each other's order"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    ["const x = `${name} · ${note}`;", "parts that can change each other's order"],
  ])("finds %s", (text, problem) => {
    const [found, ...others] = inFile(`\n${text}`);
    expect(found).toMatch(new RegExp(`^lib/domain/x\\.ts:[2-3]: ${problem}`));
    expect(others).toEqual([]);
  });

  it.each([
    "const { rows } = await queryRows(db, schema, sql`select 1`);",
    "await db.execute(sql`delete from x`);",
    "const x = { ...(known ?? NOTHING) };",
    "const x = [...(await list()), ...(known ? [known] : [])];",
    "const x = [...[...known].map(nameOf), ...[a, b].filter(Boolean)];",
  ])("allows %s", (text) => {
    expect(inFile(text)).toEqual([]);
  });

  it.each(["lib/domain/x.test.ts", "bench/x.ts", "e2e/x.ts"])("does not read %s", (path) => {
    expect(inFile("db.execute<{ id: string }>(sql``)", path)).toEqual([]);
  });
});
