import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { partyRecord } from "@/lib/contract/fixtures";
import { makeJob } from "@/lib/features/bulk-jobs/commands/create-job";
import { cancelJob } from "@/lib/features/bulk-jobs/commands/end-job";
import { type ChaseEntry, dropChase, logChase } from "@/lib/features/holds/commands";
import { listLineTerms, removeLineTerms, setLineTerms } from "@/lib/features/moves/commands/per-diem-terms";
import { savePlannedMove } from "@/lib/features/moves/commands/planned-moves";
import { setTerminalHours } from "@/lib/features/moves/commands/terminal-hours";
import { changeView, deleteView, saveView } from "@/lib/features/saved-views/commands";
import { openTestDesk } from "@/lib/features/test-account";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { listActivity, listActivityChoices } from "./queries";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let seen = 0;
const NOW = new Date("2026-11-20T20:00:00Z");
const NOTHING = { who: "", act: "", record: null, from: null, to: null, before: null };

beforeAll(async () => {
  desk = await openTestDesk();
  await desk.db.transaction((tx) =>
    applyRecords(tx, [partyRecord("p-1", "Harbor Dray")], { asOf: NOW, notificationId: null }),
  );
});
afterAll(() => desk.close());
beforeEach(async () => {
  const [last] = await listActivity(desk.db, NOTHING, { zone: null, limit: 1 });
  seen = last?.id ?? 0;
});

/** What was recorded since the test began, the oldest first. */
async function recorded() {
  const entries = await listActivity(desk.db, NOTHING, { zone: null, limit: 100 });
  return entries
    .filter(({ id }) => id > seen)
    .reverse()
    .map(({ actor, action, recordType, recordId, detail }) => [
      actor,
      action,
      recordType && `${recordType} ${recordId}`,
      detail,
    ]);
}

const entry = (version: number): ChaseEntry => ({
  containerId: "c-1",
  holdName: "customs",
  place: "port",
  version,
  asked: "Pacific Brokers",
  promise: "released by noon",
  owner: "",
  nextCheckAt: null,
});
const plan = (version: number) => ({
  containerId: "c-1",
  version,
  pickup: { at: "2026-11-20T22:15:00.000Z", zone: "America/Los_Angeles" },
  delivery: null,
  deliveryPlace: "",
  emptyReturn: null,
  emptyReturnPlace: "",
  note: "Ask for chassis 7",
});

describe("what is written at this desk is recorded with who wrote it", () => {
  it("a chase: begun, gone on with, ended", async () => {
    await logChase(desk.db, desk.ana, entry(0));
    await logChase(desk.db, desk.ben, entry(1));
    await dropChase(desk.db, desk.ana, { ...entry(2) });
    const words = "customs, asked Pacific Brokers, “released by noon”";
    expect(await recorded()).toEqual([
      ["ana@example.com", "began a chase", "container c-1", words],
      ["ben@example.com", "wrote in a chase", "container c-1", words],
      ["ana@example.com", "ended a chase", "container c-1", "customs"],
    ]);
  });

  it("a plan, a line's terms, a terminal's hours", async () => {
    await savePlannedMove(desk.db, desk.ana, plan(0));
    await setLineTerms(desk.db, desk.ana, { scac: "MAEU", freeDays: 5, counts: "calendar", savedAt: "" });
    const [line] = await listLineTerms(desk.db);
    await removeLineTerms(desk.db, desk.ben, "MAEU", line?.savedAt ?? "");
    const hours = [{ day: 1, from: "07:00", to: "16:30" }];
    await setTerminalHours(desk.db, desk.ana, { terminalId: "t-1", hours, savedAt: "" });
    expect(await recorded()).toEqual([
      ["ana@example.com", "saved a plan", "container c-1", "pickup 2026-11-20T22:15:00.000Z, note"],
      ["ana@example.com", "set free days", "line MAEU", "5 calendar days"],
      ["ben@example.com", "took free days away", "line MAEU", ""],
      ["ana@example.com", "set gate hours", "terminal t-1", ""],
    ]);
  });

  it("a job: started, stopped once", async () => {
    const id = await makeJob(desk.db, desk.ana, { kind: "refresh", input: {} }, { ids: ["c-1"] }, NOW);
    await cancelJob(desk.db, desk.ben, id);
    await cancelJob(desk.db, desk.ana, id);
    expect(await recorded()).toMatchObject([
      ["ana@example.com", "started a job", `job ${id}`, expect.stringMatching(/\(1\)$/)],
      ["ben@example.com", "stopped a job", `job ${id}`, ""],
    ]);
  });

  it("a view that others see, and not one's own", async () => {
    const asked = { name: "Mine", address: "queue=holds", shared: false };
    const own = await saveView(desk.db, desk.ana, asked);
    expect(await recorded()).toEqual([]);
    const shared = await changeView(desk.db, desk.ana, own.id, own.version, { shared: true });
    const renamed = await changeView(desk.db, desk.ana, own.id, shared.version, { name: "Ours" });
    await changeView(desk.db, desk.ana, own.id, renamed.version, { shared: false });
    const other = await saveView(desk.db, desk.ana, { ...asked, name: "All’s", shared: true });
    await deleteView(desk.db, desk.ana, other.id);
    await deleteView(desk.db, desk.ana, own.id);
    expect((await recorded()).map(([, action, , name]) => [action, name])).toEqual([
      ["shared a view", "Mine"],
      ["changed a shared view", "Ours"],
      ["shares a view no more", "Ours"],
      ["shared a view", "All’s"],
      ["deleted a shared view", "All’s"],
    ]);
  });
});

it("records nothing of what was refused", async () => {
  await expect(logChase(desk.db, desk.ana, entry(9))).rejects.toThrow(/Meanwhile/);
  await expect(savePlannedMove(desk.db, desk.ana, plan(9))).rejects.toThrow(/Meanwhile/);
  await expect(removeLineTerms(desk.db, desk.ana, "MAEU", "2026-01-01T00:00:00.000Z")).rejects.toThrow();
  const nowhere = { terminalId: "t-9", hours: [], savedAt: "" };
  await expect(setTerminalHours(desk.db, desk.ana, nowhere)).rejects.toThrow();
  const asked = { kind: "assign_carrier", input: { partyId: "p-9" } } as const;
  await expect(makeJob(desk.db, desk.ana, asked, { ids: ["c-1"] }, NOW)).rejects.toThrow();
  const view = await saveView(desk.db, desk.ana, { name: "Kept", address: "", shared: true });
  await expect(deleteView(desk.db, desk.ben, view.id)).rejects.toThrow(/Ana/);
  await expect(changeView(desk.db, desk.ana, view.id, 9, { name: "x" })).rejects.toThrow();
  expect((await recorded()).map(([, action]) => action)).toEqual(["shared a view"]);
});

describe("looking at what was done", () => {
  it("is narrowed by who, what, record and day, page by page", async () => {
    for (const version of [1, 2, 3]) await savePlannedMove(desk.db, desk.ana, plan(version));
    const look = (change: object, limit = 100) =>
      listActivity(desk.db, { ...NOTHING, ...change }, { zone: "America/Chicago", limit });
    const [newest, next] = await look({}, 2);
    expect(newest).toMatchObject({
      action: "saved a plan",
      actor: "ana@example.com",
      recordType: "container",
    });
    expect((await look({ before: newest?.id }, 1))[0]).toEqual(next);
    expect(await look({ who: "nobody@example.com" })).toEqual([]);
    expect(new Set((await look({ act: "set free days" })).map(({ action }) => action))).toEqual(
      new Set(["set free days"]),
    );
    for (const { recordId } of await look({ record: { type: "container", id: "c-1" } }))
      expect(recordId).toBe("c-1");
    expect(await look({ record: { type: "container", id: "c-9" } })).toEqual([]);
    expect((await look({ record: { type: "job", id: null } })).every((one) => one.recordType === "job")).toBe(
      true,
    );
    expect(await look({ to: "2020-01-01" })).toEqual([]);
    expect(await look({ from: "2020-01-01", to: "2999-01-01" })).toEqual(await look({}));
    expect(await look({ who: "' or true --", act: "%" })).toEqual([]);
  });

  it("offers who acted and what was done, each once", async () => {
    const { actors, acts } = await listActivityChoices(desk.db);
    expect(actors).toEqual(["ana@example.com", "ben@example.com"]);
    expect(acts).toEqual([...new Set(acts)].sort());
    expect(acts).toContain("began a chase");
  });
});
