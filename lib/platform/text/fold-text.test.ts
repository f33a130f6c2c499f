import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { queryColumn } from "@/lib/platform/database/rows";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { foldText } from "./fold-text";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

it.each([
  ["GÜLSÜN", "gulsun"],
  ["Peñalosa", "penalosa"],
  ["Straße", "strasse"],
  ["Ørsted", "orsted"],
  ["İSTANBUL", "istanbul"],
  ["ıslak", "islak"],
  ["Łódź", "lodz"],
  ["Ｍａｅｒｓｋ", "maersk"],
  ["東京ガス", "東京ガス".normalize("NFKD").toLowerCase()],
])("compares %s as %s", (name, folded) => expect(foldText(name)).toBe(folded));

it("compares in the database as in the dashboard: every letter of the Latin, Greek and Cyrillic blocks", async () => {
  const letters = Array.from({ length: 0x530 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at));
  const texts = [...letters, ...letters.map((letter) => `a${letter}b`), "ẞ", "GÜLSÜN", "ｶﾞｽ"];
  const folded = await queryColumn(
    dashboard.db,
    z.string(),
    sql`select fold_text(value) from unnest(${sql.param(texts)}::text[]) with ordinality as t (value, at) order by at`,
  );
  const differing = texts.flatMap((text, at) =>
    foldText(text) === folded[at] ? [] : [[text, foldText(text), folded[at]]],
  );
  expect(differing).toEqual([]);
});
