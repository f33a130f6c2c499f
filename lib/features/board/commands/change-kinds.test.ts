import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { CHANGE_KINDS } from "@/lib/domain/board-row/row-facts";
import { DEFAULT_CHANGES, readChoice, writeChoice } from "@/lib/features/board/rules/change-kinds";
import { openTestAccount } from "@/lib/features/test-account";
import { changeChoiceSchema, readChangeChoice, saveChangeChoice } from "./change-kinds";
import { beginMarks } from "./seen-rows";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  dashboard = await openTestAccount();
});
afterAll(() => dashboard.close());

describe("the changes that mark a container for a user", () => {
  it("are those of the default until the user chooses", async () => {
    expect(await readChangeChoice(dashboard.db, dashboard.ana)).toEqual(DEFAULT_CHANGES);
    await beginMarks(dashboard.db, dashboard.ana);
    expect(await readChangeChoice(dashboard.db, dashboard.ana)).toEqual(DEFAULT_CHANGES);
  });

  it("are stored per user, also when there are none", async () => {
    const ana = testContext(dashboard.db, dashboard.ana);
    await saveChangeChoice(ana, { kinds: ["note", "eta"], etaHours: 24 });
    expect(await readChangeChoice(dashboard.db, dashboard.ana)).toEqual({
      kinds: ["eta", "note"],
      etaHours: 24,
    });
    await saveChangeChoice(ana, { kinds: [], etaHours: 24 });
    expect((await readChangeChoice(dashboard.db, dashboard.ana)).kinds).toEqual([]);
    expect(await readChangeChoice(dashboard.db, dashboard.ben)).toEqual(DEFAULT_CHANGES);
  });

  it("are stored by a user without other preferences", async () => {
    const cal = await dashboard.person("Cal");
    await saveChangeChoice(testContext(dashboard.db, cal), { kinds: ["hold"], etaHours: 6 });
    expect((await readChangeChoice(dashboard.db, cal)).kinds).toEqual(["hold"]);
  });

  it("are read without kinds that this version does not know", () => {
    expect(readChoice(["hold", "weather", "eta7"])).toEqual({ kinds: ["hold"], etaHours: 6 });
    const all = { kinds: CHANGE_KINDS, etaHours: 48 as const };
    expect(readChoice(writeChoice(all))).toEqual(all);
  });

  it.each([
    ["a kind there is not", { kinds: ["weather"], etaHours: 6 }],
    ["a stored kind", { kinds: ["eta6"], etaHours: 6 }],
    ["hours that are not offered", { kinds: ["eta"], etaHours: 7 }],
    ["hours as text", { kinds: ["eta"], etaHours: "6" }],
    ["no hours", { kinds: ["eta"] }],
    ["more kinds than there are", { kinds: Array.from({ length: 13 }, () => "eta"), etaHours: 6 }],
    ["another member", { kinds: [], etaHours: 6, userId: "x" }],
  ])("are not %s", (_, input) => {
    expect(changeChoiceSchema.safeParse(input).success).toBe(false);
  });
});
