import { describe, expect, it } from "vitest";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { NOTHING_WRITTEN } from "@/lib/domain/container/container-facts";
import { deadlines, inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { NOTHING_PLANNED } from "@/lib/features/moves/rules/planned-move";
import { type CalendarEntry, calendarEntries } from "./calendar-entries";
import { DAYS_REPORTED, type ReportedEntry, reportAgain } from "./calendar-revisions";

const NOW = new Date("2026-11-20T17:00:00Z");
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const entry = (over: Partial<CalendarEntry> = {}): CalendarEntry => ({
  kind: "lfd",
  on: "2026-11-25",
  at: null,
  title: "Last free day · MSKU4807969",
  place: "APM Pier 400",
  notes: ["Ready"],
  ...over,
});
const wanted = (over: Partial<CalendarEntry> = {}, containerId = "c-1") => ({
  containerId,
  entry: entry(over),
});
const first = (...entries: ReturnType<typeof wanted>[]) => reportAgain([], entries, NOW).shown;

describe("calendar revisions", () => {
  it("stay the same without a change, at any later time", () => {
    const reported = first(wanted());
    expect(reported).toMatchObject([{ sequence: 0, changedAt: NOW.toISOString(), cancelledAt: null }]);
    expect(reportAgain(reported, [wanted()], later(20))).toEqual({
      shown: reported,
      changed: [],
      forgotten: [],
    });
  });

  it("move an entry to another day with a higher sequence", () => {
    const reported = first(wanted());
    const { shown, changed } = reportAgain(reported, [wanted({ on: "2026-11-27" })], later(1));
    expect(shown).toMatchObject([
      { entry: { kind: "lfd", on: "2026-11-27" }, sequence: 1, changedAt: later(1).toISOString() },
    ]);
    expect(changed).toEqual(shown);
  });

  it.each<[string, Partial<CalendarEntry>]>([
    ["words", { title: "Last free day · OTHR1234567" }],
    ["place", { place: "Pier 300" }],
    ["notes", { notes: ["Held"] }],
  ])("treat other %s as a change", (_, over) => {
    expect(reportAgain(first(wanted()), [wanted(over)], later(1)).changed).toHaveLength(1);
  });

  it("distinguish containers and kinds, even with similar ids", () => {
    const both = [wanted({}, 'a","b'), wanted({}, "a"), wanted({ kind: "appointment" }, "a")];
    expect(first(...both)).toHaveLength(3);
    expect(reportAgain(first(...both), both, later(1)).changed).toEqual([]);
  });

  it("cancel a removed entry for 30 days, then delete it", () => {
    const gone = reportAgain(first(wanted()), [], later(1));
    expect(gone.shown).toMatchObject([{ sequence: 1, cancelledAt: later(1).toISOString() }]);
    const again = reportAgain(gone.shown, [], later(DAYS_REPORTED));
    expect(again).toEqual({ shown: gone.shown, changed: [], forgotten: [] });
    expect(reportAgain(again.shown, [], later(1 + DAYS_REPORTED))).toEqual({
      shown: [],
      changed: [],
      forgotten: gone.shown,
    });
  });

  it("restore a cancelled entry as the same entry", () => {
    const gone = reportAgain(first(wanted()), [], later(1)).shown;
    expect(reportAgain(gone, [wanted()], later(2)).shown).toMatchObject([{ sequence: 2, cancelledAt: null }]);
  });

  it("remove old times without cancelling them, but keep a day that still applies", () => {
    const past = wanted({ kind: "appointment", on: null, at: "2026-11-21T15:00:00.000Z" });
    const reported = first(past, wanted({ on: "2026-11-21" }));
    expect(
      reportAgain(reported, [past, wanted({ on: "2026-11-21" })], later(DAYS_REPORTED + 2)),
    ).toMatchObject({
      shown: [{ entry: { kind: "lfd" }, cancelledAt: null }],
      changed: [],
      forgotten: [{ entry: { kind: "appointment" } }],
    });
    expect(reportAgain(reported, [], later(DAYS_REPORTED + 2)).shown).toEqual([]);
  });
});

const entriesOf = (...args: Parameters<typeof boardRow>) =>
  calendarEntries(boardRow(...args), NOTHING_PLANNED);
const days = (reported: readonly (CalendarEntry | ReportedEntry["entry"])[]) =>
  reported.map(({ kind, on }) => [kind, on]);

describe("calendar entries of a container", () => {
  it("start with the earliest applicable day, followed by the day of another source", () => {
    const container = testContainer(
      deadlines({ line: "2026-11-28T08:00:00Z", terminal: "2026-11-25T08:00:00Z" }),
    );
    expect(days(entriesOf(container))).toEqual([
      ["lfd", "2026-11-25"],
      ["lfd-line", "2026-11-28"],
    ]);
  });

  it("contain one entry for sources with the same day", () => {
    const container = testContainer(
      deadlines({ line: "2026-11-25T08:00:00Z", terminal: "2026-11-25T08:00:00Z" }),
    );
    expect(days(entriesOf(container))).toEqual([["lfd", "2026-11-25"]]);
  });

  it.each<[string, string, string | null, string]>([
    ["before midnight at the terminal", "2026-11-26T07:59:00Z", "America/Los_Angeles", "2026-11-25"],
    ["at midnight at the terminal", "2026-11-26T08:00:00Z", "America/Los_Angeles", "2026-11-26"],
    ["on the day clocks go forward", "2026-03-08T07:30:00Z", "America/Los_Angeles", "2026-03-07"],
    ["on the day clocks go back", "2026-11-01T06:30:00Z", "America/Los_Angeles", "2026-10-31"],
    ["where days begin a day ahead", "2026-11-25T11:00:00Z", "Pacific/Auckland", "2026-11-26"],
    ["where the zone is unknown", "2026-11-25T23:59:00Z", null, "2026-11-25"],
    ["where the zone's name is unknown", "2026-11-25T23:59:00Z", "Moon/Base", "2026-11-25"],
  ])("use the terminal's day %s", (_, at, zone, on) => {
    const [reported] = entriesOf(testContainer({ ...deadlines({ terminal: at }), pod_timezone: zone }));
    expect(reported).toMatchObject({ kind: "lfd", on, at: null });
    expect(reported?.notes.some((note) => note.includes("zone unknown"))).toBe(
      zone === null || zone === "Moon/Base",
    );
  });

  it("use the rail day by the inland place's calendar once the container is in rail transit", () => {
    const container = inlandContainer({
      ...deadlines({ terminal: "2026-11-18T08:00:00Z", rail: "2026-11-26T05:59:00Z" }),
      pod_rail_loaded_at: "2026-11-16T08:00:00Z",
    });
    expect(days(entriesOf(container))).toEqual([["lfd", "2026-11-25"]]);
  });

  it("contain no pickup day after gate out, but the due day of the empty return", () => {
    const container = testContainer(
      { ...deadlines({ terminal: "2026-11-25T08:00:00Z" }), pod_full_out_at: "2026-11-20T16:00:00Z" },
      {},
      { team: { ...NOTHING_WRITTEN, perDiemTerms: { freeDays: 5, counts: "calendar" } } },
    );
    expect(days(entriesOf(container))).toEqual([["return-due", "2026-11-25"]]);
  });

  it("contain appointments and plans as instants, each at its place", () => {
    const row = boardRow(testContainer({ pickup_appointment_at: "2026-11-24T16:00:00" }));
    const plan = {
      ...NOTHING_PLANNED,
      delivery: { at: "2026-11-24T20:00:00Z", zone: "America/Los_Angeles" },
      deliveryPlace: "Warehouse 4",
      emptyReturn: { at: "not a time", zone: null },
    };
    expect(calendarEntries(row, plan)).toMatchObject([
      { kind: "appointment", on: null, at: "2026-11-24T16:00:00.000Z", place: "APM Pier 400" },
      { kind: "planned-delivery", on: null, at: "2026-11-24T20:00:00.000Z", place: "Warehouse 4" },
    ]);
  });

  it("are empty for a container deleted upstream", () => {
    const container = testContainer(
      deadlines({ terminal: "2026-11-25T08:00:00Z" }),
      {},
      { deletedUpstreamAt: NOW.toISOString() },
    );
    expect(entriesOf(container)).toEqual([]);
  });
});
