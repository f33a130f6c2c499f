import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { partyRecord } from "@/lib/contract/fixtures";
import { listParties } from "@/lib/features/parties/queries/parties";
import { loadPartyContacts } from "@/lib/features/parties/queries/party-contacts";
import { openTestAccount } from "@/lib/features/test-account";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { archiveParty, restoreParty } from "./archive-party";
import { savePartyContact } from "./save-contact";

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let lastEntry: string;
const CONTACT = {
  dispatchOffice: "Night office",
  phone: "+1 310 555 0100",
  email: "dispatch@harbordray.example",
  note: "Calls before 6 AM only.\nAsk for the night shift.",
};

beforeAll(async () => {
  dashboard = await openTestAccount();
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, [partyRecord("p-1", "Harbor Dray")], {
      asOf: new Date("2026-11-20T08:00:00Z"),
      notificationId: null,
    }),
  );
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.pool.query("delete from party_details");
  const { rows } = await dashboard.pool.query("select coalesce(max(id), 0) as id from audit_entries");
  lastEntry = rows[0].id;
});

const ana = () => testContext(dashboard.db, dashboard.ana, { now: new Date("2026-11-20T20:00:00Z") });
const viewer = () => testContext(dashboard.db, dashboard.ben, { role: "viewer" });
const save = (change: object = {}, by = ana()) =>
  savePartyContact(by, { partyId: "p-1", version: 0, ...CONTACT, ...change });
const contact = async () => (await loadPartyContacts(dashboard.db, ["p-1"]))["p-1"];
const entries = async () =>
  (
    await dashboard.pool.query("select action, data from audit_entries where id > $1 order by id", [
      lastEntry,
    ])
  ).rows;

describe("the contact of a party", () => {
  it("is saved here, and the audit log does not contain it", async () => {
    await save();
    expect(await contact()).toEqual({ ...CONTACT, version: 1 });
    await save({ version: 1, phone: "" });
    expect(await contact()).toEqual({ ...CONTACT, phone: "", version: 2 });
    expect(await entries()).toEqual([
      {
        action: "party.contact_saved",
        data: { party: "Harbor Dray", fields: ["dispatch office", "phone", "email", "note"] },
      },
      { action: "party.contact_saved", data: { party: "Harbor Dray", fields: ["phone"] } },
    ]);
  });

  it("of two editors, the second gets an error that names the first, and writes nothing", async () => {
    await save();
    const ben = testContext(dashboard.db, dashboard.ben);
    await expect(save({ phone: "310 555 0199" }, ben)).rejects.toThrow(/^Ana saved this contact meanwhile/);
    expect(await contact()).toEqual({ ...CONTACT, version: 1 });
  });

  it("of two saved at the same time, one is refused", async () => {
    const results = await Promise.allSettled([save(), save({ note: "other" })]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await contact())?.version).toBe(1);
  });

  it.each([
    ["a phone number without digits", { phone: "call us" }, /Enter a phone number/],
    ["a phone number that is too long", { phone: "1".repeat(41) }, /At most 40/],
    ["no email address", { email: "dispatch at example" }, /Enter an email address/],
    [
      "an email address that is too long",
      { email: `${"a".repeat(250)}@example.com` },
      /Enter an email address/,
    ],
    ["a line break in a line", { dispatchOffice: "a\nb" }, /unsupported/],
    ["a zero character", { note: "a\0b" }, /unsupported/],
    ["a note that is too long", { note: "x".repeat(1001) }, /At most 1000/],
    ["a negative version", { version: -1 }, /version/],
  ])("is refused with %s", async (_, change, text) => {
    await expect(save(change)).rejects.toThrow(text);
    expect(await contact()).toBeUndefined();
  });

  it("is refused for an unknown party and a viewer", async () => {
    await expect(save({ partyId: "p-9" })).rejects.toMatchObject({ code: "not_found" });
    await expect(save({}, viewer())).rejects.toMatchObject({ code: "not_allowed" });
  });
});

describe("an archived party", () => {
  const shown = async () => (await listParties(dashboard.db)).map(({ id, archivedAt }) => [id, archivedAt]);

  it("is marked in the list, keeps its contact and can be restored; both are recorded once", async () => {
    await save();
    expect(await archiveParty(ana(), { partyId: "p-1" })).toBe(true);
    expect(await archiveParty(ana(), { partyId: "p-1" })).toBe(false);
    expect(await shown()).toEqual([["p-1", expect.stringMatching(/^2026-11-20T20:00:00/)]]);
    expect(await contact()).toEqual({ ...CONTACT, version: 1 });
    expect(await restoreParty(ana(), { partyId: "p-1" })).toBe(true);
    expect(await restoreParty(ana(), { partyId: "p-1" })).toBe(false);
    expect(await shown()).toEqual([["p-1", null]]);
    expect((await entries()).map(({ action }) => action)).toEqual([
      "party.contact_saved",
      "party.archived",
      "party.restored",
    ]);
  });

  it("has no contact until one is saved", async () => {
    await archiveParty(ana(), { partyId: "p-1" });
    expect(await contact()).toBeUndefined();
    await save();
    expect((await contact())?.version).toBe(1);
  });

  it("is refused for an unknown party and a viewer", async () => {
    await expect(archiveParty(ana(), { partyId: "p-9" })).rejects.toMatchObject({ code: "not_found" });
    for (const act of [archiveParty, restoreParty])
      await expect(act(viewer(), { partyId: "p-1" })).rejects.toMatchObject({ code: "not_allowed" });
  });
});
