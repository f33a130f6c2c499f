import { describe, expect, it } from "vitest";
import { noteShown } from "./page-versions";

describe("a copy of a page", () => {
  it("is new when first shown, however old its reading, and put back when shown again", () => {
    expect(noteShown("a", "2026-11-01T10:00:00.000Z")).toBe(false);
    expect(noteShown("a", "2026-11-01T10:00:00.000Z")).toBe(true);
  });

  it("is put back when an older one than was shown comes, and new when a younger one does", () => {
    noteShown("b", "2026-11-01T10:00:00.000Z");
    expect(noteShown("b", "2026-11-01T10:00:05.000Z")).toBe(false);
    expect(noteShown("b", "2026-11-01T10:00:00.000Z")).toBe(true);
    expect(noteShown("b", "2026-11-01T10:00:05.000Z")).toBe(true);
  });

  it("is judged by its own page alone", () => {
    noteShown("c", "2026-11-01T10:00:00.000Z");
    expect(noteShown("d", "2026-11-01T09:00:00.000Z")).toBe(false);
  });
});
