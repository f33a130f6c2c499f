import { describe, expect, it } from "vitest";
import { clockOffMs, notificationAsOf, readBetween } from "./service-clock";

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const header = (time: string) => at(time).toUTCString();

describe("a notification's facts", () => {
  it.each([
    ["late on its way", "11:00:00"],
    ["from a clock ten minutes behind", "11:50:00"],
    ["immediately", "12:00:00"],
  ])("are dated by its created_at: %s", (_, created) => {
    expect(notificationAsOf(at(created), at("12:00:00"))).toEqual(at(created));
  });

  it.each(["2026-11-20T12:10:00Z", "2999-01-01T00:00:00Z"])(
    "are dated by their receive time when the service's clock is ahead: %s",
    (created) => {
      expect(notificationAsOf(new Date(created), at("12:00:00"))).toEqual(at("12:00:00"));
    },
  );
});

describe("a fetch's facts", () => {
  it.each([
    ["the clocks agree", "12:00:00.200", "12:00:00.900", header("12:00:00")],
    ["the answer took long", "12:00:00", "12:00:30", header("12:00:29")],
    ["the header is a second old", "12:00:01.100", "12:00:01.150", header("12:00:00")],
    ["the service's clock is ten minutes ahead", "12:00:00", "12:00:01", header("12:10:00")],
    ["the answer is not dated", "12:00:00", "12:00:01", null],
    ["the answer's date cannot be read", "12:00:00", "12:00:01", "yesterday"],
  ])("are dated by the send time: %s", (_, sent, answered, date) => {
    expect(readBetween(at(sent), at(answered), date)).toEqual({ sentAt: at(sent), readUntil: at(answered) });
  });

  it("are dated by the service's clock when that is behind", () => {
    const read = readBetween(at("12:00:00"), at("12:00:00.500"), header("11:50:01"));
    expect(read).toEqual({ sentAt: at("11:50:00.500"), readUntil: at("11:50:03") });
  });

  it("are never dated after a change the service made while it responded", () => {
    const { sentAt } = readBetween(at("12:00:00"), at("12:00:05"), header("11:50:05"));
    expect(sentAt.getTime()).toBeLessThan(at("11:50:00.600").getTime());
  });
});

describe("the clock offset", () => {
  it.each([
    ["12:00:00.200", "12:00:00.900", header("12:00:00"), 0],
    ["12:00:00", "12:00:30", header("12:00:29"), 0],
    ["12:00:01.100", "12:00:01.150", header("12:00:00"), 0],
    ["12:00:00", "12:00:01", header("12:10:01"), 600_000],
    ["12:00:00", "12:00:01", header("11:50:00"), -600_000],
    ["12:00:00", "12:00:01", null, null],
    ["12:00:00", "12:00:01", "yesterday", null],
  ])("is computed for a request at %s, answered at %s, dated %s", (sent, answered, date, ms) => {
    expect(clockOffMs(at(sent), at(answered), date)).toBe(ms);
  });
});

describe("facts of a service with a clock offset", () => {
  const MINUTES = 60_000;
  const shifted = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

  it.each([10, -10, 0, 90, -90])("of %d minutes apply in their real order", (minutes) => {
    const off = minutes * MINUTES;
    const notified = (time: string) => notificationAsOf(shifted(at(time), off), shifted(at(time), 50));
    const fetched = (time: string) => {
      const answeredAt = shifted(at(time), 40);
      return readBetween(at(time), answeredAt, shifted(answeredAt, off).toUTCString()).sentAt;
    };
    const facts = [notified("12:00:00"), fetched("12:00:03"), notified("12:00:06"), fetched("12:00:09")];
    expect([...facts].sort((a, b) => a.getTime() - b.getTime())).toEqual(facts);
  });

  it.each([10, -10])(
    "of %d minutes are replaced by the first fetch after the clock is corrected",
    (minutes) => {
      const off = minutes * MINUTES;
      const wrong = notificationAsOf(shifted(at("12:00:00"), off), at("12:00:00"));
      const right = readBetween(at("12:00:01"), at("12:00:02"), header("12:00:02")).sentAt;
      expect(right.getTime()).toBeGreaterThan(wrong.getTime());
    },
  );
});
