import { describe, expect, it } from "vitest";
import { activityParams, activityWindow, readActivityQuery } from "./activity-address";

const read = (address: string) => readActivityQuery(new URLSearchParams(address));
const NONE = { who: "", act: "", record: null, from: null, to: null, before: null };

describe("activity query in the address", () => {
  it("is read from an address and written back", () => {
    const address =
      "who=ana%40example.com&act=party.renamed&record=container%3Ac-1&from=2026-11-01&to=2026-11-20&before=912";
    expect(read(address)).toEqual({
      who: "ana@example.com",
      act: "party.renamed",
      record: { type: "container", id: "c-1" },
      from: "2026-11-01",
      to: "2026-11-20",
      before: 912,
    });
    expect(activityParams(read(address)).toString()).toBe(address);
    expect(activityParams(read("")).toString()).toBe("");
  });

  it("reads an action from an address that was saved before the codes", () => {
    expect(read("act=renamed+a+party").act).toBe("party.renamed");
    expect(read("act=changed+a+person").act).toBe("user.changed");
    expect(read("act=something+else").act).toBe("something else");
  });

  it("accepts all records of a kind, and ids with colons", () => {
    expect(read("record=job").record).toEqual({ type: "job", id: null });
    expect(read("record=job%3A").record).toEqual({ type: "job", id: null });
    expect(read("record=line%3Aa%3Ab").record).toEqual({ type: "line", id: "a:b" });
  });

  it.each([
    "before=0",
    "before=-1",
    "before=1e9",
    "before=1;drop",
    "from=2026-02-30",
    "from=20.11.2026",
    "to=2026-13-01",
    "record=%27%20or%201",
    "record=:c-1",
    "who=%00",
    "nothing=1",
  ])("ignores a parameter that cannot be parsed: %s", (address) => {
    expect(read(address)).toEqual(NONE);
  });
});

describe("day range", () => {
  it("uses the days of the zone, including DST changes", () => {
    // Chicago sets its clocks back on 1 November 2026: that day has 25 hours.
    expect(activityWindow({ from: "2026-11-01", to: "2026-11-01" }, "America/Chicago")).toEqual({
      since: new Date("2026-11-01T05:00:00Z"),
      until: new Date("2026-11-02T06:00:00Z"),
    });
    expect(activityWindow({ from: "2026-03-08", to: "2026-03-08" }, "America/Chicago")).toEqual({
      since: new Date("2026-03-08T06:00:00Z"),
      until: new Date("2026-03-09T05:00:00Z"),
    });
  });

  it("uses UTC for an unknown zone, and leaves an absent bound open", () => {
    for (const zone of [null, "Nowhere/At_All"])
      expect(activityWindow({ from: "2026-11-20", to: null }, zone)).toEqual({
        since: new Date("2026-11-20T00:00:00Z"),
        until: null,
      });
  });
});
