import { expect, it } from "vitest";
import { dialedNumber, isPhone } from "./dispatch-phone";

it.each([
  ["+1 (310) 555-0142", "+13105550142"],
  ["310.555.0142", "3105550142"],
  ["5550142", "5550142"],
])("dials %s as %s", (phone, dialed) => {
  expect(isPhone(phone)).toBe(true);
  expect(dialedNumber(phone)).toBe(dialed);
});

it.each([
  "",
  "555-01",
  "call me",
  "310 555 0142 ext. 7",
  "+1234567890123456",
  "javascript:1234567",
  "1+3105550142",
])("rejects %j", (text) => expect(isPhone(text)).toBe(false));
