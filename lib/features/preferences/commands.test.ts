import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { keepBoardSettings, readBoardSettings } from "@/lib/features/board/commands/board-settings";
import { openTestAccount } from "@/lib/features/test-account";
import { keepPreferences, preferenceChangeSchema, readPreferences } from "./commands";
import { DEFAULT_PREFERENCES } from "./rules";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  dashboard = await openTestAccount();
});
afterAll(() => dashboard.close());

describe("user preferences", () => {
  it("have the default values until the user changes them", async () => {
    expect(await readPreferences(dashboard.db, dashboard.ana, "en-US")).toEqual(DEFAULT_PREFERENCES);
  });

  it("are stored per user and per setting", async () => {
    await keepPreferences(testContext(dashboard.db, dashboard.ana), { theme: "dark" });
    const both = [
      keepPreferences(testContext(dashboard.db, dashboard.ana), { zones: "mine", zone: "Asia/Kathmandu" }),
      keepPreferences(testContext(dashboard.db, dashboard.ana), { density: "compact" }),
    ];
    await Promise.all(both);
    expect(await readPreferences(dashboard.db, dashboard.ana, "en-US")).toEqual({
      theme: "dark",
      density: "compact",
      zones: "mine",
      zone: "Asia/Kathmandu",
      locale: "en-US",
    });
    expect(await readPreferences(dashboard.db, dashboard.ben, "en-US")).toEqual(DEFAULT_PREFERENCES);
  });

  it("have the installation's locale until the user chooses one", async () => {
    const dan = await dashboard.person("Dan");
    expect((await readPreferences(dashboard.db, dan, "en-GB")).locale).toBe("en-GB");
    await keepPreferences(testContext(dashboard.db, dan), { locale: "en-US" });
    expect((await readPreferences(dashboard.db, dan, "en-GB")).locale).toBe("en-US");
  });

  it("are stored with the board settings and share the density with them", async () => {
    await keepBoardSettings(testContext(dashboard.db, dashboard.ben), {
      columns: "number,left",
      density: "compact",
    });
    expect((await readPreferences(dashboard.db, dashboard.ben, "en-US")).density).toBe("compact");
    await keepPreferences(testContext(dashboard.db, dashboard.ben), { density: "cosy" });
    expect(await readBoardSettings(dashboard.db, dashboard.ben)).toEqual({
      columns: "number,left",
      density: "cosy",
    });
  });

  it("fall back to the default values when the stored values are invalid", async () => {
    const cal = await dashboard.person("Cal");
    await dashboard.pool.query("insert into preferences (user_id, settings) values ($1, $2)", [
      cal.userId,
      { theme: "<script>", density: 7, zones: null, zone: "Mars/Olympus_Mons", locale: "en", columns: [] },
    ]);
    expect(await readPreferences(dashboard.db, cal, "en-US")).toEqual(DEFAULT_PREFERENCES);
  });

  it.each([
    ["a theme there is not", { theme: "sepia" }],
    ["a density there is not", { density: "" }],
    ["an unknown zone", { zone: "Mars/Olympus_Mons" }],
    ["an empty zone", { zone: "" }],
    ["a zone as long as a book", { zone: `Europe/${"x".repeat(5_000)}` }],
    ["a locale there is not", { locale: "de-DE" }],
    ["a choice that is none", { columns: "number" }],
    ["something else than choices", ["dark"]],
  ])("reject %s", (_, input) => {
    expect(preferenceChangeSchema.safeParse(input).success).toBe(false);
  });
});
