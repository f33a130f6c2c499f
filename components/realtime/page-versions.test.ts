import { describe, expect, it } from "vitest";
import { noteShown } from "./page-versions";

describe("a copy of a page", () => {
  it("is new when first shown, regardless of its age, and restored when shown again", () => {
    expect(noteShown("a", "2026-11-01T10:00:00.000Z")).toBe(false);
    expect(noteShown("a", "2026-11-01T10:00:00.000Z")).toBe(true);
  });

  it("is restored when older than the shown one, and new when younger", () => {
    noteShown("b", "2026-11-01T10:00:00.000Z");
    expect(noteShown("b", "2026-11-01T10:00:05.000Z")).toBe(false);
    expect(noteShown("b", "2026-11-01T10:00:00.000Z")).toBe(true);
    expect(noteShown("b", "2026-11-01T10:00:05.000Z")).toBe(true);
  });

  it("is compared only with copies of its own page", () => {
    noteShown("c", "2026-11-01T10:00:00.000Z");
    expect(noteShown("d", "2026-11-01T09:00:00.000Z")).toBe(false);
  });
});
