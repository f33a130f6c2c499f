import { describe, expect, it } from "vitest";
import { inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import type { ContainerHistory, PastChange } from "./field-history";
import { holdSpans } from "./hold-history";

const customs = { name: "customs", status: "hold" };
const freight = { name: "freight", status: "pending" };

const change = (asOf: string, before: unknown, field = "holds_at_pod_terminal"): PastChange => ({
  ...{ of: "container", field, asOf, before },
});
const past = (...changes: PastChange[]): ContainerHistory => ({ firstAt: "2026-11-01T12:00:00Z", changes });
const text = (...args: Parameters<typeof holdSpans>) =>
  holdSpans(...args).map(
    ({ place, name, status, from, reportedPlace, to }) =>
      `${place} ${name} ${status} ${from.slice(5, 10)}${reportedPlace ? "" : "?"}..${to?.slice(5, 10) ?? ""}`,
  );

describe("holdSpans", () => {
  it("is empty when no hold was ever reported", () => {
    expect(text(testContainer(), past())).toEqual([]);
  });

  it("marks a hold that existed at the start as possibly older", () => {
    expect(text(testContainer({ holds_at_pod_terminal: [customs] }), past())).toEqual([
      "port customs hold 11-01?..",
    ]);
  });

  it("returns a hold that was released and placed again as two spans", () => {
    const reported = past(
      change("2026-11-18T12:00:00Z", []),
      change("2026-11-15T12:00:00Z", [customs]),
      change("2026-11-12T12:00:00Z", null),
    );
    expect(text(testContainer({ holds_at_pod_terminal: [customs] }), reported)).toEqual([
      "port customs hold 11-12..11-15",
      "port customs hold 11-18..",
    ]);
  });

  it("continues a span when the status, the case or the description changes", () => {
    const reported = past(
      change("2026-11-18T12:00:00Z", [{ name: "Customs ", status: "pending", description: "soon" }]),
      change("2026-11-12T12:00:00Z", null),
    );
    expect(text(testContainer({ holds_at_pod_terminal: [customs] }), reported)).toEqual([
      "port Customs hold 11-12..",
    ]);
  });

  it("keeps the blocking hold when a name is listed twice", () => {
    const twice = [{ ...customs, status: "pending" }, customs];
    expect(text(testContainer({ holds_at_pod_terminal: twice }), past())).toEqual([
      "port customs hold 11-01?..",
    ]);
  });

  it("ends port holds with the pickup at the port", () => {
    const out = { holds_at_pod_terminal: [customs, freight], pod_full_out_at: "2026-11-20T12:00:00Z" };
    expect(text(testContainer(out), past(change("2026-11-18T12:00:00Z", [freight])))).toEqual([
      "port freight pending 11-01?..11-20",
      "port customs hold 11-18..11-20",
    ]);
  });

  it("continues a port hold past the port until its list lacks it", () => {
    const onRail = { pod_rail_loaded_at: "2026-11-19T12:00:00Z" };
    const at = (holds: (typeof customs)[], rest = {}) =>
      inlandContainer({ ...onRail, ...rest, holds_at_pod_terminal: holds });
    expect(text(at([customs]), past())).toEqual(["port customs hold 11-01?.."]);
    const released = past(change("2026-11-21T12:00:00Z", [customs]));
    expect(text(at([]), released)).toEqual(["port customs hold 11-01?..11-21"]);
    const pulled = { final_destination_full_out_at: "2026-11-24T12:00:00Z" };
    expect(text(at([customs], pulled), past())).toEqual(["port customs hold 11-01?..11-24"]);
  });

  it("counts a hold of the ramp in the terminal's list, and one in both lists once", () => {
    const atRamp = {
      pod_rail_loaded_at: "2026-11-15T12:00:00Z",
      ind_ata_at: "2026-11-19T12:00:00Z",
      terminal_checked_at: "2026-11-22T12:00:00Z",
      holds_at_pod_terminal: [customs],
    };
    const reported = past(change("2026-11-20T12:00:00Z", []));
    expect(text(inlandContainer(atRamp), reported)).toEqual(["inland customs hold 11-20.."]);
    expect(holdSpans(inlandContainer(atRamp), reported)[0]?.zone).toBe("America/Chicago");
    const both = inlandContainer({ ...atRamp, ind_facility_holds: [customs] });
    expect(text(both, reported)).toEqual(["inland customs hold 11-20.."]);
  });

  it("counts holds of the inland facility", () => {
    const container = inlandContainer({
      ind_facility_holds: [customs],
      pod_rail_loaded_at: "2026-11-15T12:00:00Z",
    });
    const reported = past(change("2026-11-20T12:00:00Z", null, "ind_facility_holds"));
    expect(text(container, reported)).toEqual(["inland customs hold 11-20.."]);
    expect(holdSpans(container, reported)[0]?.zone).toBe("America/Chicago");
  });

  it.each([["customs"], [{ name: "customs" }], [[{ status: "hold" }]], [7]])(
    "reads %j as no holds",
    (before) => {
      const reported = past(change("2026-11-18T12:00:00Z", before));
      expect(text(testContainer({ holds_at_pod_terminal: [customs] }), reported)).toEqual([
        "port customs hold 11-18..",
      ]);
    },
  );

  it("never ends a hold before its start", () => {
    const container = testContainer({
      holds_at_pod_terminal: [customs],
      pod_full_out_at: "2026-11-10T12:00:00Z",
    });
    expect(text(container, past(change("2026-11-18T12:00:00Z", null)))).toEqual([
      "port customs hold 11-18..11-18",
    ]);
  });
});
