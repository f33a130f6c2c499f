import { describe, expect, it } from "vitest";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { arrivalDay, daysMoved, driftText, etaDrift } from "./eta-deviation";
import { type EtaChange, etaHistory, etaSummary, shipmentEta, stepSource } from "./eta-history";

const ZONE = "America/New_York";
const change = (
  before: string | null,
  after: string | null,
  asOf: string,
  field = "pod_eta_at",
): EtaChange => ({
  ...{ field, before, after, asOf, event: "shipment.estimated.arrival" },
});
const atPort = (changes: readonly EtaChange[], attributes: ShipmentAttributes) =>
  etaHistory(changes, shipmentEta(attributes, "port"));

describe("ETA days", () => {
  it("count days in the calendar of the port, including clock changes", () => {
    // 03:30 UTC on the 2nd is still the 1st in New York, where the clock went back on 1 November 2026.
    expect(daysMoved("2026-11-01T03:30:00Z", "2026-11-02T03:30:00Z", ZONE)).toBe(1);
    expect(daysMoved("2026-11-01T04:30:00Z", "2026-11-02T04:30:00Z", ZONE)).toBe(0);
    expect(daysMoved("2026-11-02T05:00:00Z", "2026-11-02T04:59:00Z", ZONE)).toBe(-1);
  });

  it.each([null, "Nowhere/Port"])("count days in UTC when the zone is %s", (zone) => {
    expect(daysMoved("2026-11-20T23:59:00Z", "2026-11-21T00:00:00Z", zone)).toBe(1);
  });

  it("use the arrival once it is known and are null when a date is missing", () => {
    const facts = { pod_original_eta_at: "2026-11-20T12:00:00Z", pod_timezone: ZONE };
    expect(etaDrift({ ...facts, pod_eta_at: "2026-11-23T12:00:00Z" })).toBe(3);
    expect(
      etaDrift({ ...facts, pod_eta_at: "2026-11-23T12:00:00Z", pod_ata_at: "2026-11-19T12:00:00Z" }),
    ).toBe(-1);
    expect(etaDrift(facts)).toBeNull();
    expect(etaDrift({ pod_eta_at: "2026-11-23T12:00:00Z", pod_original_eta_at: null })).toBeNull();
  });

  it("are described with their direction", () => {
    expect([0, 1, -2].map(driftText)).toEqual([
      "same day as first ETA",
      "1d later than first ETA",
      "2d earlier than first ETA",
    ]);
  });

  it("use the local arrival day of the port", () => {
    expect(arrivalDay({ pod_eta_at: "2026-11-21T03:00:00Z", pod_timezone: ZONE })).toBe("2026-11-20");
    expect(arrivalDay({ pod_eta_at: "2026-11-21T03:00:00Z", pod_timezone: "No/Where" })).toBe("2026-11-21");
    expect(
      arrivalDay({
        pod_eta_at: "2026-11-21T03:00:00Z",
        pod_ata_at: "2026-11-25T03:00:00Z",
        pod_timezone: null,
      }),
    ).toBe("2026-11-25");
    expect(arrivalDay({})).toBeNull();
  });
});

describe("etaHistory", () => {
  const kinds = (steps: ReturnType<typeof etaHistory>) =>
    steps.map(({ kind, drift, moved }) => [kind, drift, moved]);

  it("starts with the first ETA and contains every change up to the arrival", () => {
    const steps = atPort(
      [
        change("2026-11-22T12:00:00Z", "2026-11-20T12:00:00Z", "2026-11-12T08:00:00Z"),
        change("2026-11-20T12:00:00Z", "2026-11-22T12:00:00Z", "2026-11-10T08:00:00Z"),
      ],
      {
        pod_original_eta_at: "2026-11-20T12:00:00Z",
        pod_eta_at: "2026-11-20T12:00:00Z",
        pod_ata_at: "2026-11-21T12:00:00Z",
        pod_timezone: ZONE,
      },
    );
    expect(kinds(steps)).toEqual([
      ["first", 0, null],
      ["reported", 2, 2],
      ["reported", 0, -2],
      ["arrived", 1, 1],
    ]);
    expect(steps[0]?.reportedAt).toBeNull();
    expect(steps[1]).toMatchObject({
      reportedAt: "2026-11-10T08:00:00Z",
      event: "shipment.estimated.arrival",
    });
    expect(etaSummary(steps)).toBe("Arrived 1 day after the first ETA date; the ETA date changed 2 times.");
  });

  it("includes an ETA from before the first stored change, without a report time", () => {
    const steps = atPort([change("2026-11-21T12:00:00Z", "2026-11-24T12:00:00Z", "2026-11-12T08:00:00Z")], {
      pod_original_eta_at: "2026-11-19T12:00:00Z",
      pod_eta_at: "2026-11-24T12:00:00Z",
      pod_timezone: ZONE,
    });
    expect(kinds(steps)).toEqual([
      ["first", 0, null],
      ["reported", 2, 2],
      ["reported", 5, 3],
    ]);
    expect(steps[1]?.reportedAt).toBeNull();
  });

  it("contains only the current ETA without changes, and is empty without an ETA", () => {
    expect(kinds(atPort([], { pod_eta_at: "2026-11-24T12:00:00Z" }))).toEqual([["first", 0, null]]);
    expect(atPort([], {})).toEqual([]);
    expect(etaSummary([])).toBe("No ETA reported yet.");
  });

  it("contains a withdrawn ETA and compares the next ETA with the previous one", () => {
    const steps = atPort(
      [
        change("2026-11-20T12:00:00Z", null, "2026-11-10T08:00:00Z"),
        change(null, "2026-11-23T12:00:00Z", "2026-11-11T08:00:00Z"),
      ],
      { pod_eta_at: "2026-11-23T12:00:00Z", pod_timezone: ZONE },
    );
    expect(kinds(steps)).toEqual([
      ["first", 0, null],
      ["withdrawn", null, null],
      ["reported", 3, 3],
    ]);
  });

  it("ignores the same time in another format, invalid values and changes of another location", () => {
    const steps = atPort(
      [
        change("2026-11-20T12:00:00Z", "2026-11-20T12:00:00.000Z", "2026-11-10T08:00:00Z"),
        change("2026-11-20T12:00:00Z", "soon", "2026-11-10T09:00:00Z", "destination_eta_at"),
        change(null, "2026-11-28T12:00:00Z", "2026-11-10T10:00:00Z", "destination_eta_at"),
      ],
      { pod_eta_at: "2026-11-20T12:00:00Z", pod_timezone: ZONE },
    );
    expect(kinds(steps)).toEqual([["first", 0, null]]);
    expect(etaSummary(steps)).toBe("Expected on the first ETA date; the ETA date did not change.");
  });

  it("contains the changes of the rail carrier's ETA alone at the rail ramp", () => {
    const steps = etaHistory(
      [
        change("2026-11-20T12:00:00Z", "2026-11-22T12:00:00Z", "2026-11-10T08:00:00Z", "ind_eta_at"),
        change("2026-11-20T12:00:00Z", "2026-11-25T12:00:00Z", "2026-11-11T08:00:00Z"),
      ],
      { place: "rail", eta: "2026-11-22T12:00:00Z", first: null, actual: null, zone: ZONE },
    );
    expect(kinds(steps)).toEqual([
      ["first", 0, null],
      ["reported", 2, 2],
    ]);
  });

  it("names the notification or the sync run that reported a step", () => {
    expect(stepSource({ event: "shipment.estimated.arrival" })).toBe("ETA changed");
    expect(stepSource({ event: null })).toBe("found by a sync run");
  });
});
