import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepBoardSettings, readBoardSettings } from "@/lib/features/board/commands/board-settings";
import { openTestDesk } from "@/lib/features/test-account";
import { keepPreferences, preferenceChangeSchema, readPreferences } from "./commands";
import { DEFAULT_PREFERENCES } from "./rules";

let desk: Awaited<ReturnType<typeof openTestDesk>>;

beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.close());

describe("what a person prefers", () => {
  it("is the desk's own way until they choose", async () => {
    expect(await readPreferences(desk.db, desk.ana)).toEqual(DEFAULT_PREFERENCES);
  });

  it("is kept for them alone, each choice by itself", async () => {
    await keepPreferences(desk.db, desk.ana, { theme: "dark" });
    const both = [
      keepPreferences(desk.db, desk.ana, { zones: "mine", zone: "Asia/Kathmandu" }),
      keepPreferences(desk.db, desk.ana, { density: "compact" }),
    ];
    await Promise.all(both);
    expect(await readPreferences(desk.db, desk.ana)).toEqual({
      theme: "dark",
      density: "compact",
      zones: "mine",
      zone: "Asia/Kathmandu",
    });
    expect(await readPreferences(desk.db, desk.ben)).toEqual(DEFAULT_PREFERENCES);
  });

  it("stands beside what the board keeps, of which it shares the density", async () => {
    await keepBoardSettings(desk.db, desk.ben, { columns: "number,left", density: "compact" });
    expect((await readPreferences(desk.db, desk.ben)).density).toBe("compact");
    await keepPreferences(desk.db, desk.ben, { density: "cosy" });
    expect(await readBoardSettings(desk.db, desk.ben)).toEqual({ columns: "number,left", density: "cosy" });
  });

  it("is the desk's own way again where rubbish stands in the table", async () => {
    const cal = await desk.person("Cal");
    await desk.pool.query("insert into preferences (user_id, settings) values ($1, $2)", [
      cal.userId,
      { theme: "<script>", density: 7, zones: null, zone: "Mars/Olympus_Mons", columns: [] },
    ]);
    expect(await readPreferences(desk.db, cal)).toEqual(DEFAULT_PREFERENCES);
  });

  it.each([
    ["a theme there is not", { theme: "sepia" }],
    ["a density there is not", { density: "" }],
    ["a zone nobody knows", { zone: "Mars/Olympus_Mons" }],
    ["an empty zone", { zone: "" }],
    ["a zone as long as a book", { zone: `Europe/${"x".repeat(5_000)}` }],
    ["a choice that is none", { columns: "number" }],
    ["something else than choices", ["dark"]],
  ])("is not %s", (_, given) => {
    expect(preferenceChangeSchema.safeParse(given).success).toBe(false);
  });
});
