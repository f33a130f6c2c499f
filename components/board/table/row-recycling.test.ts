import { describe, expect, it } from "vitest";
import { assignSlots } from "./row-recycling";

const slotsOf = (before: readonly string[], ids: readonly string[]) =>
  Object.fromEntries(assignSlots(assignSlots(new Map(), before), ids));

describe("slots of rendered rows", () => {
  it("are numbered from the top for the first rows", () => {
    expect(slotsOf([], ["a", "b", "c"])).toEqual({ a: 0, b: 1, c: 2 });
  });

  it("are kept by remaining rows, regardless of new rows and order", () => {
    expect(slotsOf(["a", "b", "c"], ["c", "new", "a", "b"])).toEqual({ a: 0, b: 1, c: 2, new: 3 });
  });

  it("are passed from removed rows to new rows", () => {
    expect(slotsOf(["a", "b", "c"], ["b", "c", "d"])).toEqual({ b: 1, c: 2, d: 0 });
    expect(slotsOf(["a", "b", "c"], ["x", "y", "z"])).toEqual({ x: 0, y: 1, z: 2 });
  });

  it("are left unused for fewer rows and added for more rows", () => {
    expect(slotsOf(["a", "b", "c"], ["c"])).toEqual({ c: 2 });
    expect(slotsOf(["a"], ["x", "y", "a", "z"])).toEqual({ x: 1, y: 2, a: 0, z: 3 });
  });

  it("are never shared in any sequence of lists", () => {
    let slots: ReadonlyMap<string, number> = new Map();
    for (let start = 0; start < 200; start += 7) {
      const ids = Array.from({ length: 20 + (start % 11) }, (_, at) => `container ${(start * 3 + at) % 90}`);
      slots = assignSlots(slots, ids);
      expect(new Set(slots.values()).size).toBe(ids.length);
      expect([...slots.keys()]).toEqual(ids);
    }
  });
});
