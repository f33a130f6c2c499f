import { expect, it } from "vitest";
import { followUpGroup } from "./rules";

const NOW = new Date("2026-11-20T18:00:00Z");

it.each([
  ["2026-11-20T18:00:00Z", "America/Los_Angeles", "due"],
  ["2026-11-19T09:00:00Z", null, "due"],
  ["2026-11-20T18:00:01Z", "America/Los_Angeles", "today"],
  // 23:30 on the same day in Los Angeles, the next day in New York.
  ["2026-11-21T07:30:00Z", "America/Los_Angeles", "today"],
  ["2026-11-21T07:30:00Z", "America/New_York", "later"],
  ["2026-11-21T07:30:00Z", null, "later"],
  [null, "America/Los_Angeles", "unset"],
])("puts a next check at %s in %s in the group %s", (nextCheckAt, zone, group) => {
  expect(followUpGroup({ nextCheckAt, zone }, NOW)).toBe(group);
});

it("takes today from the calendar of the hold's place", () => {
  // In Los Angeles it is still 18:00 on 20 November.
  const now = new Date("2026-11-21T02:00:00Z");
  const nextCheckAt = "2026-11-21T07:30:00Z";
  expect(followUpGroup({ nextCheckAt, zone: "America/Los_Angeles" }, now)).toBe("today");
});
