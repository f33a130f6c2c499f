import { describe, expect, it } from "vitest";
import { errorCode, problemOfErrorCode, REFUSED } from "./problem-text";

describe("problemOfErrorCode", () => {
  it("converts next-auth's codes to our messages", () => {
    expect(problemOfErrorCode("CredentialsSignin")).toBe(REFUSED);
    expect(problemOfErrorCode(errorCode({ kind: "refused" }))).toBe(REFUSED);
    expect(problemOfErrorCode(errorCode({ kind: "throttled", waitSeconds: 900 }))).toContain("15 minutes");
    expect(problemOfErrorCode(errorCode({ kind: "unavailable" }))).toMatch(/^The database is not responding/);
    expect(problemOfErrorCode(errorCode({ kind: "busy" }))).toMatch(/Try again in a few seconds/);
    expect(problemOfErrorCode("TooManyTries:900")).toContain("15 minutes");
    expect(problemOfErrorCode(undefined)).toBeNull();
    expect(problemOfErrorCode("")).toBeNull();
  });

  it.each(["<b>hello</b>", "Call 555-0100", "TooManyTries:soon", "TooManyTries:", "TooManyTries:99999999"])(
    "never shows the text %j from an address",
    (code) => {
      expect(problemOfErrorCode(code)).toBe("Couldn’t sign in. Try again.");
    },
  );

  it("ignores a code that occurs twice", () => {
    expect(problemOfErrorCode(["CredentialsSignin", "x"])).toBeNull();
  });
});
