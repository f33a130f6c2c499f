import { describe, expect, test } from "vitest";
import { guessNumber, wrongCheckDigit } from "./number-kind";

const SCACS = ["MAEU", "MSCU", "EGLV"];

describe("guessNumber", () => {
  test.each([
    ["MSKU4807969"],
    ["msku 480796-9"],
    // An owner code that is also a SCAC, with the right check digit.
    ["MSCU6639870"],
    // A number with a wrong check digit is still a container number.
    ["TCLU4807960"],
  ])("treats %s as a container without a line", (text) => {
    expect(guessNumber(text, SCACS)).toEqual({ type: "container", scac: null });
  });

  test.each([
    ["MAEU123456789", "MAEU"],
    ["EGLV149602386411", "EGLV"],
    // Eleven characters starting with a SCAC, but without the check digit of a container.
    ["MAEU2187651", "MAEU"],
  ])("treats %s as a bill of lading of %s", (text, scac) => {
    expect(guessNumber(text, SCACS)).toEqual({ type: "bill_of_lading", scac });
  });

  test("returns no line for a bill of lading without a known SCAC", () => {
    expect(guessNumber("ZZZZ123456789", SCACS)).toEqual({ type: "bill_of_lading", scac: null });
  });

  test.each(["", "M", "MSKU", "MSKU480", "ABCDEFGHIJ"])("returns null for the ambiguous text %j", (text) => {
    expect(guessNumber(text, SCACS)).toBeNull();
  });
});

describe("wrongCheckDigit", () => {
  test("returns the expected digit", () => {
    expect(wrongCheckDigit("MSKU 480796 8")).toEqual({ expected: 9 });
  });

  test.each(["MSKU4807969", "MSKU480796", "MAEU123456789", "12345678901", ""])("accepts %j", (text) => {
    expect(wrongCheckDigit(text)).toBeNull();
  });
});
