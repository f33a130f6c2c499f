import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/platform/text/locale";
import { formatTime } from "./time-format";
import { clockAsTyped, readTypedClock, readTypedRange } from "./typed-clock";

const digits = (value: number) => String(value).padStart(2, "0");
const clocks = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${digits(hour)}:${digits(minute)}`);

describe("readTypedClock", () => {
  it.each([
    ["2pm", "14:00"],
    ["2 PM", "14:00"],
    ["2:30p", "14:30"],
    ["230p", "14:30"],
    ["12am", "00:00"],
    ["12pm", "12:00"],
    ["noon", "12:00"],
    ["midnight", "00:00"],
    ["14", "14:00"],
    ["1400", "14:00"],
    ["02:00", "02:00"],
    ["0:15", "00:15"],
    ["9", "09:00"],
    ["7", "07:00"],
    ["12", "12:00"],
  ])("reads %s as %s in both locales", (typed, time) => {
    for (const locale of LOCALES) expect(readTypedClock(locale, typed)).toBe(time);
  });

  it.each(["1", "2", "6:59", "5:30"])("does not guess whether a US %s is in the morning", (typed) => {
    expect(readTypedClock("en-US", typed)).toBe("unclear");
    expect(readTypedClock("en-GB", typed)).toBe(`0${typed.includes(":") ? typed : `${typed}:00`}`);
  });

  it.each(["", "25", "24:00", "7:60", "13pm", "0am", "2 o'clock", "-2", "2xm"])("rejects %j", (typed) => {
    for (const locale of LOCALES) expect(readTypedClock(locale, typed)).toBeNull();
  });
});

describe("readTypedRange", () => {
  it.each([
    ["7am-5pm", "07:00", "17:00"],
    ["7 AM – 5 PM", "07:00", "17:00"],
    ["07:00-17:00", "07:00", "17:00"],
    ["7-5pm", "07:00", "17:00"],
    ["1-5pm", "13:00", "17:00"],
    ["11-12pm", "11:00", "12:00"],
    ["7am-5", "07:00", "17:00"],
    ["7a to 4:30p", "07:00", "16:30"],
    ["6pm-3", "18:00", "03:00"],
    ["6pm-3am", "18:00", "03:00"],
    ["noon to midnight", "12:00", "00:00"],
    ["7-11", "07:00", "11:00"],
    ["7-16", "07:00", "16:00"],
    ["07:00-05:00", "07:00", "05:00"],
    ["00:00-24:00", "00:00", "24:00"],
  ])("reads %s as %s to %s", (typed, from, to) => {
    expect(readTypedRange(typed)).toEqual({ from, to });
  });

  it.each(["", "7am", "7-5", "7:00-5:00", "12-12", "24:00-03:00", "7am-", "7am-5pm-9pm", "7am 5pm", "25-26"])(
    "rejects %j",
    (typed) => {
      expect(readTypedRange(typed)).toBeNull();
    },
  );

  it("reads every range again as it is shown and as it is written into a field", () => {
    fc.assert(
      fc.property(clocks, clocks, fc.constantFrom(...LOCALES), (from, to, locale) => {
        const shown = `${formatTime(locale, from)}–${formatTime(locale, to)}`;
        const typed = `${clockAsTyped(locale, from)}-${clockAsTyped(locale, to)}`;
        for (const text of [shown, typed, typed.toUpperCase()])
          expect(readTypedRange(text)).toEqual({ from, to });
      }),
    );
  });

  it("never throws and gives only clock times", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9apm: -]{0,14}$/).filter((text) => text.length > 0),
    );
    fc.assert(
      fc.property(texts, (typed) => {
        const range = readTypedRange(typed);
        if (range)
          expect(`${range.from} ${range.to}`).toMatch(/^([01]\d|2[0-3]):[0-5]\d ([01]\d|2[0-4]):[0-5]\d$/);
      }),
    );
  });
});
