import { describe, expect, it } from "vitest";
import { deadlineMoved, holdSince, reportedChanges } from "./change-history";
import type { ContainerChange } from "./page-data";

const NOW = new Date("2026-11-20T12:00:00Z");

function change(id: number, field: string, before: unknown, after: unknown, asOf: string): ContainerChange {
  return {
    id,
    field,
    before,
    after,
    zone: "America/Chicago",
    asOf,
    notificationId: "n",
    event: "container.updated",
    receivedAt: null,
  };
}

const reportedPlace = change(
  1,
  "holds_at_pod_terminal",
  [],
  [{ name: "freight", status: "hold" }],
  "2026-11-18T09:00:00Z",
);
const lifted = change(
  2,
  "holds_at_pod_terminal",
  [{ name: "freight", status: "hold" }],
  [],
  "2026-11-19T09:00:00Z",
);
const again = change(
  3,
  "holds_at_pod_terminal",
  [],
  [{ name: "freight", status: "hold" }],
  "2026-11-20T09:00:00Z",
);

describe("holdSince", () => {
  it("returns the last time at which the hold was placed", () => {
    const changes = reportedChanges([again, lifted, reportedPlace], NOW, "en-US");
    expect(holdSince({ name: "freight", status: "hold" }, changes)).toBe("2026-11-20T09:00:00Z");
  });

  it("returns null for a hold present from the start and for another hold", () => {
    expect(holdSince({ name: "freight", status: "hold" }, [])).toBeNull();
    expect(
      holdSince({ name: "customs", status: "hold" }, reportedChanges([reportedPlace], NOW, "en-US")),
    ).toBeNull();
  });
});

describe("deadlineMoved", () => {
  const moved = change(
    4,
    "import_deadlines",
    { pickup_lfd_line: "2026-11-21T06:00:00Z" },
    { pickup_lfd_line: "2026-11-20T06:00:00Z" },
    "2026-11-17T09:00:00Z",
  );

  it("returns the previous day by source", () => {
    const changes = reportedChanges([moved], NOW, "en-US");
    expect(deadlineMoved("line", changes)).toEqual({ asOf: "2026-11-17T09:00:00Z", was: "Sat, Nov 21" });
    expect(deadlineMoved("terminal", changes)).toBeNull();
  });

  it("does not treat the first report as a move", () => {
    const first = change(
      5,
      "import_deadlines",
      null,
      { pickup_lfd_line: "2026-11-21T06:00:00Z" },
      "2026-11-16T09:00:00Z",
    );
    expect(deadlineMoved("line", reportedChanges([first], NOW, "en-US"))).toBeNull();
  });
});
