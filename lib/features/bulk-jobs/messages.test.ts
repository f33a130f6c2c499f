import { describe, expect, it } from "vitest";
import {
  defaultAssignment,
  JOB_KIND_IDS,
  type JobPreview,
  type JobProgress,
  jobCounts,
  jobState,
  jobTitle,
  jobWarnings,
  refreshText,
  UNDOING,
} from "./messages";

const PREVIEW: JobPreview = {
  containers: 3,
  shipments: 2,
  without: 0,
  related: 0,
  carried: 0,
  several: 0,
  carriers: [],
  otherCarriers: 0,
  stopped: 0,
};
const JOB: JobProgress = {
  id: "j-1",
  kind: "refresh",
  title: "Refresh",
  by: "Ana",
  mine: true,
  createdAt: "2026-11-20T20:00:00Z",
  endedAt: null,
  cancelledAt: null,
  pausedUntil: null,
  pausedBecause: null,
  stoppedBecause: null,
  total: 400,
  done: 120,
  failed: 2,
  cancelled: 0,
  undoable: 0,
  undoneBy: null,
  undoes: null,
  retries: null,
  retriedBy: null,
};
const NOW = new Date("2026-11-20T20:00:10Z");

it("titles a job by its kind and input", () => {
  expect(jobTitle("assign_carrier", { partyName: "Harbor Dray" })).toBe("Assign Harbor Dray");
  expect(jobTitle("remove_carrier", {})).toBe("Remove dray carriers");
  expect(jobTitle("add_tags", { texts: ["hot", "rush"] })).toBe("Add tags “hot”, “rush”");
});

it("defines undo kinds in pairs", () => {
  for (const kind of JOB_KIND_IDS) {
    const undoing = UNDOING[kind];
    if (undoing) expect(UNDOING[undoing]).toBe(kind);
  }
});

describe("warnings before a job", () => {
  it("show other containers of the same shipments", () => {
    expect(jobWarnings("stop_tracking", { ...PREVIEW, related: 1, stopped: 1, without: 1 })).toEqual([
      "Applies to 2 shipments (3 containers selected).",
      "1 other container of the same shipments is not selected; this applies to it too.",
      "1 container has no shipment yet and will not change.",
      "These shipments get no updates until tracking is resumed. Their containers stay listed.",
      "Tracking of 1 of the shipments is already stopped.",
    ]);
  });

  it("show carriers that stay assigned", () => {
    const carriers = [{ name: "Harbor Dray", containers: 2 }];
    const preview = { ...PREVIEW, carried: 2, carriers, otherCarriers: 1 };
    expect(jobWarnings("assign_carrier", preview).join(" ")).toContain(
      "to 3 containers. Assigned now: Harbor Dray (2) and 1 other. 2 already have a dray carrier, which stays assigned too.",
    );
    expect(jobWarnings("replace_carrier", preview).join(" ")).toContain(
      "2 already have a dray carrier, which is removed once the new one is assigned.",
    );
  });

  it.each([
    ["without a dray carrier", 0, 0, "assign_carrier"],
    ["with one each", 2, 0, "replace_carrier"],
    ["of which one has several", 2, 1, "assign_carrier"],
  ])("assign or replace by default for containers %s", (_, carried, several, kind) => {
    expect(defaultAssignment({ carried, several })).toBe(kind);
  });

  it("show only the limit for too many rows", () => {
    expect(jobWarnings("refresh", { ...PREVIEW, containers: 10_001 })).toEqual([
      "10,001 containers selected. The limit is 10,000. Narrow the list first.",
    ]);
  });

  it("show the duration of rate-limited refreshes", () => {
    expect([refreshText(8), refreshText(10_000)]).toEqual([
      null,
      expect.stringContaining("this takes about 20h 50m"),
    ]);
    expect(jobWarnings("refresh", PREVIEW).at(-1)).toBe("This can’t be undone.");
  });
});

it.each([
  [{}, "runs"],
  [{ pausedUntil: "2026-11-20T20:00:40Z" }, "waits"],
  [{ pausedUntil: "2026-11-20T20:00:05Z" }, "runs"],
  [{ cancelledAt: "2026-11-20T20:00:05Z", pausedUntil: "2026-11-20T20:00:40Z" }, "runs"],
  [{ endedAt: "2026-11-20T20:00:05Z" }, "done with failures"],
  [{ endedAt: "2026-11-20T20:00:05Z", failed: 0 }, "done"],
  [{ endedAt: "2026-11-20T20:00:05Z", cancelledAt: "2026-11-20T20:00:04Z" }, "cancelled"],
])("shows a job with %j as %s", (change, state) => {
  expect(jobState({ ...JOB, ...change }, NOW)).toBe(state);
});

it("counts the rows by outcome", () => {
  expect(jobCounts(JOB)).toBe("120 of 400 done, 2 failed");
  expect(jobCounts({ ...JOB, endedAt: "2026-11-20T20:00:05Z", failed: 0, cancelled: 280 })).toBe(
    "120 done, 280 not started",
  );
});
