import { describe, expect, it } from "vitest";
import { deadlines, inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { DEFAULT_DEADLINE_SETTINGS, daysLeft, deadline, isExpired } from "./deadline";

const NOV_20_LA = "2026-11-20T08:00:00Z";
const NOV_21_LA = "2026-11-21T08:00:00Z";
const NOV_22_CHI = "2026-11-22T06:00:00Z";
const OUT = "2026-11-19T20:00:00Z";

describe("the effective deadline", () => {
  it("is the earliest source that applies, and lists every source", () => {
    const result = deadline(testContainer(deadlines({ line: NOV_21_LA, terminal: NOV_20_LA })));
    expect(result).toEqual({
      state: "applies",
      governing: {
        on: "2026-11-20",
        zone: "America/Los_Angeles",
        source: "terminal",
        endsAt: "2026-11-21T08:00:00.000Z",
      },
      sources: [
        { source: "line", on: "2026-11-21", zone: "America/Los_Angeles", applies: true },
        { source: "terminal", on: "2026-11-20", zone: "America/Los_Angeles", applies: true },
      ],
      serviceNames: null,
    });
  });

  it("follows the service's priority if the account is set to it", () => {
    const container = testContainer(deadlines({ line: NOV_21_LA, terminal: NOV_20_LA }));
    const followed = deadline(container, { ...DEFAULT_DEADLINE_SETTINGS, follow: "service" });
    expect(followed.governing?.source).toBe("line");
  });

  it("names the source of the service's own day if it is another day", () => {
    const both = deadlines({ line: NOV_21_LA, terminal: NOV_20_LA });
    expect(deadline(testContainer({ ...both, pickup_lfd: NOV_21_LA })).serviceNames).toEqual({
      source: "line",
      on: "2026-11-21",
    });
    expect(deadline(testContainer({ ...both, pickup_lfd: "2026-11-25T08:00:00Z" })).serviceNames).toEqual({
      source: "not_reported",
      on: "2026-11-25",
    });
    expect(deadline(testContainer({ ...both, pickup_lfd: NOV_20_LA })).serviceNames).toBeNull();
    expect(deadline(testContainer({ ...both, pickup_lfd: "2026-11-21T07:59:00Z" })).serviceNames).toBeNull();
  });

  it("is the service's own day, with source not reported, only if all three are missing", () => {
    const result = deadline(testContainer({ pickup_lfd: NOV_20_LA }));
    expect(result.governing).toMatchObject({ on: "2026-11-20", source: "not_reported" });
    expect(deadline(testContainer({ ...deadlines({}), pickup_lfd: NOV_20_LA })).governing?.source).toBe(
      "not_reported",
    );
    const loaded = inlandContainer({
      ...deadlines({ terminal: NOV_20_LA }),
      pickup_lfd: NOV_20_LA,
      pod_rail_loaded_at: OUT,
    });
    expect(deadline(loaded)).toMatchObject({ state: "not_reported", governing: null });
  });

  it("treats a local midnight and a 23:59 as the same day", () => {
    expect(deadline(testContainer(deadlines({ terminal: "2026-11-21T07:59:00Z" }))).governing?.on).toBe(
      "2026-11-20",
    );
  });

  it("reads MSKU4807969's day as 24 October 2022 in New York", () => {
    const container = testContainer({
      pod_timezone: "America/New_York",
      pickup_lfd: "2022-10-24T04:00:00Z",
      pod_discharged_at: "2022-10-11T21:32:00Z",
    });
    const result = deadline(container);
    expect(result).toMatchObject({
      state: "applies",
      governing: { on: "2022-10-24", zone: "America/New_York", endsAt: "2022-10-25T04:00:00.000Z" },
    });
    expect(isExpired(result, new Date("2022-10-25T03:59:59.999Z"))).toBe(false);
    expect(isExpired(result, new Date("2022-10-25T04:00:00Z"))).toBe(true);
  });
});

describe("the sources that apply", () => {
  const all = deadlines({ line: NOV_21_LA, terminal: NOV_20_LA, rail: NOV_22_CHI });
  const applying = (container: ReturnType<typeof testContainer>) =>
    deadline(container)
      .sources.filter(({ applies }) => applies)
      .map(({ source }) => source);

  it("are line and terminal until gate out, and never rail, for a port move", () => {
    expect(applying(testContainer(all))).toEqual(["line", "terminal"]);
    expect(applying(testContainer({ ...all, pod_full_out_at: OUT }))).toEqual([]);
  });

  it("are line and terminal until rail loading, then rail until the inland gate out, for an inland move", () => {
    expect(applying(inlandContainer(all))).toEqual(["line", "terminal", "rail"]);
    expect(applying(inlandContainer({ ...all, pod_full_out_at: OUT }))).toEqual(["line", "terminal", "rail"]);
    expect(applying(inlandContainer({ ...all, pod_rail_loaded_at: OUT }))).toEqual(["rail"]);
    expect(applying(inlandContainer({ ...all, final_destination_full_out_at: OUT }))).toEqual([]);
  });

  it("include the rail day in the inland zone", () => {
    const result = deadline(inlandContainer({ ...all, pod_rail_loaded_at: OUT }));
    expect(result.governing).toEqual({
      on: "2026-11-22",
      zone: "America/Chicago",
      source: "rail",
      endsAt: "2026-11-23T06:00:00.000Z",
    });
  });

  it("include the deprecated rail day even if it is a date only", () => {
    const container = inlandContainer({ ind_facility_lfd_on: "2026-11-22", pod_rail_loaded_at: OUT });
    expect(deadline(container).governing).toMatchObject({ on: "2026-11-22", source: "rail" });
  });

  it("remain unchanged after pickup", () => {
    const port = deadline(testContainer({ ...all, pod_full_out_at: OUT }));
    expect(port).toMatchObject({ state: "picked_up", governing: { on: "2026-11-20" } });
    const inland = deadline(inlandContainer({ ...all, final_destination_full_out_at: OUT }));
    expect(inland).toMatchObject({ state: "picked_up", governing: { on: "2026-11-22", source: "rail" } });
    expect(deadline(testContainer({ pod_full_out_at: OUT }))).toMatchObject({
      state: "picked_up",
      governing: null,
    });
    expect(isExpired(port, new Date("2027-01-01T00:00:00Z"))).toBe(false);
  });
});

describe("a missing deadline", () => {
  it("distinguishes not discharged from not reported", () => {
    expect(deadline(testContainer()).state).toBe("not_reported");
    expect(deadline(testContainer({ pod_discharged_at: null })).state).toBe("not_discharged");
    expect(daysLeft(deadline(testContainer()), new Date())).toBeNull();
  });

  it("does not hide a day reported before discharge", () => {
    const container = testContainer({ pod_discharged_at: null, ...deadlines({ terminal: NOV_20_LA }) });
    expect(deadline(container)).toMatchObject({ state: "applies", governing: { on: "2026-11-20" } });
  });
});

describe("the unknown zone", () => {
  it.each([null, "Mars/Olympus"])("leaves the digits unshifted and is null: %j", (zone) => {
    const container = testContainer({
      pod_timezone: zone,
      ...deadlines({ terminal: "2026-11-20T00:00:00Z" }),
    });
    expect(deadline(container).governing).toEqual({
      on: "2026-11-20",
      zone: null,
      source: "terminal",
      endsAt: "2026-11-21T00:00:00.000Z",
    });
  });
});

describe("the end of the day", () => {
  it("is 23 or 25 hours after its start on a clock change", () => {
    const zone = { pod_timezone: "America/New_York" };
    const spring = deadline(testContainer({ ...zone, ...deadlines({ terminal: "2026-03-08T05:00:00Z" }) }));
    expect(spring.governing).toMatchObject({ on: "2026-03-08", endsAt: "2026-03-09T04:00:00.000Z" });
    const autumn = deadline(testContainer({ ...zone, ...deadlines({ terminal: "2026-11-01T04:00:00Z" }) }));
    expect(autumn.governing).toMatchObject({ on: "2026-11-01", endsAt: "2026-11-02T05:00:00.000Z" });
  });
});

describe("daysLeft", () => {
  it("follows the zone table with which the end of the day was computed, if it differs", () => {
    const reckoned = deadline(testContainer(deadlines({ terminal: "2026-11-22T08:00:00Z" })));
    const left = (endsAt: string, now: string) => {
      const governing = reckoned.governing && { ...reckoned.governing, endsAt };
      return daysLeft({ ...reckoned, governing }, new Date(now));
    };
    expect(left("2026-11-23T08:00:00Z", "2026-11-22T08:06:00Z")).toBe(0);
    expect(left("2026-11-23T09:00:00Z", "2026-11-22T08:06:00Z")).toBe(1);
    expect(left("2026-11-23T09:00:00Z", "2026-11-22T09:06:00Z")).toBe(0);
    expect(left("2026-11-23T07:00:00Z", "2026-11-22T07:06:00Z")).toBe(0);
    // A last gate time is not a midnight of another table.
    expect(left("2026-11-23T00:30:00Z", "2026-11-22T08:06:00Z")).toBe(0);
  });

  const leftAt = (zone: string, lfd: string, now: string) =>
    daysLeft(deadline(testContainer({ pod_timezone: zone, ...deadlines({ terminal: lfd }) })), new Date(now));

  it.each([
    ["America/Los_Angeles", NOV_20_LA, "2026-11-21T07:59:59Z", 0],
    ["America/Los_Angeles", NOV_20_LA, "2026-11-21T08:00:00Z", -1],
    ["America/Los_Angeles", NOV_20_LA, "2026-11-20T07:59:59Z", 1],
    ["Asia/Kathmandu", "2026-11-19T18:15:00Z", "2026-11-20T18:14:59Z", 0],
    ["Asia/Kathmandu", "2026-11-19T18:15:00Z", "2026-11-20T18:15:00Z", -1],
    ["Pacific/Honolulu", "2026-11-20T10:00:00Z", "2026-11-21T09:59:59Z", 0],
    ["America/New_York", "2028-03-01T05:00:00Z", "2028-02-28T12:00:00Z", 2],
    ["America/New_York", "2027-03-01T05:00:00Z", "2027-02-28T12:00:00Z", 1],
    ["America/New_York", "2022-10-24T04:00:00Z", "2022-10-26T12:00:00Z", -2],
  ])("in %s, %s, at %s is %i", (zone, lfd, now, left) => {
    expect(leftAt(zone, lfd, now)).toBe(left);
  });
});
