import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CommandContext } from "@/lib/auth/commands/command";
import { makeJob } from "@/lib/features/bulk-jobs/commands/create-job";
import { undoJob } from "@/lib/features/bulk-jobs/commands/end-job";
import { previewJob } from "@/lib/features/bulk-jobs/queries/preview-job";
import { assignParty } from "@/lib/features/parties/commands/party-roles";
import { replaceParty } from "@/lib/features/parties/commands/replace-party";
import { openTestAccount } from "@/lib/features/test-account";
import { retryJob } from "./retry-job";
import { openPartyJobs } from "./test-party-jobs";

const openParties = async () => openPartyJobs(await openTestAccount());
let test: Awaited<ReturnType<typeof openParties>>;
const NOW = new Date("2026-11-20T20:00:00Z");
const C1 = { type: "container" as const, id: "c-1" };
const FORMER = { roleId: "g-c-1-p-1-pickup_dray_carrier", partyId: "p-1" };
const REFUSED = { status: 422, body: { errors: [{ title: "Invalid", detail: "The role is locked." }] } };

beforeAll(async () => {
  test = await openParties();
});
afterAll(() => test.closeAll());
beforeEach(() => test.reset());

const replace = (options: { seen?: string[]; mayBeDone?: boolean } = {}) =>
  replaceParty(test.context(), {
    on: C1,
    role: "pickup_dray_carrier",
    parties: [{ id: "p-2", name: "Evergreen Dray" }],
    replaced: [FORMER],
    seen: ["p-1"],
    ...options,
  });
const make = () =>
  makeJob(test.context({ now: NOW }), {
    job: { kind: "replace_carrier", input: { partyId: "p-2" } },
    selection: { ids: ["c-1", "c-2"] },
  });
const writes = () => test.stub.requests.filter(({ method }) => method !== "GET").map(({ method }) => method);
const shown = async () => (await test.rowOf("c-1")).drayCarriers.map(({ name }) => name);

describe("replacing a dray carrier", () => {
  it("assigns the new one before it removes the former", async () => {
    await test.give("c-1", "p-1");
    const { assigned, removed, after } = await replace();
    expect(writes()).toEqual(["POST", "DELETE"]);
    expect([assigned.map((role) => role.partyId), removed.map((role) => role.partyId), after]).toEqual([
      ["p-2"],
      ["p-1"],
      ["p-2"],
    ]);
    expect(await shown()).toEqual(["Evergreen Dray"]);
    const { rows } = await test.pool.query("select action from audit_entries order by id desc limit 2");
    expect(rows.map(({ action }) => action)).toEqual(["party_role.removed", "container.party_assigned"]);
  });

  it("keeps both when the service refuses the removal, and says so", async () => {
    await test.give("c-1", "p-1");
    test.service.refuse = ({ method }) => (method === "DELETE" ? REFUSED : undefined);
    await expect(replace()).rejects.toThrow(
      "Evergreen Dray is assigned. Harbor Dray could not be removed: The role is locked.",
    );
    expect(await shown()).toEqual(["Harbor Dray", "Evergreen Dray"]);
  });

  it("keeps the former one when the service refuses the new one", async () => {
    await test.give("c-1", "p-1");
    test.service.refuse = ({ method }) => (method === "POST" ? REFUSED : undefined);
    await expect(replace()).rejects.toThrow("The role is locked.");
    expect(test.partiesAt("c-1")).toEqual(["p-1"]);
  });

  it("reports a carrier that another user assigned or removed, and changes nothing", async () => {
    await test.give("c-1", "p-1");
    await test.give("c-1", "p-3");
    await expect(replace()).rejects.toThrow(/^Another user assigned Keystone/);
    await expect(replace({ seen: ["p-1", "p-3", "p-9"] })).rejects.toThrow(/^Another user removed/);
    expect(writes()).toEqual([]);
  });

  it("names who assigned it and what a request sends to overwrite it", async () => {
    await assignParty(test.as(test.ben), {
      on: C1,
      role: "pickup_dray_carrier",
      parties: [{ id: "p-3", name: "Keystone" }],
    });
    const keystone = { roleId: "r-c-1-p-3-pickup_dray_carrier", partyId: "p-3", name: "Keystone" };
    await expect(replace({ seen: [] })).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringMatching(/^Ben assigned Keystone/),
      stored: { by: "Ben", at: expect.any(String), seen: { replaced: [keystone], seen: ["p-3"] } },
    });
  });

  it("refuses to remove a carrier that another user has replaced", async () => {
    await test.give("c-1", "p-3");
    const removal = { on: C1, role: "pickup_dray_carrier", parties: [], replaced: [FORMER], seen: ["p-1"] };
    await expect(replaceParty(test.context(), removal)).rejects.toMatchObject({
      code: "changed_meanwhile",
      stored: { seen: { seen: ["p-3"] } },
    });
    expect(test.partiesAt("c-1")).toEqual(["p-3"]);
  });

  it("makes one of two that are requested at once, and tells the other who was first", async () => {
    const one = (ctx: CommandContext, id: string) =>
      replaceParty(ctx, {
        on: C1,
        role: "pickup_dray_carrier",
        parties: [{ id, name: "" }],
        replaced: [],
        seen: [],
      });
    const made = await Promise.allSettled([one(test.context(), "p-2"), one(test.as(test.ben), "p-3")]);
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = made.find((each) => each.status === "rejected");
    expect(refused?.reason).toMatchObject({
      code: "changed_meanwhile",
      stored: { by: expect.stringMatching(/^(Ana|Ben)$/) },
    });
    expect(test.partiesAt("c-1")).toHaveLength(1);
    expect(await test.pool.query("select from change_claims")).toMatchObject({ rowCount: 0 });
  });

  it("continues after an earlier attempt that did all or half of it", async () => {
    await test.give("c-1", "p-1");
    await test.give("c-1", "p-2");
    expect(await replace({ mayBeDone: true })).toMatchObject({ assigned: [{ partyId: "p-2" }] });
    expect(await replace({ mayBeDone: true })).toMatchObject({
      assigned: [{ partyId: "p-2" }],
      removed: [{ partyId: "p-1" }],
    });
    expect(test.partiesAt("c-1")).toEqual(["p-2"]);
  });

  it("is refused for a viewer", async () => {
    const viewer = test.context({ role: "viewer" });
    await expect(
      replaceParty(viewer, { on: C1, role: "x", parties: [], replaced: [], seen: null }),
    ).rejects.toMatchObject({ code: "not_allowed" });
  });
});

describe("a job that replaces dray carriers", () => {
  it("replaces or assigns in each container, and its undo restores what was there", async () => {
    await test.give("c-1", "p-1");
    const id = await make();
    await test.work();
    expect((await test.texts(id)).sort()).toEqual([
      "done: Evergreen Dray assigned.",
      "done: Evergreen Dray assigned. Harbor Dray removed.",
    ]);
    const undoing = await undoJob(test.context(), { jobId: id });
    await test.work();
    expect((await test.texts(undoing)).sort()).toEqual([
      "done: Evergreen Dray removed.",
      "done: Harbor Dray assigned. Evergreen Dray removed.",
    ]);
    expect([test.partiesAt("c-1"), test.partiesAt("c-2")]).toEqual([["p-1"], []]);
    const again = await undoJob(test.context(), { jobId: undoing });
    await test.work();
    expect(await test.texts(again)).toHaveLength(2);
    expect([test.partiesAt("c-1"), test.partiesAt("c-2")]).toEqual([["p-2"], ["p-2"]]);
  });

  it("retries a row that was half done, so that its undo restores the former carrier", async () => {
    await test.give("c-1", "p-1");
    test.service.refuse = ({ method }) => (method === "DELETE" ? REFUSED : undefined);
    const id = await make();
    await test.work();
    expect(await test.texts(id)).toContain(
      "failed: Evergreen Dray is assigned. Harbor Dray could not be removed: The role is locked.",
    );
    test.service.refuse = () => undefined;
    const retried = await retryJob(test.context(), { jobId: id });
    await test.work();
    expect(await test.texts(retried)).toEqual(["done: Evergreen Dray assigned. Harbor Dray removed."]);
    await undoJob(test.context(), { jobId: retried });
    await test.work();
    expect(test.partiesAt("c-1")).toEqual(["p-1"]);
  });

  it("continues after a worker was killed between the two requests", async () => {
    await test.give("c-1", "p-1");
    const id = await make();
    test.service.refuse = ({ method }) => (method === "DELETE" ? { drop: true } : undefined);
    await test.work();
    test.service.refuse = () => undefined;
    await test.due();
    await test.work();
    expect(await test.texts(id)).toContain("done: Evergreen Dray assigned. Harbor Dray removed.");
    expect(test.partiesAt("c-1")).toEqual(["p-2"]);
  });

  it("names who is assigned now in its preview", async () => {
    await test.give("c-1", "p-1");
    await test.give("c-2", "p-1");
    await test.give("c-2", "p-3");
    const selection = { ids: ["c-1", "c-2"] };
    expect(await previewJob(test.db, selection, test.ana.userId, NOW)).toMatchObject({
      carried: 2,
      several: 1,
      carriers: [
        { name: "Harbor Dray", containers: 2 },
        { name: "Keystone", containers: 1 },
      ],
      otherCarriers: 0,
    });
  });
});
