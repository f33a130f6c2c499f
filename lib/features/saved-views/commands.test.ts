import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Writer } from "@/lib/auth/access/actor";
import { testContext } from "@/lib/auth/commands/test-context";
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
  saveView(testContext(dashboard.db, by), { name, address, shared });
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
    await changeView(testContext(dashboard.db, ana), { id: view.id, version: 1, change: { shared: true } });
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
    const changed = await changeView(testContext(dashboard.db, ana), {
      id: view.id,
      version: view.version,
      change: { address: "line=HLCU" },
    });
    expect(changed).toMatchObject({ version: 2, address: "line=HLCU", name: "Mine", shared: true });
    await expect(
      changeView(testContext(dashboard.db, ana), { id: view.id, version: 1, change: { name: "Late" } }),
    ).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
    await expect(
      changeView(testContext(dashboard.db, ben), { id: view.id, version: 2, change: { name: "Theft" } }),
    ).rejects.toMatchObject({
      code: "not_allowed",
      message: expect.stringContaining("Ana"),
    });
    await expect(
      changeView(testContext(dashboard.db, ana), { id: view.id, version: 2, change: { name: "held" } }),
    ).rejects.toMatchObject({
      code: "bad_input",
    });
    await expect(deleteView(testContext(dashboard.db, ben), { id: view.id })).rejects.toMatchObject({
      code: "not_allowed",
    });
    await deleteView(testContext(dashboard.db, ana), { id: view.id });
    await expect(deleteView(testContext(dashboard.db, ana), { id: view.id })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(
      changeView(testContext(dashboard.db, ana), { id: view.id, version: 2, change: { name: "Gone" } }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the default view", () => {
  it("is a visible view and is reset when the view is deleted or no longer shared", async () => {
    const view = await save(ana, "Morning", "queue=expired", true);
    const beginning = async (by: Writer) => (await listViews(dashboard.db, by)).defaultViewId;
    expect(await beginning(ben)).toBeNull();
    for (const by of [ana, ben]) await setDefaultView(testContext(dashboard.db, by), { id: view.id });
    expect([await beginning(ana), await beginning(ben)]).toEqual([view.id, view.id]);
    await changeView(testContext(dashboard.db, ana), { id: view.id, version: 1, change: { shared: false } });
    expect([await beginning(ana), await beginning(ben)]).toEqual([view.id, null]);
    await expect(setDefaultView(testContext(dashboard.db, ben), { id: view.id })).rejects.toMatchObject({
      code: "not_found",
    });
    await deleteView(testContext(dashboard.db, ana), { id: view.id });
    expect(await beginning(ana)).toBeNull();
    await setDefaultView(testContext(dashboard.db, ana), { id: null });
  });
});
