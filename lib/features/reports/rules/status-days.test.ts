import { describe, expect, it } from "vitest";
import { inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import type { ContainerHistory, PastChange } from "./field-history";
import { statusDays } from "./status-days";

const change = (field: string, asOf: string, before: unknown = null): PastChange => ({
  ...{ of: "container", field, asOf, before },
});
const past = (firstAt: string, ...changes: PastChange[]): ContainerHistory => ({ firstAt, changes });
const text = (...args: Parameters<typeof statusDays>) =>
  statusDays(...args).map(({ status, from, to }) => `${status} ${from}..${to ?? ""}`);

const NEW_YORK = { pod_timezone: "America/New_York" };

describe("statusDays", () => {
  it("returns one range from the first day for a container that never changed", () => {
    const container = testContainer({ current_status: "on_ship", pod_discharged_at: null });
    expect(text(container, past("2026-10-01T12:00:00Z"))).toEqual(["on_ship 2026-10-01.."]);
  });

  it("counts days from local midnight, not UTC midnight", () => {
    const container = testContainer({ ...NEW_YORK, current_status: "picked_up" });
    const at = (instant: string) =>
      past("2026-11-01T12:00:00Z", change("current_status", instant, "available"));
    expect(text(container, at("2026-11-20T04:59:59Z"))[1]).toBe("picked_up 2026-11-19..");
    expect(text(container, at("2026-11-20T05:00:00Z"))[1]).toBe("picked_up 2026-11-20..");
  });

  it("counts the correct day on days with a clock change", () => {
    const container = testContainer({ ...NEW_YORK, current_status: "picked_up" });
    const at = (instant: string) =>
      past("2026-01-01T12:00:00Z", change("current_status", instant, "available"));
    expect(text(container, at("2026-03-09T03:59:00Z"))[1]).toBe("picked_up 2026-03-08..");
    expect(text(container, at("2026-03-09T04:00:00Z"))[1]).toBe("picked_up 2026-03-09..");
    expect(text(container, at("2026-11-02T04:59:00Z"))[1]).toBe("picked_up 2026-11-01..");
  });

  it.each([[null], ["Mars/Olympus"]])("counts in UTC when the zone is %j", (zone) => {
    const container = testContainer(
      { pod_timezone: zone, current_status: "picked_up" },
      { pod_timezone: null },
    );
    const reported = past(
      "2026-11-01T00:30:00Z",
      change("current_status", "2026-11-20T23:59:00Z", "available"),
    );
    expect(text(container, reported)).toEqual(["available 2026-11-01..2026-11-20", "picked_up 2026-11-20.."]);
  });

  it("uses the last status of a day and omits changes undone within a day", () => {
    const container = testContainer({ ...NEW_YORK, current_status: "available" });
    const reported = past(
      "2026-11-18T12:00:00Z",
      change("current_status", "2026-11-20T20:00:00Z", "not_available"),
      change("current_status", "2026-11-20T15:00:00Z", "available"),
      change("current_status", "2026-11-19T15:00:00Z", "grounded"),
    );
    expect(text(container, reported)).toEqual(["grounded 2026-11-18..2026-11-19", "available 2026-11-19.."]);
  });

  it("derives a past status from the data known at that time", () => {
    const container = testContainer({ ...NEW_YORK, pod_full_out_at: "2026-11-17T15:00:00Z" });
    const reported = past(
      "2026-11-10T12:00:00Z",
      // Reported two days after it happened. Drayboard did not know it until then.
      change("pod_full_out_at", "2026-11-19T15:00:00Z"),
      change("pod_discharged_at", "2026-11-14T18:00:00Z"),
    );
    expect(text(container, reported)).toEqual([
      "new 2026-11-10..2026-11-14",
      "grounded 2026-11-14..2026-11-19",
      "picked_up 2026-11-19..",
    ]);
  });

  it("uses the history of the shipment as well", () => {
    const container = inlandContainer({ pod_full_out_at: "2026-11-15T18:00:00Z" });
    const reported = past("2026-11-10T12:00:00Z", {
      ...{ of: "shipment", field: "destination_locode", asOf: "2026-11-16T18:00:00Z", before: null },
    });
    expect(text(container, reported)).toEqual(["picked_up 2026-11-10..2026-11-16", "on_rail 2026-11-16.."]);
  });

  it("starts at the earliest change when it is older than the first report", () => {
    const container = testContainer({ ...NEW_YORK, current_status: "available" });
    const reported = past(
      "2026-11-20T12:00:00Z",
      change("current_status", "2026-11-18T12:00:00Z", "grounded"),
    );
    expect(text(container, reported)).toEqual(["available 2026-11-18.."]);
  });

  it.each([[7], [["available"]], [{ a: 1 }]])("treats a past status of %j as none", (before) => {
    const container = testContainer({ ...NEW_YORK, current_status: "available", pod_discharged_at: null });
    const reported = past("2026-11-10T12:00:00Z", change("current_status", "2026-11-18T12:00:00Z", before));
    expect(text(container, reported)).toEqual(["new 2026-11-10..2026-11-18", "available 2026-11-18.."]);
  });
});
