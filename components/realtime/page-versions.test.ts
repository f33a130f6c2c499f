import { describe, expect, it } from "vitest";
import { noteDisplayed } from "./page-versions";

describe("a copy of a page", () => {
  it("is new when first shown, regardless of its age, and restored when shown again", () => {
    expect(noteDisplayed("a", "2026-11-01T10:00:00.000Z")).toBe(false);
    expect(noteDisplayed("a", "2026-11-01T10:00:00.000Z")).toBe(true);
  });

  it("is restored when older than the shown one, and new when younger", () => {
    noteDisplayed("b", "2026-11-01T10:00:00.000Z");
    expect(noteDisplayed("b", "2026-11-01T10:00:05.000Z")).toBe(false);
    expect(noteDisplayed("b", "2026-11-01T10:00:00.000Z")).toBe(true);
    expect(noteDisplayed("b", "2026-11-01T10:00:05.000Z")).toBe(true);
  });

  it("is compared only with copies of its own page", () => {
    noteDisplayed("c", "2026-11-01T10:00:00.000Z");
    expect(noteDisplayed("d", "2026-11-01T09:00:00.000Z")).toBe(false);
  });
});
