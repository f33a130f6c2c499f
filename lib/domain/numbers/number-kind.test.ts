import { describe, expect, test } from "vitest";
import { guessNumber, wrongCheckDigit } from "./number-kind";

const SCACS = ["MAEU", "MSCU", "EGLV"];

describe("guessNumber", () => {
  test.each([
    ["MSKU4807969"],
    ["msku 480796-9"],
    // An owner code that is also a SCAC, with the right check digit.
    ["MSCU6639870"],
    // A slip in the check digit is still a container number.
    ["TCLU4807960"],
  ])("%s is a container, and names no line", (text) => {
    expect(guessNumber(text, SCACS)).toEqual({ type: "container", scac: null });
  });

  test.each([
    ["MAEU123456789", "MAEU"],
    ["EGLV149602386411", "EGLV"],
    // Eleven characters behind a SCAC, but no check digit of a container.
    ["MAEU2187651", "MAEU"],
  ])("%s is a bill of lading of %s", (text, scac) => {
    expect(guessNumber(text, SCACS)).toEqual({ type: "bill_of_lading", scac });
  });

  test("a bill of lading that begins with no known SCAC names no line", () => {
    expect(guessNumber("ZZZZ123456789", SCACS)).toEqual({ type: "bill_of_lading", scac: null });
  });

  test.each(["", "M", "MSKU", "MSKU480", "ABCDEFGHIJ"])("%j could be anything", (text) => {
    expect(guessNumber(text, SCACS)).toBeNull();
  });
});

describe("wrongCheckDigit", () => {
  test("says which digit it should be", () => {
    expect(wrongCheckDigit("MSKU 480796 8")).toEqual({ expected: 9 });
  });

  test.each(["MSKU4807969", "MSKU480796", "MAEU123456789", "12345678901", ""])("%j is left alone", (text) => {
    expect(wrongCheckDigit(text)).toBeNull();
  });
});
