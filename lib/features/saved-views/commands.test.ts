import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Writer } from "@/lib/auth/access/actor";
import { openTestAccount } from "@/lib/features/test-account";
import { changeView, deleteView, listViews, type SavedView, saveView, setDefaultView } from "./commands";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let ana: Writer;
let ben: Writer;

beforeAll(async () => {
  dashboard = await openTestAccount();
  ({ ana, ben } = dashboard);
});
afterAll(() => dashboard.close());

const save = (by: Writer, name: string, address = "queue=held", shared = false): Promise<SavedView> =>
  saveView(dashboard.db, by, { name, address, shared });
const namesOf = async (by: Writer) => (await listViews(dashboard.db, by)).views.map(({ name }) => name);

describe("a saved view", () => {
  it("stores the normalized board address and is visible only to its owner until shared", async () => {
    const view = await save(
      ana,
      "  LA/LB,   no appointment ",
      "sort=-eta&queue=held&cols=number,left&rubbish=1&ready=maybe",
    );
    expect(view).toMatchObject({
      name: "LA/LB, no appointment",
      address: "queue=held&sort=-eta&cols=number%2Cleft",
      shared: false,
      mine: true,
      owner: "Ana",
      version: 1,
    });
    expect(await namesOf(ben)).toEqual([]);
    await changeView(dashboard.db, ana, view.id, 1, { shared: true });
    expect((await listViews(dashboard.db, ben)).views).toMatchObject([
      { id: view.id, mine: false, owner: "Ana" },
    ]);
  });

  it.each(["", "   ", "\0", "x".repeat(81)])("rejects the name %j", async (name) => {
    await expect(save(ana, name)).rejects.toMatchObject({ code: "bad_input" });
  });

  it("rejects a duplicate name of the same owner in any case, but not of another owner", async () => {
    await save(ana, "Held");
    await expect(save(ana, "HELD")).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringContaining("HELD"),
    });
    expect((await save(ben, "Held")).mine).toBe(true);
  });

  it("rejects an address longer than a link can be", async () => {
    const long = new URLSearchParams(
      Array.from({ length: 50 }, (_, at) => ["reference", `${at}${"x".repeat(290)}`]),
    );
    await expect(save(ana, "Long", long.toString())).rejects.toMatchObject({ code: "bad_input" });
  });

  it("can be changed only by its owner and only with its current version", async () => {
    const view = await save(ana, "Mine", "line=MAEU", true);
    const changed = await changeView(dashboard.db, ana, view.id, view.version, { address: "line=HLCU" });
    expect(changed).toMatchObject({ version: 2, address: "line=HLCU", name: "Mine", shared: true });
    await expect(changeView(dashboard.db, ana, view.id, 1, { name: "Late" })).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
    await expect(changeView(dashboard.db, ben, view.id, 2, { name: "Theft" })).rejects.toMatchObject({
      code: "not_allowed",
      message: expect.stringContaining("Ana"),
    });
    await expect(changeView(dashboard.db, ana, view.id, 2, { name: "held" })).rejects.toMatchObject({
      code: "bad_input",
    });
    await expect(deleteView(dashboard.db, ben, view.id)).rejects.toMatchObject({ code: "not_allowed" });
    await deleteView(dashboard.db, ana, view.id);
    await expect(deleteView(dashboard.db, ana, view.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(changeView(dashboard.db, ana, view.id, 2, { name: "Gone" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the default view", () => {
  it("is a visible view and is reset when the view is deleted or no longer shared", async () => {
    const view = await save(ana, "Morning", "queue=expired", true);
    const beginning = async (by: Writer) => (await listViews(dashboard.db, by)).defaultViewId;
    expect(await beginning(ben)).toBeNull();
    for (const by of [ana, ben]) await setDefaultView(dashboard.db, by, view.id);
    expect([await beginning(ana), await beginning(ben)]).toEqual([view.id, view.id]);
    await changeView(dashboard.db, ana, view.id, 1, { shared: false });
    expect([await beginning(ana), await beginning(ben)]).toEqual([view.id, null]);
    await expect(setDefaultView(dashboard.db, ben, view.id)).rejects.toMatchObject({ code: "not_found" });
    await deleteView(dashboard.db, ana, view.id);
    expect(await beginning(ana)).toBeNull();
    await setDefaultView(dashboard.db, ana, null);
  });
});
