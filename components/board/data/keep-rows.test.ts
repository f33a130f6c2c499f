import { describe, expect, it } from "vitest";
import { testRow } from "@/components/board/test-row";
import { keepRows, listRows, NOTHING_SHOWN, shownPlaces, type WorkRead } from "./keep-rows";

const AT = "2026-11-20T10:00:00Z";
const listed = (ids: string, asOf = AT) => [...ids].map((id, index) => ({ row: testRow(id), index, asOf }));
const left = (asOf = AT): WorkRead => ({ row: null, matches: false, asOf });

/** The list as it is shown after its rows changed from `before` to `after`. */
function shown(before: string, after: string, inWork: string, reads: Record<string, WorkRead> = {}) {
  const work = new Set(inWork);
  const first = keepRows(listed(before), NOTHING_SHOWN, work, new Map());
  const next = keepRows(listed(after), first, work, new Map(Object.entries(reads)));
  const { length, at } = shownPlaces(after.length, next.kept);
  const text = Array.from({ length }, (_, place) => {
    const found = at(place);
    return typeof found === "number" ? after[found] : found.id;
  }).join("");
  expect(next.order.map(({ id }) => id).join("")).toBe(text);
  return { text, leaving: [...next.leaving].join("") };
}

it("lists a row that two pages have where it was read last", () => {
  const page = (ids: string, from: number, asOf: string) => ({
    rows: [...ids].map((id) => testRow(id)),
    from,
    asOf,
  });
  const { listed, stale } = listRows([page("de", 3, AT), page("abd", 0, "2026-11-20T10:00:01Z")]);
  expect(listed.map(({ row, index }) => `${row.id}${index}`)).toEqual(["a0", "b1", "d2", "e4"]);
  expect([...stale]).toEqual([3]);
});

describe("rows in work", () => {
  it.each([
    ["left the list", "abcdef", "abdef", "c", "abcdef"],
    ["left it with the row above", "abcdef", "adef", "c", "acdef"],
    ["left it from its first place", "abc", "bc", "a", "abc"],
    ["left it from its last place", "abc", "ab", "c", "abc"],
    ["were the last of the list", "a", "", "a", "a"],
    ["left it next to each other", "abcdef", "aef", "bcd", "abcdef"],
    ["left it above another one, and all rows above them", "abcdef", "cdef", "bc", "bcdef"],
    ["left it between others that stayed", "abcdef", "acdef", "abcde", "abcdef"],
    ["left it and moved down", "abcdef", "cdefb", "abc", "abcdef"],
    ["moved down", "abcdef", "acdefb", "b", "abcdef"],
    ["moved down from above another one", "abcdef", "bcdefa", "ab", "abcdef"],
    ["moved up", "abcdef", "eabcdf", "e", "abcdef"],
  ])("keep their places when they %s", (_, before, after, inWork, expected) => {
    expect(shown(before, after, inWork).text).toBe(expected);
  });

  it.each([
    ["the row above moved down", "abcdef", "acdefb", "c", "acdefb"],
    ["rows came in", "abcdef", "abxcydef", "c", "abxcydef"],
    ["rows above left", "abcdef", "cdef", "d", "cdef"],
  ])("are where the list has them when %s", (_, before, after, inWork, expected) => {
    expect(shown(before, after, inWork).text).toBe(expected);
  });

  it("leave when they are not in the list any more, or were read as not matching after it", () => {
    expect(shown("abc", "ac", "b").leaving).toBe("b");
    expect(shown("abc", "abc", "b", { b: left() }).leaving).toBe("b");
    expect(shown("abc", "abc", "b", { b: left("2026-11-20T09:00:00Z") }).leaving).toBe("");
    expect(shown("abc", "abc", "b").leaving).toBe("");
  });

  it("do not leave while they match and stand on a page that is not loaded", () => {
    const read = { row: testRow("b", { note: "New" }), matches: true, asOf: AT };
    expect(shown("abc", "ac", "b", { b: read })).toEqual({ text: "abc", leaving: "" });
  });

  it("no longer in work stand where the list has them", () => {
    const work = keepRows(listed("abc"), NOTHING_SHOWN, new Set("b"), new Map());
    const kept = keepRows(listed("ac"), work, new Set("b"), new Map());
    expect(keepRows(listed("ac"), kept, new Set(), new Map()).kept).toEqual([]);
  });
});
