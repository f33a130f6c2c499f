import { describe, expect, it } from "vitest";
import {
  containerCheckDigit,
  formatContainerNumber,
  isValidContainerNumber,
  normalizeNumber,
} from "./container-number";

describe("normalizeNumber", () => {
  it.each([
    ["msku 480796-9", "MSKU4807969"],
    ["MSKU.480796.9", "MSKU4807969"],
    ["  tclu\t671815\u20132 ", "TCLU6718152"],
    ["\u00a0MSKU\u200b4807969", "MSKU4807969"],
    ["po-20 884", "PO20884"],
    ["", ""],
  ])("normalizes %j to %s", (text, number) => {
    expect(normalizeNumber(text)).toBe(number);
  });
});

describe("containerCheckDigit", () => {
  it.each([
    ["MSKU480796", 9],
    ["CSQU305438", 3],
  ])("is correct: %s → %i", (first10, digit) => {
    expect(containerCheckDigit(first10)).toBe(digit);
  });

  it("is 0 for a remainder of ten", () => {
    // 10 · 1 + 10 · 2 + 10 · 4 + 32 · 8 + 6 · 512 = 3398 = 11 · 308 + 10
    expect(containerCheckDigit("AAAU000006")).toBe(0);
  });

  it.each(["", "MSKU48079", "MSKU4807969", "MSK4480796", "msku480796", "MSKUABCDEF"])(
    "is null for %j",
    (text) => {
      expect(containerCheckDigit(text)).toBeNull();
    },
  );
});

describe("isValidContainerNumber", () => {
  it.each(["MSKU4807969", "msku 480796 9", "CSQU-305438-3"])("accepts %s", (text) => {
    expect(isValidContainerNumber(text)).toBe(true);
  });
  it.each(["MSKU4807968", "SMKU4807969", "MSKU480796", "MSKU48079699", "", "BILL1234", "MSKU480796O"])(
    "rejects %j",
    (text) => {
      expect(isValidContainerNumber(text)).toBe(false);
    },
  );
});

describe("formatContainerNumber", () => {
  it.each([
    ["msku4807969", "MSKU 480796 9"],
    ["MSKU 480796 9", "MSKU 480796 9"],
    ["MSKU4807960", "MSKU 480796 0"],
    ["MEDUAB123456", "MEDUAB123456"],
    ["short", "short"],
  ])("formats %s as %s", (text, shown) => {
    expect(formatContainerNumber(text)).toBe(shown);
  });
});
