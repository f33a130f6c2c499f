import { describe, expect, it } from "vitest";
import { throttledText } from "./throttle-message";

describe("throttledText", () => {
  it.each([
    [1, "1 minute"],
    [60, "1 minute"],
    [61, "2 minutes"],
    [900, "15 minutes"],
    [7140, "119 minutes"],
    [7200, "2 hours"],
    [7201, "3 hours"],
    [86_400, "24 hours"],
  ])("formats %i s as %s", (seconds, text) => {
    expect(throttledText(seconds)).toBe(`Too many attempts. Try again in ${text}.`);
  });
});
