import { describe, expect, it } from "vitest";
import { localInput, readSince } from "./changed-since";

const LA = "America/Los_Angeles";
const NOW = new Date("2026-11-20T20:00:00Z");

function read(
  since: string | null,
  at: string | null = null,
  change: { zone?: string | null; now?: Date } = {},
) {
  const { zone = LA, now = NOW } = change;
  const found = readSince({ since, at }, { now, zone, signedOutAt: null });
  return { ...found, since: found.since.toISOString() };
}

describe("the beginning of the list of changes", () => {
  it.each([
    [null, null, "2026-11-20T01:00:00.000Z"],
    ["yesterday", null, "2026-11-20T01:00:00.000Z"],
    ["today", null, "2026-11-20T14:00:00.000Z"],
    ["at", "2026-11-18T09:30", "2026-11-18T17:30:00.000Z"],
  ])("%s %s is a time in the user's zone", (since, at, begins) => {
    expect(read(since, at)).toMatchObject({ since: begins, problem: null });
  });

  it("is yesterday of the user's calendar, in UTC without a zone", () => {
    const now = new Date("2026-11-21T05:00:00Z");
    expect(read(null, null, { now }).since).toBe("2026-11-20T01:00:00.000Z");
    expect(read(null, null, { now, zone: null }).since).toBe("2026-11-20T17:00:00.000Z");
    expect(read(null, null, { now, zone: "Mars/Olympus_Mons" }).since).toBe("2026-11-20T17:00:00.000Z");
  });

  it("follows the clocks of the day before when they are set back", () => {
    const now = new Date("2026-11-01T20:00:00Z");
    expect(read(null, null, { now }).since).toBe("2026-11-01T00:00:00.000Z");
    expect(read("today", null, { now }).since).toBe("2026-11-01T14:00:00.000Z");
  });

  it("is the last sign-out, at most 14 days ago", () => {
    const at = (signedOutAt: string) =>
      readSince({ since: "sign-out", at: null }, { now: NOW, zone: LA, signedOutAt: new Date(signedOutAt) });
    expect(at("2026-11-19T02:00:00Z")).toEqual({
      id: "sign-out",
      since: new Date("2026-11-19T02:00:00Z"),
      problem: null,
    });
    expect(at("2026-10-01T02:00:00Z")).toEqual({
      id: "sign-out",
      since: new Date("2026-11-06T20:00:00Z"),
      problem: "Changes of the last 14 days are listed.",
    });
  });

  it.each([
    ["sign-out", null, /No sign-out is recorded/],
    ["tomorrow", null, /Unknown start/],
    ["at", null, /Enter a date and time/],
    ["at", "2026-02-31T09:00", /Enter a date and time/],
    ["at", "2026-11-18T24:00", /Enter a date and time/],
    ["at", "2026-11-18T09:75", /Enter a date and time/],
    ["at", "2026-11-18T09:00' or 1=1", /Enter a date and time/],
    ["at", "2026-11-20T12:01", /in the future/],
  ])("%s %s is replaced by yesterday, and says why", (since, at, problem) => {
    expect(read(since, at)).toEqual({
      id: "yesterday",
      since: "2026-11-20T01:00:00.000Z",
      problem: expect.stringMatching(problem),
    });
  });

  it("is shown in the field as it was entered", () => {
    expect(localInput(new Date("2026-11-18T17:30:00Z"), LA)).toBe("2026-11-18T09:30");
    expect(localInput(new Date("2026-11-18T17:30:00Z"), null)).toBe("2026-11-18T17:30");
  });
});
