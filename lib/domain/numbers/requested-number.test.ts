import { expect, test } from "vitest";
import { normalizeNumber } from "@/lib/contract/container-number";
import { requestedNumber } from "./requested-number";

test.each([
  ["263412345.0", "263412345"],
  [" 263412345.00 ", "263412345"],
  ["263412345,0", "263412345"],
  ['="263412345"', "263412345"],
  ["'263412345.0", "263412345"],
  ["EGLV-1234 5678", "EGLV-1234 5678"],
  ["2634.12345", "2634.12345"],
  ["263.000", "263.000"],
])("%j is sent as %s, and the number that is sent is the one that is compared", (typed, sent) => {
  expect(requestedNumber(typed, "bill_of_lading")).toEqual({ sent, key: normalizeNumber(sent) });
  expect(normalizeNumber(typed.replaceAll(/[="']/g, ""))).toBe(normalizeNumber(sent));
});

test("a container is sent without spaces and dashes", () => {
  expect(requestedNumber("msku 480796-9", "container")).toEqual({ sent: "MSKU4807969", key: "MSKU4807969" });
});

test.each([
  ["MSCU3200003", "container", "Check digit is wrong: expected 9."],
  ["MSCU320000", "container", "Check digit is missing: expected 9."],
  [
    "MAEU221876618",
    "container",
    "“MAEU221876618” is not a container number (four letters and seven digits).",
  ],
  [
    "6.12E+09",
    "bill_of_lading",
    "The spreadsheet shortened the number to “6.12E+09”. Format the column as text and save again.",
  ],
  ["#N/A", "booking_number", "Spreadsheet error “#N/A” instead of a number."],
  ["!!", "bill_of_lading", "“!!” is not a BOL or booking number (4 to 35 letters and digits)."],
  [" ", "container", "Enter a number."],
  ["9".repeat(101), "bill_of_lading", "The number is longer than 100 characters."],
] as const)("%s is refused as %s: %s", (typed, type, problem) => {
  expect(requestedNumber(typed, type)).toEqual({ problem });
});

test("a bill of lading that looks like a container is accepted as one", () => {
  expect(requestedNumber("MSCU3200003", "bill_of_lading")).toEqual({
    sent: "MSCU3200003",
    key: "MSCU3200003",
  });
});
