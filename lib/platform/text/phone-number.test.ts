import { expect, it } from "vitest";
import { hasExtension, isPhoneNumber, smsHref, telHref } from "./phone-number";

it.each([
  ["+1 (310) 555-0142", "tel:+13105550142"],
  ["310.555.0142", "tel:3105550142"],
  ["5550142", "tel:5550142"],
  ["310.555.0100 ext. 12", "tel:3105550100;ext=12"],
  ["310 555 0100 x7", "tel:3105550100;ext=7"],
])("calls %s as %s, and writes to it without the extension", (phone, href) => {
  expect(isPhoneNumber(phone)).toBe(true);
  expect(telHref(phone)).toBe(href);
  expect(hasExtension(phone)).toBe(href.includes(";ext="));
  expect(smsHref(phone)).toBe(href.replace("tel:", "sms:").replace(/;.*/, ""));
});

it.each([
  "",
  "12",
  "555-01",
  "call me",
  "+1234567890123456",
  "+1 310 555 0100 0100 0100 0100",
  "javascript:1234567",
  "1+3105550142",
  "++13105550100",
])("%j is no phone number", (text) => expect(isPhoneNumber(text)).toBe(false));
