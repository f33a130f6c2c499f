import { describe, expect, it } from "vitest";
import { displayZone, readChoices } from "@/lib/features/preferences/rules";
import { displayMoment, momentWithZone, otherClock } from "./display-zone";

const TOKYO = "Asia/Tokyo";
const houston = (at: string) => ({ at, zone: "America/Chicago", local: "2026-11-20T23:30" });
const LATE = houston("2026-11-21T05:30:00Z");

describe("the displayed moment", () => {
  it("is in the place's zone by default, as formatted by the server", () => {
    expect(displayMoment(LATE, null)).toBe(LATE);
    expect(momentWithZone("en-US", displayMoment(LATE, null))).toBe("Fri, Nov 20, 11:30 PM CST");
  });

  it("falls on another day in a distant zone", () => {
    expect(momentWithZone("en-US", displayMoment(LATE, TOKYO))).toBe("Sat, Nov 21, 2:30 PM GMT+9");
    expect(momentWithZone("en-US", displayMoment(LATE, "Pacific/Pago_Pago"))).toBe(
      "Fri, Nov 20, 6:30 PM GMT-11",
    );
  });

  it.each([
    ["2026-03-29T00:30:00Z", "Sun, Mar 29, 1:30 AM CET"],
    ["2026-03-29T01:30:00Z", "Sun, Mar 29, 3:30 AM CEST"],
    ["2026-10-25T00:30:00Z", "Sun, Oct 25, 2:30 AM CEST"],
    ["2026-10-25T01:30:00Z", "Sun, Oct 25, 2:30 AM CET"],
  ])("shows the zone abbreviation of its date around clock changes: %s", (at, text) => {
    expect(momentWithZone("en-US", displayMoment(houston(at), "Europe/Berlin"))).toBe(text);
  });

  it.each([[null], ["Mars/Olympus_Mons"], [""]])("stays as stored if the place's zone is %j", (zone) => {
    const moment = { at: "2026-11-20T14:00:00Z", zone };
    expect(displayMoment(moment, TOKYO)).toBe(moment);
    expect(momentWithZone("en-US", displayMoment(moment, TOKYO))).toBe("Fri, Nov 20, 2:00 PM zone unknown");
    expect(otherClock("en-US", moment, TOKYO, TOKYO)).toBe("Time zone unknown");
  });

  it("is in the place's zone if the selected zone is unknown", () => {
    expect(displayMoment(LATE, "Mars/Olympus_Mons")).toBe(LATE);
    expect(displayZone({ zones: "mine", zone: "Mars/Olympus_Mons" })).toBeNull();
    expect(displayZone({ zones: "mine", zone: null })).toBeNull();
    expect(displayZone({ zones: "place", zone: TOKYO })).toBeNull();
    expect(displayZone({ zones: "mine", zone: TOKYO })).toBe(TOKYO);
  });

  it("shows the other zone's time in its tooltip", () => {
    expect(otherClock("en-US", LATE, null, TOKYO)).toBe("Sat, Nov 21, 2:30 PM GMT+9 your time");
    expect(otherClock("en-US", LATE, TOKYO, TOKYO)).toBe("Fri, Nov 20, 11:30 PM CST local time");
  });
});

describe("settings sent by another window", () => {
  it.each([
    [null, {}],
    ["dark", {}],
    [{ theme: "sepia", zone: 7, density: {}, zones: "" }, {}],
    [{ theme: "dark", zone: "Mars/Olympus_Mons", userId: "x" }, { theme: "dark" }],
    [
      { zones: "mine", zone: TOKYO },
      { zones: "mine", zone: TOKYO },
    ],
  ])("are parsed from %j to %j", (input, choices) => {
    expect(readChoices(input)).toEqual(choices);
  });
});
