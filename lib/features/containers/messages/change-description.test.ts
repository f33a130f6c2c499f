import { describe, expect, it } from "vitest";
import { changeText, type StoredChange } from "./change-description";

const LA = "America/Los_Angeles";
const sentences = (field: string, before: unknown, after: unknown, zone: string | null = LA) =>
  changeText({ field, before, after, zone }, { locale: "en-US" }).map(
    (text) => `${text.label} ${text.before === null ? "" : `${text.before} → `}${text.after ?? "none"}`,
  );
const hold = (name: string, status = "hold", description: string | null = null) => ({
  name,
  status,
  description,
});
const fee = (type: string, amount: number, currency_code = "USD") => ({ type, amount, currency_code });

describe("single values", () => {
  it.each([
    [
      "import_deadlines.pickup_lfd_line",
      "2026-11-21T08:00:00Z",
      "2026-11-20T08:00:00Z",
      "Line LFD Sat, Nov 21 → Fri, Nov 20",
    ],
    ["pickup_lfd_rail", null, "2026-11-20T08:00:00Z", "rail deadline Fri, Nov 20"],
    ["pickup_lfd", "2026-11-20T08:00:00Z", null, "last free day Fri, Nov 20 → none"],
    ["pickup_appointment_at", null, "2026-11-20T22:00:00Z", "appointment Fri, Nov 20, 2:00 PM"],
    ["location_at_pod_terminal", "A12", "B3", "yard spot A12 → B3"],
    ["available_for_pickup", false, true, "availability not available → available"],
    ["available_for_pickup", null, false, "availability not available"],
    ["current_status", "grounded", "available", "status At terminal → Available"],
    ["line_tracking_stopped_reason", null, "cancelled_by_user", "tracking stop reason Stopped by a user"],
    ["ref_numbers", ["A"], ["A", "B"], "references A → A, B"],
    ["ref_numbers", ["A"], [], "references A → none"],
    ["weight_in_lbs", null, 42_000, "weight in lbs 42000"],
    ["equipment_height", null, "high_cube", "equipment height high cube"],
    ["some_new_field", "a", "b", "some new field a → b"],
    ["some_new_object", null, { a: 1 }, 'some new object {"a":1}'],
  ])("%s", (field, before, after, sentence) => {
    expect(sentences(field, before, after)).toEqual([sentence]);
  });

  it("returns nothing for a change that the reader cannot see", () => {
    expect(sentences("pickup_lfd", "2026-11-20T08:00:00Z", "2026-11-21T07:59:00Z")).toEqual([]);
    expect(sentences("seal_number", null, "")).toEqual([]);
    expect(sentences("holds_at_pod_terminal", null, [])).toEqual([]);
    expect(sentences("fees_at_pod_terminal", [], null)).toEqual([]);
  });

  it("keeps the digits as sent for an unknown zone", () => {
    expect(sentences("pickup_lfd", null, "2026-11-20T00:00:00Z", null)).toEqual([
      "last free day Fri, Nov 20",
    ]);
    expect(sentences("pickup_lfd", null, "2026-11-20T00:00:00Z", "Mars/Olympus")).toEqual([
      "last free day Fri, Nov 20",
    ]);
  });

  it("adds a year other than the present one", () => {
    const change: StoredChange = {
      field: "pickup_lfd",
      before: null,
      after: "2022-10-24T04:00:00Z",
      zone: "America/New_York",
    };
    expect(changeText(change, { locale: "en-US", now: new Date("2026-11-21T00:00:00Z") })[0]?.after).toBe(
      "Mon, Oct 24, 2022",
    );
  });

  it("shows the terminal's name when known, else its id", () => {
    const change = { field: "pod_terminal", before: "t-1", after: "t-2", zone: null };
    const nameOf = (id: string) => (id === "t-1" ? "Everport" : null);
    expect(changeText(change, { locale: "en-US", nameOf })).toEqual([
      { label: "terminal", before: "Everport", after: "t-2" },
    ]);
  });

  it("reads import_deadlines sent as a whole", () => {
    const before = { pickup_lfd_line: "2026-11-21T08:00:00Z", pickup_lfd_terminal: null };
    const after = { pickup_lfd_line: "2026-11-20T08:00:00Z", pickup_lfd_terminal: null };
    expect(sentences("import_deadlines", before, after)).toEqual(["Line LFD Sat, Nov 21 → Fri, Nov 20"]);
  });
});

describe("holds", () => {
  it.each([
    ["placed", [], [hold("freight")], ["freight hold placed"]],
    ["pending", null, [hold("customs", "pending")], ["customs hold pending"]],
    ["turned", [hold("customs", "pending")], [hold("customs")], ["customs hold pending → placed"]],
    ["released", [hold("freight"), hold("TMF")], [hold("TMF")], ["freight hold released"]],
    ["described", [hold("other")], [hold("other", "hold", "Weigh")], ["other hold Weigh"]],
    ["one of two alike", [hold("other"), hold("other")], [hold("other")], ["other hold released"]],
    ["swapped", [hold("freight")], [hold("USDA")], ["freight hold released", "USDA hold placed"]],
    ["unreadable", "x", [{ status: "hold" }, null, 3], []],
  ])("%s", (_, before, after, expected) => {
    expect(sentences("holds_at_pod_terminal", before, after)).toEqual(expected);
  });
});

describe("charges", () => {
  it.each([
    ["reported", [], [fee("demurrage", 150)], ["charges reported demurrage $150.00"]],
    ["not posted", [], [fee("exam", 0)], ["charges reported exam, not posted yet"]],
    [
      "grown",
      [fee("demurrage", 150)],
      [fee("demurrage", 300)],
      ["charges demurrage $150.00 → demurrage $300.00"],
    ],
    ["gone", [fee("demurrage", 150)], [], ["charges demurrage $150.00 → no longer reported"]],
    [
      "text amount",
      [],
      [{ type: "total", amount: "12.5", currency_code: "USD" }],
      ["charges reported total $12.50"],
    ],
    ["unreadable", null, [{ amount: 3 }, "fee"], []],
  ])("%s", (_, before, after, expected) => {
    expect(sentences("fees_at_pod_terminal", before, after)).toEqual(expected);
  });
});

describe("times", () => {
  const moments = (field: string, before: unknown, after: unknown, zone: string | null = LA) =>
    changeText({ field, before, after, zone }, { locale: "en-US" }).map((text) => text.moments);

  it("are also returned as moments at their place, for readers in another zone", () => {
    expect(moments("pickup_appointment_at", "2026-11-20T22:00:00Z", "2026-11-21T22:00:00Z")).toEqual([
      { before: { at: "2026-11-20T22:00:00Z", zone: LA }, after: { at: "2026-11-21T22:00:00Z", zone: LA } },
    ]);
    expect(moments("pod_eta_at", null, "2026-11-01T08:30:00Z")).toEqual([
      { before: null, after: { at: "2026-11-01T08:30:00Z", zone: LA } },
    ]);
  });

  it.each([null, "Mars/Olympus"])("have no zone for a place with the zone %s", (zone) => {
    expect(moments("pod_eta_at", "2026-11-20T22:00:00Z", null, zone)).toEqual([
      { before: { at: "2026-11-20T22:00:00Z", zone: null }, after: null },
    ]);
  });

  it.each([
    ["pickup_lfd", "2026-11-20T08:00:00Z", "2026-11-23T08:00:00Z"],
    ["import_deadlines.pickup_lfd_line", "2026-11-20T08:00:00Z", null],
    ["ind_facility_lfd_on", null, "2026-11-20"],
    ["seal_number", "1", "2"],
    ["current_status", "grounded", "available"],
  ])("are not returned for %s, which is a day or not a time", (field, before, after) => {
    expect(moments(field, before, after)).toEqual([undefined]);
  });
});
