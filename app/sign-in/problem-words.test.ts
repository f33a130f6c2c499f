import { describe, expect, it } from "vitest";
import { errorCode, problemOfErrorCode, REFUSED, throttledWords } from "./problem-words";

describe("throttledWords", () => {
  it.each([
    [1, "1 minute"],
    [60, "1 minute"],
    [61, "2 minutes"],
    [900, "15 minutes"],
    [7140, "119 minutes"],
    [7200, "2 hours"],
    [7201, "3 hours"],
    [86_400, "24 hours"],
  ])("says %i s as %s", (seconds, words) => {
    expect(throttledWords(seconds)).toBe(`Too many tries. Try again in ${words}.`);
  });
});

describe("problemOfErrorCode", () => {
  it("puts next-auth's codes into our words", () => {
    expect(problemOfErrorCode("CredentialsSignin")).toBe(REFUSED);
    expect(problemOfErrorCode(errorCode({ kind: "refused" }))).toBe(REFUSED);
    expect(problemOfErrorCode(errorCode({ kind: "throttled", waitSeconds: 900 }))).toContain("15 minutes");
    expect(problemOfErrorCode(errorCode({ kind: "unavailable" }))).toMatch(/database does not answer/);
    expect(problemOfErrorCode("TooManyTries:900")).toContain("15 minutes");
    expect(problemOfErrorCode(undefined)).toBeNull();
    expect(problemOfErrorCode("")).toBeNull();
  });

  it.each(["<b>hello</b>", "Call 555-0100", "TooManyTries:soon", "TooManyTries:", "TooManyTries:99999999"])(
    "never shows the text %j of an address",
    (code) => {
      expect(problemOfErrorCode(code)).toBe("Signing in did not work. Try again.");
    },
  );

  it("ignores a code given twice", () => {
    expect(problemOfErrorCode(["CredentialsSignin", "x"])).toBeNull();
  });
});
