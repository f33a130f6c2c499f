import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { undoJob } from "@/lib/features/bulk-jobs/commands/end-job";
import { archiveParty } from "@/lib/features/parties/commands/archive-party";
import { previewMerge } from "@/lib/features/parties/queries/merge-preview";
import { listParties } from "@/lib/features/parties/queries/parties";
import { openTestAccount } from "@/lib/features/test-account";
import { mergeParties } from "./merge-parties";
import { retryJob } from "./retry-job";
import { openPartyJobs } from "./test-party-jobs";

const openParties = async () => openPartyJobs(await openTestAccount());
let test: Awaited<ReturnType<typeof openParties>>;
const REFUSED = { status: 422, body: { errors: [{ title: "Invalid", detail: "The role is locked." }] } };

beforeAll(async () => {
  test = await openParties();
});
afterAll(() => test.closeAll());
beforeEach(() => test.reset());

const merge = (from = "p-1", into = "p-3") => mergeParties(test.context(), { from, into });
const archived = async () =>
  (await listParties(test.db)).flatMap(({ id, archivedAt, mergedInto }) =>
    archivedAt ? [`${id} into ${mergedInto}`] : [],
  );

async function giveRoles(): Promise<void> {
  await test.give("c-1", "p-1");
  await test.give("c-2", "p-1");
  await test.give("c-2", "p-3");
  await test.give("s-1", "p-1", "customs_broker");
}

describe("merging a party into another", () => {
  it("counts what moves, by role", async () => {
    await giveRoles();
    expect(await previewMerge(test.db, "p-1", "p-3")).toEqual({
      roles: [
        { role: "customs_broker", containers: 0, shipments: 1 },
        { role: "pickup_dray_carrier", containers: 2, shipments: 0 },
      ],
      requests: 0,
      customers: 0,
    });
  });

  it("moves every role, archives the party and records it; the undo restores all of it", async () => {
    await giveRoles();
    const id = await merge();
    const { rows } = await test.pool.query("select action, data from audit_entries order by id desc limit 1");
    expect(rows).toEqual([{ action: "party.merged", data: { before: "Harbor Dray", after: "Keystone" } }]);
    await test.work();
    expect((await test.texts(id)).sort()).toEqual([
      "done: Archived.",
      "done: Harbor Dray removed.",
      "done: Keystone assigned. Harbor Dray removed.",
      "done: Keystone assigned. Harbor Dray removed.",
    ]);
    expect(["c-1", "c-2", "s-1"].map(test.partiesAt)).toEqual([["p-3"], ["p-3"], ["p-3"]]);
    expect(await archived()).toEqual(["p-1 into p-3"]);

    await undoJob(test.context(), { jobId: id });
    await test.work();
    expect(["c-1", "c-2", "s-1"].map((on) => test.partiesAt(on).sort())).toEqual([
      ["p-1"],
      ["p-1", "p-3"],
      ["p-1"],
    ]);
    expect(await archived()).toEqual([]);
  });

  it("continues after a worker was killed between the requests of a row", async () => {
    await giveRoles();
    const id = await merge();
    test.service.refuse = ({ method }) => (method === "DELETE" ? { drop: true } : undefined);
    await test.work();
    expect(test.partiesAt("c-1")).toEqual(["p-1", "p-3"]);
    test.service.refuse = () => undefined;
    await test.due();
    await test.work();
    expect(["c-1", "c-2", "s-1"].map(test.partiesAt)).toEqual([["p-3"], ["p-3"], ["p-3"]]);
    await undoJob(test.context(), { jobId: id });
    await test.work();
    // Keystone had this role before, so the undo leaves it.
    expect(test.partiesAt("c-2").sort()).toEqual(["p-1", "p-3"]);
  });

  it("keeps the role where the service refuses, says so, and moves it when retried", async () => {
    await test.give("s-1", "p-1", "customs_broker");
    test.service.refuse = ({ method }) => (method === "POST" ? REFUSED : undefined);
    const id = await merge();
    await test.work();
    expect(await test.texts(id)).toEqual(["done: Archived.", "failed: The role is locked."]);
    expect(test.partiesAt("s-1")).toEqual(["p-1"]);
    test.service.refuse = () => undefined;
    await retryJob(test.context(), { jobId: id });
    await test.work();
    expect(test.partiesAt("s-1")).toEqual(["p-3"]);
  });

  it("assigns nothing where another user removed the party meanwhile", async () => {
    await test.give("c-1", "p-1");
    const id = await merge();
    await test.pool.query("delete from party_roles");
    await test.work();
    expect(await test.texts(id)).toEqual([
      "done: Archived.",
      "done: Harbor Dray was already removed. No changes made.",
    ]);
    expect(test.partiesAt("c-1")).toEqual(["p-1"]);
  });

  describe("is refused", () => {
    afterEach(() => test.pool.query("delete from users where email = 'customer@example.com'"));

    it("while a customer would lose containers", async () => {
      await test.pool.query(
        "insert into users (email, role, password_hash, party_ids) values ('customer@example.com', 'customer', 'x', '{p-1}')",
      );
      await expect(merge()).rejects.toThrow(
        "1 customer user sees containers of Harbor Dray and not of Keystone. An admin must give them Keystone first",
      );
      await test.pool.query("update users set party_ids = '{p-1,p-3}' where email = 'customer@example.com'");
      await merge();
    });

    it("into itself, an unknown or an archived party, and while another merge of it runs", async () => {
      await expect(merge("p-1", "p-1")).rejects.toThrow(/^Select another party/);
      await expect(merge("p-1", "p-9")).rejects.toThrow(/^Party not found/);
      await archiveParty(test.context(), { partyId: "p-3" });
      await expect(merge()).rejects.toThrow(/^Keystone is archived/);
      await merge("p-1", "p-2");
      await expect(merge("p-2", "p-1")).rejects.toThrow(
        "Still running: Merge Harbor Dray into Evergreen Dray.",
      );
    });

    it("for a viewer", async () => {
      await expect(
        mergeParties(test.context({ role: "viewer" }), { from: "p-1", into: "p-3" }),
      ).rejects.toMatchObject({ code: "not_allowed" });
    });
  });
});
