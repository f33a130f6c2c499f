import { describe, expect, it } from "vitest";
import { plannedText } from "@/components/board/table/cell-text";
import type { Unsaved } from "./edits";
import { unsavedText } from "./unsaved-text";

const NOW = Date.parse("2026-11-20T18:00:00Z");
const theirs = (what: string, moment?: { at: string; zone: string | null }): Unsaved => ({
  state: "theirs",
  theirs: { by: "Ana", at: "2026-11-20T17:59:40Z", what, moment, seen: {} },
});

describe("what another user stored", () => {
  it.each([
    ["2026-11-20T22:00:00Z", "America/Los_Angeles"],
    ["2026-11-21T22:00:00Z", "America/Los_Angeles"],
    ["2026-11-24T01:30:00Z", "America/New_York"],
    ["2027-01-04T16:00:00Z", "America/Los_Angeles"],
    ["2026-11-24T16:00:00Z", null],
  ])("has the planned time %s in the zone and format of its cell", (at, zone) => {
    for (const locale of ["en-US", "en-GB"] as const) {
      const shown = plannedText(locale, { at, zone }, NOW, true).main;
      const text = unsavedText(locale, theirs("planned", { at, zone }), NOW);
      expect(text).toBe(`Not saved: Ana planned ${shown} a moment ago.`);
    }
  });

  it("is said without a time for other texts", () => {
    expect(unsavedText("en-US", theirs("wrote “Call first”"), NOW)).toBe(
      "Not saved: Ana wrote “Call first” a moment ago.",
    );
  });
});
