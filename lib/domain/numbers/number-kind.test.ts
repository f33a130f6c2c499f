import { describe, expect, test } from "vitest";
import { guessNumber, scacIn } from "./number-kind";

const SCACS = ["MAEU", "MSCU", "EGLV"];

describe("guessNumber", () => {
  test.each([
    ["MSKU4807969"],
    ["msku 480796-9"],
    // An owner code that is also a SCAC, with the right check digit.
    ["MSCU6639870"],
    // A number with a wrong check digit is still a container number.
    ["TCLU4807960"],
    // Also with an owner code that is a SCAC, and before the check digit is typed.
    ["MSCU3200003"],
    ["MAEU2187651"],
    ["MSCU320000"],
  ])("treats %s as a container without a line", (text) => {
    expect(guessNumber(text, SCACS)).toEqual({ type: "container", scac: null });
  });

  test.each([
    ["MAEU123456789", "MAEU"],
    ["EGLV149602386411", "EGLV"],
    // The owner code of a container ends in U, J or Z.
    ["EGLV1496024", "EGLV"],
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

test("scacIn finds the line of a bill of lading that looks like a container", () => {
  expect(scacIn("MAEU 218765-1", SCACS)).toBe("MAEU");
  expect(scacIn("ZZZZ2187651", SCACS)).toBeNull();
  expect(scacIn("MAEU", SCACS)).toBeNull();
});
