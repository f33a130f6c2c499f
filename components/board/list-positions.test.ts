import { describe, expect, it } from "vitest";
import { shownPlaces } from "@/components/board/data/keep-rows";
import { testRow } from "@/components/board/test-row";
import { groupKey, listPlaces } from "./list-positions";
import type { GroupSum } from "./page-data";

const group = (value: string | null, containers: number): GroupSum => ({
  value,
  containers,
  ready: 0,
  held: 0,
  expired: 0,
  charges: [],
});
const GROUPS = [group("A", 2), group("B", 1), group(null, 3)];
const rendered = (folded: string[]) => {
  const { count, at } = listPlaces(GROUPS, shownPlaces(6, []), new Set(folded));
  return Array.from({ length: count }, (_, place) => {
    const found = at(place);
    return found.kind === "group" ? `g${found.group}` : found.index;
  });
};

describe("list positions", () => {
  it("are the rows when there are no groups", () => {
    const { count, at } = listPlaces(null, shownPlaces(5, []), new Set());
    expect([count, at(3)]).toEqual([5, { kind: "row", index: 3 }]);
  });

  it("contain each group's header and its rows", () => {
    expect(rendered([])).toEqual(["g0", 0, 1, "g1", 2, "g2", 3, 4, 5]);
  });

  it("contain only the header of a collapsed group and keep the list indexes of later rows", () => {
    expect(rendered(["=B"])).toEqual(["g0", 0, 1, "g1", "g2", 3, 4, 5]);
    expect(rendered(["=A", ""])).toEqual(["g0", "g1", 2, "g2"]);
    expect(rendered(GROUPS.map(groupKey))).toEqual(["g0", "g1", "g2"]);
  });

  it("contain a kept row in the upper group of its place, and find each row", () => {
    const shown = shownPlaces(6, [{ row: testRow("kept"), gap: 2, from: null }]);
    const { count, at, placeOf } = listPlaces(GROUPS, shown, new Set(["=B"]));
    const found = Array.from({ length: count }, (_, place) => at(place));
    expect(found.map((each) => (each.kind === "group" ? `g${each.group}` : each.index))).toEqual([
      ...["g0", 0, 1, 2],
      ...["g1", "g2", 4, 5, 6],
    ]);
    expect([0, 2, 3, 4].map(placeOf)).toEqual([1, 3, undefined, 6]);
  });

  it("distinguish a group without a value from a group with an empty name", () => {
    expect(groupKey(group(null, 1))).not.toBe(groupKey(group("", 1)));
  });

  it("are empty for an empty list of groups", () => {
    expect(listPlaces([], shownPlaces(0, []), new Set()).count).toBe(0);
  });
});
