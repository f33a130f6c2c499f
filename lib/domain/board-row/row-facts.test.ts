import { describe, expect, it } from "vitest";
import { testDeadline, testRow } from "@/components/board/test-row";
import type { BoardRow } from "./board-row";
import { COLUMN_IDS } from "./board-row-cells";
import { changedFacts, FACT_IDS, factChanges, rowFact, storedKinds, withChanges } from "./row-facts";

const BEFORE = testRow("1");
const AT = "2026-11-20T20:00:00.000Z";
const eta = (at: string): Partial<BoardRow> => ({
  arrival: { place: "port", eta: { at, zone: null }, firstEta: null, actual: null },
});
/** The keys of the entries of a change. */
const keys = (before: BoardRow, after: BoardRow, by: string | null = null) =>
  Object.keys(factChanges(changedFacts(before, after), before, after, { at: AT, by }));

describe("changed facts", () => {
  it("are of the kind that a user chooses", () => {
    const after = testRow("1", {
      deadline: testDeadline("2026-11-22", "2026-11-23T08:00:00Z"),
      holds: [{ name: "customs", status: "hold", description: null }],
      readiness: { state: "held", label: "Held", reasons: [] },
      appointment: { at: AT, zone: null },
      charges: { reported: true, lines: [], sums: [{ currency: "USD", minor: 1 }] },
      status: { value: "grounded", label: "At terminal" },
      note: "hot",
    });
    expect(keys(BEFORE, after)).toEqual([
      "deadline.deadline",
      "hold.holds",
      "availability.availability",
      "appointment.appointment",
      "fee.charges",
      "status.status",
      "note.note",
    ]);
  });

  it("have both values and the time", () => {
    const after = testRow("1", { driver: "Lee" });
    expect(factChanges(changedFacts(BEFORE, after), BEFORE, after, { at: AT, by: null })).toEqual({
      "plan.driver": { at: AT, was: null, is: "Lee" },
    });
  });

  it("are of no kind when only the time of the last check is new, or how a hold is explained", () => {
    const reasons = [{ kind: "hold" as const, warning: false, text: "new words" }];
    const after = testRow("1", { checkedAt: AT, readiness: { ...BEFORE.readiness, reasons } });
    expect(keys(BEFORE, after)).toEqual([]);
  });

  it("do not include the last free day of a container that was picked up", () => {
    const { deadline } = BEFORE;
    const sources = deadline.sources.map((source) => ({ ...source, applies: false }));
    const after = testRow("1", { deadline: { ...deadline, state: "picked_up", sources } });
    expect(keys(BEFORE, after)).toEqual([]);
  });

  it("do not include a member that the stored row does not have yet", () => {
    const { note: _, returnDue: __, ...stored } = BEFORE;
    expect(keys(stored as BoardRow, testRow("1", { note: "new" }))).toEqual([]);
  });

  it("have the user as the author of team data only", () => {
    const after = testRow("1", { note: "hot", status: { value: "grounded", label: "At terminal" } });
    expect(keys(BEFORE, after, "u-1")).toEqual(["status.status", "note.note:u-1"]);
  });
});

describe("a change of the ETA", () => {
  const at = (hours: number) => testRow("1", eta(new Date(Date.parse(AT) + hours * 3_600_000).toISOString()));

  it.each([
    [0.9, []],
    [1, ["eta1"]],
    [5.99, ["eta3"]],
    [6, ["eta6"]],
    [-13, ["eta12"]],
    [480, ["eta48"]],
  ])("by %s hours is stored with the number of hours that it reached", (hours, kinds) => {
    expect(keys(at(0), at(hours))).toEqual(kinds.map((kind) => `${kind}.eta`));
  });

  it("that begins or ends it reached all", () => {
    expect(keys(BEFORE, at(0))).toEqual(["eta48.eta"]);
    expect(keys(at(0), BEFORE)).toEqual(["eta48.eta"]);
  });

  it("replaces smaller ones and is not replaced by them", () => {
    const change = (hours: number) => factChanges(["eta"], at(0), at(hours), { at: AT, by: null });
    const both = withChanges(change(13), { ...change(3), "fee.charges": { at: AT, was: null, is: 1 } });
    expect(Object.keys(both)).toEqual(["eta12.eta", "eta3.eta", "fee.charges"]);
    expect(Object.keys(withChanges(both, change(6)))).toEqual(["eta12.eta", "fee.charges", "eta6.eta"]);
    expect(Object.keys(withChanges(both, change(24)))).toEqual(["fee.charges", "eta24.eta"]);
  });
});

it("stores the chosen kinds, and an ETA as every number of hours that counts", () => {
  expect(storedKinds(["hold", "eta", "fee"], 12)).toEqual(["hold", "eta12", "eta24", "eta48", "fee"]);
});

it("cuts long texts of the stored values", () => {
  const after = testRow("1", { note: "x".repeat(500) });
  const { "note.note": change } = factChanges(["note"], BEFORE, after, { at: AT, by: null });
  expect(change?.is).toHaveLength(200);
});

it("marks each column by a fact, except those that are derived or never marked", () => {
  const shown = new Set(FACT_IDS.flatMap((id) => rowFact(id).columns));
  expect(COLUMN_IDS.filter((id) => !shown.has(id))).toEqual(["whyToday", "checked"]);
});
