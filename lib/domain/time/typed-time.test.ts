import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "@/lib/platform/text/locale";
import { readWallTime, resolveWallTime } from "./local-time-input";
import { formatMoment } from "./time-format";
import { readTypedTime, TYPED_TIME_EXAMPLES } from "./typed-time";
import { localDate, localTime } from "./zoned-time";

const LA = "America/Los_Angeles";
/** Friday, November 20, 2026, 11:10 in Los Angeles. */
const NOW = new Date("2026-11-20T19:10:00Z");
const read = (text: string, locale: Locale = "en-US", now = NOW, zone: string | null = LA) =>
  readTypedTime(text, { now, zone, locale });

describe("a time that is typed", () => {
  it.each([
    ["fri 2pm", "2026-11-20T14:00"],
    ["Friday at 2 PM", "2026-11-20T14:00"],
    ["2pm fri", "2026-11-20T14:00"],
    ["fri 9am", "2026-11-27T09:00"],
    ["fri 11:10", "2026-11-27T11:10"],
    ["mon 8", "2026-11-23T08:00"],
    ["tomorrow 9", "2026-11-21T09:00"],
    ["tom 9:30a", "2026-11-21T09:30"],
    ["today 8am", "2026-11-20T08:00"],
    ["2pm", "2026-11-20T14:00"],
    ["9am", "2026-11-21T09:00"],
    ["+1d", "2026-11-21T11:10"],
    ["+1d 9am", "2026-11-21T09:00"],
    ["+2 days 14:00", "2026-11-22T14:00"],
    ["+1w", "2026-11-27T11:10"],
    ["+2h", "2026-11-20T13:10"],
    ["+1h 30m", "2026-11-20T12:40"],
    ["+90m", "2026-11-20T12:40"],
    ["nov 27 2pm", "2026-11-27T14:00"],
    ["27 nov, 14:00", "2026-11-27T14:00"],
    ["Nov 27, 2027, 2pm", "2027-11-27T14:00"],
    ["1/5 noon", "2027-01-05T12:00"],
    ["11/13 2pm", "2026-11-13T14:00"],
    ["11/27/26 2pm", "2026-11-27T14:00"],
    ["2026-11-27 14:00", "2026-11-27T14:00"],
    ["2026-11-27T14:00", "2026-11-27T14:00"],
    ["Fri, Nov 27, 2:00 PM", null],
  ])("as %s is %s", (text, typed) => {
    if (typed === null) expect(read(text)).toHaveProperty("problem");
    else expect(read(text)).toEqual({ typed });
  });

  it("has its month and day in the order of the locale", () => {
    expect(read("11/27 2p")).toEqual({ typed: "2026-11-27T14:00" });
    expect(read("27/11 14:00", "en-GB")).toEqual({ typed: "2026-11-27T14:00" });
    expect(read("3/4 14:00", "en-US")).toEqual({ typed: "2027-03-04T14:00" });
    expect(read("3/4 14:00", "en-GB")).toEqual({ typed: "2027-04-03T14:00" });
    expect(read("27/11 2p")).toHaveProperty("problem");
    expect(read("11/27 14:00", "en-GB")).toHaveProperty("problem");
  });

  it.each([
    ["fri", "Add a time of day, for example fri 2pm."],
    ["11/27", "Add a time of day, for example 11/27 2pm."],
    ["tomorrow 2", "Morning or afternoon? Enter 2am or 2pm."],
    ["fri 5:30", "Morning or afternoon? Enter 5:30am or 5:30pm."],
    ["2/30 9am", "Can’t read “2/30 9am”. Enter a time such as fri 2pm, tomorrow 9am, +1d or 11/27 2pm."],
    ["soon", "Can’t read “soon”. Enter a time such as fri 2pm, tomorrow 9am, +1d or 11/27 2pm."],
    [
      "next fri 2pm",
      "Can’t read “next fri 2pm”. Enter a time such as fri 2pm, tomorrow 9am, +1d or 11/27 2pm.",
    ],
    ["", "Can’t read “”. Enter a time such as fri 2pm, tomorrow 9am, +1d or 11/27 2pm."],
  ])("as %j gets a message", (text, problem) => {
    expect(read(text)).toEqual({ problem });
  });

  it("gets British examples in British English", () => {
    expect(read("soon", "en-GB")).toEqual({
      problem: "Can’t read “soon”. Enter a time such as fri 14:00, tomorrow 9:00, +1d or 27/11 14:00.",
    });
    expect(read("fri", "en-GB")).toEqual({ problem: "Add a time of day, for example fri 14:00." });
    expect(read("tomorrow 2", "en-GB")).toEqual({ typed: "2026-11-21T02:00" });
  });

  it("accepts its own examples", () => {
    for (const locale of LOCALES)
      for (const example of TYPED_TIME_EXAMPLES[locale].split(/, | or /))
        expect(read(example, locale), example).toHaveProperty("typed");
  });

  it("uses the day and the clock of the place", () => {
    const late = new Date("2026-11-21T06:30:00Z");
    expect(read("today 11pm", "en-US", late)).toEqual({ typed: "2026-11-20T23:00" });
    expect(read("tomorrow 9", "en-US", late, "America/New_York")).toEqual({ typed: "2026-11-22T09:00" });
    for (const zone of [null, "Mars/Olympus"])
      expect(read("tomorrow 9", "en-US", late, zone)).toEqual({ typed: "2026-11-22T09:00" });
  });

  it("may be skipped or repeated by a clock change, which is not guessed", () => {
    const march = new Date("2027-03-13T20:00:00Z");
    const skipped = read("tomorrow 2:30am", "en-US", march);
    expect(skipped).toEqual({ typed: "2027-03-14T02:30" });
    expect("typed" in skipped && resolveWallTime(skipped.typed, LA, null, "en-US")).toEqual({
      problem: "2:30 AM does not exist on Mar 14 there (clock change). The next valid time is 3:00 AM.",
    });
    const repeated = read("11/7/2027 1:30am");
    expect("typed" in repeated && readWallTime(repeated.typed, LA).state).toBe("twice");
    // Hours are elapsed time: 11 PM on the evening before plus four hours is 2 AM after the clock was set back.
    expect(read("+4h", "en-US", new Date("2026-11-01T06:00:00Z"))).toEqual({ typed: "2026-11-01T02:00" });
    // Days keep the clock time.
    expect(read("+1d", "en-US", new Date("2026-10-31T19:00:00Z"))).toEqual({ typed: "2026-11-01T12:00" });
  });
});

const INSTANTS = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
const ZONES = fc.constantFrom(LA, "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", null);

describe("any typed time", () => {
  it("gives a time or a message, and never throws", () => {
    const words = fc.constantFrom(
      "fri",
      "2pm",
      "+1d",
      "+2h",
      "11/27",
      "tomorrow",
      "9",
      "at",
      "noon",
      "-",
      "nov",
      "27",
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 5 }).map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(texts, INSTANTS, ZONES, fc.constantFrom(...LOCALES), (text, now, zone, locale) => {
        const result = readTypedTime(text, { now, zone, locale });
        if ("typed" in result) expect(readWallTime(result.typed, zone).state).not.toBe("unreadable");
        else expect(result.problem).not.toBe("");
      }),
    );
  });

  it("is read back from its local date and time", () => {
    fc.assert(
      fc.property(INSTANTS, INSTANTS, ZONES, fc.constantFrom(...LOCALES), (at, now, zone, locale) => {
        const typed = `${localDate(at, zone)} ${localTime(at, zone)}`;
        expect(readTypedTime(typed, { now, zone, locale })).toEqual({ typed: typed.replace(" ", "T") });
      }),
    );
  });

  it("with a weekday is at most a week ahead, on that weekday, and not before now", () => {
    const days = fc.constantFrom("sun", "mon", "tue", "wed", "thu", "fri", "sat");
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 23 }), INSTANTS, ZONES, (day, hour, now, zone) => {
        const result = readTypedTime(`${day} ${String(hour).padStart(2, "0")}:00`, {
          now,
          zone,
          locale: "en-US",
        });
        if (!("typed" in result)) throw new Error(result.problem);
        const present = `${localDate(now, zone)}T${localTime(now, zone)}`;
        expect(result.typed > present).toBe(true);
        expect(Date.parse(`${result.typed}Z`) - Date.parse(`${present}Z`)).toBeLessThanOrEqual(
          7 * 86_400_000,
        );
        const shown = formatMoment("en-US", { at: `${result.typed}:00Z`, zone: null });
        expect(shown.toLowerCase().startsWith(day)).toBe(true);
      }),
    );
  });
});
