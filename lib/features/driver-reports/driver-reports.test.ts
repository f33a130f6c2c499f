import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { openLinkLimit } from "@/lib/auth/throttling/link-rate-limit";
import { loadContainerPage } from "@/lib/features/containers/queries/container-page";
import { makeShareLink, revokeShareLink, visitShare } from "@/lib/features/sharing/links/share-links";
import { reportingLink } from "@/lib/features/sharing/links/share-settings";
import { openTestAccount } from "@/lib/features/test-account";
import { cacheTags } from "@/lib/platform/database/schema/schema";
import { reportStep, stepSchema, undoStep } from "./commands/report-step";
import { loadReporting } from "./queries/driver-reports";
import type { DriverStep, ReportingLink } from "./rules";

const CREATED = new Date("2026-11-20T17:00:30Z");
const NOW = new Date("2026-11-20T22:10:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let link: ReportingLink;

beforeAll(async () => {
  dashboard = await openTestAccount();
});
afterAll(() => dashboard.close());

/** A link with the right to report on a container, created at CREATED, for a day. */
async function makeLink(containerId = "c-1") {
  const { id, token } = await makeShareLink(testContext(dashboard.db, dashboard.ana, { now: CREATED }), {
    about: { kind: "container", id: containerId },
    view: "driver",
    charges: false,
    reports: true,
    label: "Harbor Dray",
    days: 1,
    passcode: "",
  });
  await dashboard.pool.query("update access_tokens set created_at = $2 where id = $1", [id, CREATED]);
  return { id, token };
}

async function openLink(token: string): Promise<ReportingLink> {
  const visit = await visitShare(dashboard.db, token, () => undefined, NOW);
  const opened = visit.state === "open" ? reportingLink(visit.token, visit.settings) : null;
  return opened ?? expect.fail(`the link is ${visit.state}`);
}

beforeEach(async () => {
  await dashboard.pool.query("delete from access_tokens");
  await dashboard.tell({ current_status: "available", empty_terminated_at: null });
  link = await openLink((await makeLink()).token);
});

const report = (step: DriverStep, now = NOW, at: string | null = null) =>
  reportStep(dashboard.db, link, { step, at }, now);
const undo = (step: DriverStep, now: Date) => undoStep(dashboard.db, link, { step }, now);
const shown = async () => (await loadContainerPage(dashboard.db, "c-1"))?.driverReports;
const steps = async () => (await shown())?.map(({ step }) => step);

async function entries() {
  const { rows } = await dashboard.pool.query(
    "select action, actor, user_id, record_type, record_id, data from audit_entries where action like 'driver%' order by id",
  );
  return rows;
}

describe("a driver's report", () => {
  it("is shown with the container, recorded and pushed, and changes no fact", async () => {
    const facts = async () => {
      const page = await loadContainerPage(dashboard.db, "c-1");
      const { rows } = await dashboard.pool.query("select * from board_rows where container_id = 'c-1'");
      return { row: rows, container: page?.container, events: page?.events, changes: page?.changes };
    };
    const before = await facts();
    const seen = (await entries()).length;
    await dashboard.db.delete(cacheTags);
    await report("picked_up");
    await report("delivered", later(60));
    await report("empty_returned", later(90));
    expect(await facts()).toEqual(before);
    expect(await shown()).toMatchObject([
      {
        link: { id: link.id, label: "Harbor Dray" },
        step: "picked_up",
        at: { at: "2026-11-20T22:10:00.000Z", zone: "America/Los_Angeles" },
        reportedAt: "2026-11-20T22:10:00.000Z",
        photos: [],
      },
      { step: "delivered" },
      { step: "empty_returned" },
    ]);
    expect((await entries())[seen]).toEqual({
      action: "driver_report.created",
      actor: "user of the link",
      user_id: null,
      record_type: "container",
      record_id: "c-1",
      data: { label: "Harbor Dray", step: "picked_up", at: "2026-11-20T22:10:00.000Z" },
    });
    const tags = (await dashboard.db.select().from(cacheTags)).map(({ tag }) => tag);
    expect(tags).toContain("container:c-1");
  });

  it("is stored once when it arrives 20 times at once, and stays as it is", async () => {
    const seen = (await entries()).length;
    await Promise.all(Array.from({ length: 20 }, (_, n) => report("picked_up", later(n))));
    const [first] = (await shown()) ?? [];
    await report("picked_up", later(30), "2026-11-20T20:00:00Z");
    expect(await shown()).toEqual([first]);
    expect(await entries()).toHaveLength(seen + 1);
  });

  it("has the time that the driver enters, from the minute of the link until now", async () => {
    await report("picked_up", NOW, "2026-11-20T17:00:00Z");
    expect(await shown()).toMatchObject([{ at: { at: "2026-11-20T17:00:00.000Z" } }]);
    const wrong = { "2026-11-20T16:59:59Z": /before the link/, "2026-11-20T22:10:01Z": /in the future/ };
    for (const [at, message] of Object.entries(wrong))
      await expect(report("delivered", NOW, at)).rejects.toMatchObject({ code: "bad_input", message });
    expect(await steps()).toEqual(["picked_up"]);
  });

  it("can be undone for ten minutes and reported again", async () => {
    await report("picked_up");
    await undo("picked_up", later(9.99));
    await undo("picked_up", later(9.99));
    expect(await steps()).toEqual([]);
    expect((await entries()).at(-1)).toMatchObject({
      action: "driver_report.undone",
      data: { label: "Harbor Dray", step: "picked_up" },
    });
    await report("picked_up", later(11));
    await expect(undo("picked_up", later(21))).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await steps()).toEqual(["picked_up"]);
  });

  it("is refused and kept after the service reported the empty return", async () => {
    await report("picked_up");
    await dashboard.tell({ current_status: "empty_returned" });
    const ended = { code: "changed_meanwhile", message: expect.stringMatching(/move has ended/) };
    await expect(report("delivered", later(1))).rejects.toMatchObject(ended);
    await expect(undo("picked_up", later(1))).rejects.toMatchObject(ended);
    // A request that is sent again is no error.
    await report("picked_up", later(1));
    expect(await steps()).toEqual(["picked_up"]);
    expect(await loadReporting(dashboard.db, link, later(1))).toMatchObject({ ended: true });
  });

  it("ends the move once the empty return can no longer be undone", async () => {
    await report("empty_returned");
    await report("picked_up", later(9));
    expect(await loadReporting(dashboard.db, link, later(9))).toMatchObject({ ended: false });
    await expect(report("delivered", later(10))).rejects.toMatchObject({ code: "changed_meanwhile" });
    await expect(undo("picked_up", later(10))).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await loadReporting(dashboard.db, link, later(10))).toMatchObject({ ended: true });
  });

  it("has no effect after the link was revoked or has expired, also when it was opened before", async () => {
    await report("picked_up");
    const ended = { code: "not_found" };
    const expired = new Date(CREATED.getTime() + 86_400_000);
    await expect(report("delivered", expired)).rejects.toMatchObject(ended);
    const sharer = testContext(dashboard.db, dashboard.ana, { now: later(1) });
    await revokeShareLink(sharer, { id: link.id });
    await expect(report("delivered", later(1))).rejects.toMatchObject(ended);
    await expect(undo("picked_up", later(1))).rejects.toMatchObject(ended);
    expect(await steps()).toEqual(["picked_up"]);
  });

  it("of one link leaves those of another, and other containers, alone", async () => {
    await dashboard.tell({}, "c-2");
    const other = await openLink((await makeLink("c-2")).token);
    const second = await openLink((await makeLink()).token);
    await report("picked_up");
    await reportStep(dashboard.db, other, { step: "delivered", at: null }, NOW);
    await reportStep(dashboard.db, second, { step: "picked_up", at: null }, later(1));
    await undoStep(dashboard.db, second, { step: "delivered" }, later(1));
    expect(await steps()).toEqual(["picked_up", "picked_up"]);
    expect((await loadContainerPage(dashboard.db, "c-2"))?.driverReports).toMatchObject([
      { step: "delivered" },
    ]);
  });

  it("is refused when the container is gone", async () => {
    await expect(
      reportStep(dashboard.db, { ...link, containerId: "none" }, { step: "delivered", at: null }, NOW),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([{}, { step: "sold" }, { step: "picked_up", at: "noon" }, { step: "picked_up", at: 5 }, null])(
    "is not read from %o",
    (input) => expect(stepSchema.safeParse(input).success).toBe(false),
  );
});

describe("the right to report", () => {
  const settings = {
    about: { kind: "container", id: "c-1" },
    view: "driver",
    charges: false,
    dispatchPhone: "",
    reports: true,
    documents: false,
  } as const;

  it("is off by default and exists for the driver of one container only", async () => {
    const context = testContext(dashboard.db, dashboard.ana, { now: CREATED });
    const input = { label: "A link", days: 1, passcode: "", charges: false };
    const made = [
      { about: settings.about, view: "driver" },
      { about: settings.about, view: "customer", reports: true },
      { about: { kind: "board", address: "" }, view: "driver", reports: true },
    ] as const;
    for (const each of made) {
      const { token } = await makeShareLink(context, { ...input, ...each });
      const visit = await visitShare(dashboard.db, token, () => undefined, NOW);
      expect(visit).toMatchObject({ state: "open", settings: { reports: false } });
    }
    expect(reportingLink(link, settings)).toEqual(link);
    expect(reportingLink(link, { ...settings, view: "customer" })).toBeNull();
    expect(reportingLink(link, { ...settings, reports: false })).toBeNull();
  });

  it("is limited to 30 requests of a link in ten minutes", async () => {
    const limit = openLinkLimit(dashboard.pool);
    for (let n = 0; n < 30; n += 1) expect(await limit.admit(link.id)).toBe(0);
    expect(await limit.admit(link.id)).toBeGreaterThan(500);
    expect(await openLinkLimit(dashboard.pool).admit(link.id)).toBeGreaterThan(500);
    expect(await limit.admit("another link")).toBe(0);
  });
});
