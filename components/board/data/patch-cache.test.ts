import { describe, expect, it } from "vitest";
import type { BoardPageData, BoardRowsData } from "@/components/board/page-data";
import { testDeadline, testRow } from "@/components/board/test-row";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { BoardGroup } from "@/lib/features/board/rules/board-address";
import { parseSort } from "@/lib/features/board/rules/sort-orders";
import { patchPages, recountPages } from "./patch-cache";

const MONDAY = testDeadline("2026-11-23", "2026-11-24T08:00:00Z");
const FRIDAY = testDeadline("2026-11-27", "2026-11-28T08:00:00Z");

const first = testRow("1");
const second = testRow("2", { deadline: MONDAY });
const third = testRow("3", { deadline: FRIDAY });

function pages(rows: BoardRow[], total = rows.length): Map<number, BoardPageData> {
  return new Map([
    [
      0,
      {
        rows,
        unseenChanges: {},
        total,
        next: null,
        counts: { all: total },
        changed: 0,
        asOf: "2026-11-20T10:00:00Z",
      },
    ],
  ]);
}

function fresh(rows: BoardRowsData["rows"]): BoardRowsData {
  return { rows, unseenChanges: {}, asOf: "2026-11-20T10:00:05Z" };
}

const DASHBOARD = { queue: "all", sort: [], group: null } as const;
const by = (text: string) => ({ queue: "all" as const, sort: parseSort(text).sort, group: null });
const grouped = (group: BoardGroup) => ({ queue: "all" as const, sort: [], group });

const asRead = (row: BoardRow, matches = true) => ({ ...row, matches });

describe("patchPages", () => {
  it("replaces a changed row in its position and returns the changed cells", () => {
    const changed = { ...second, yardSpot: "B3" };
    const patched = patchPages(pages([first, second, third]), fresh([asRead(changed)]), ["2"], DASHBOARD);
    expect(patched.pages.get(0)?.rows).toEqual([first, changed, third]);
    expect(patched.changes.get("2")).toEqual({ number: second.number, columns: ["release", "yard"] });
    expect(patched.reorder).toBe(false);
  });

  it("updates the timestamp and the counts even if no shown value changed", () => {
    const patched = patchPages(pages([first, second, third]), fresh([asRead(second)]), ["2"], DASHBOARD);
    expect(patched.pages.get(0)).toMatchObject({ counts: { all: 3 }, asOf: "2026-11-20T10:00:05Z" });
    expect(patched.changes.size).toBe(0);
  });

  it("keeps when the list was read, over several reads of rows and counts", () => {
    const once = patchPages(pages([first, second]), fresh([asRead(first)]), ["1"], DASHBOARD);
    const twice = patchPages(once.pages, fresh([asRead(second, false)]), ["2"], DASHBOARD);
    const { pages: counted } = recountPages(twice.pages, { total: 1, asOf: "2026-11-20T10:00:06Z" });
    expect(counted.get(0)).toMatchObject({
      asOf: "2026-11-20T10:00:06Z",
      listedAt: "2026-11-20T10:00:00Z",
    });
  });

  it("does not mark a row whose check time alone changed", () => {
    const checked = { ...second, checkedAt: "2026-11-20T10:00:04Z" };
    const patched = patchPages(pages([first, second, third]), fresh([asRead(checked)]), ["2"], DASHBOARD);
    expect(patched.changes.size).toBe(0);
    expect(patched.pages.get(0)?.rows[1]?.checkedAt).toBe("2026-11-20T10:00:04Z");
  });

  it("requests a reorder when the deadline moved and keeps the position until then", () => {
    const moved = { ...first, deadline: FRIDAY };
    const patched = patchPages(pages([first, second, third]), fresh([asRead(moved)]), ["1"], DASHBOARD);
    expect(patched.reorder).toBe(true);
    expect(patched.pages.get(0)?.rows[0]).toEqual(moved);
  });

  it("requests a reorder when a row no longer matches", () => {
    const patched = patchPages(
      pages([first, second, third]),
      fresh([asRead(second, false)]),
      ["2"],
      DASHBOARD,
    );
    expect(patched.reorder).toBe(true);
  });

  it("requests a reorder when a requested row is deleted", () => {
    const patched = patchPages(pages([first, second, third]), fresh([]), ["2"], DASHBOARD);
    expect(patched.reorder).toBe(true);
    expect(patched.pages.get(0)?.rows[1]).toEqual(second);
  });

  it("requests a reorder when all rows are loaded and another row matches", () => {
    const patched = patchPages(
      pages([first, second, third]),
      fresh([asRead(testRow("9"))]),
      ["9"],
      DASHBOARD,
    );
    expect(patched.reorder).toBe(true);
  });

  it("ignores a row of a page that is not loaded", () => {
    const far = testRow("9", { deadline: testDeadline("2026-12-20", "2026-12-21T08:00:00Z") });
    const patched = patchPages(pages([first, second], 500), fresh([asRead(far)]), ["9"], DASHBOARD);
    expect(patched).toMatchObject({ reorder: false, changes: new Map() });
  });

  it("requests a reorder when a row of an unloaded page now belongs to a loaded page", () => {
    const near = testRow("9", { deadline: MONDAY });
    const patched = patchPages(pages([first, third], 500), fresh([asRead(near)]), ["9"], DASHBOARD);
    expect(patched.reorder).toBe(true);
  });

  it("compares by the sorted column instead of Drayboard's default order", () => {
    const loaded = pages([first, second, third]);
    const moved = fresh([asRead({ ...first, deadline: FRIDAY })]);
    expect(patchPages(loaded, moved, ["1"], by("eta")).reorder).toBe(false);
    const sailed = fresh([asRead({ ...first, vessel: { name: "Other", voyage: null } })]);
    expect(patchPages(loaded, sailed, ["1"], by("eta")).reorder).toBe(true);
    const checked = fresh([asRead({ ...first, checkedAt: "2026-11-20T10:00:04Z" })]);
    expect(patchPages(loaded, checked, ["1"], by("-checked")).reorder).toBe(true);
  });

  it("compares by the group of the rows", () => {
    const loaded = pages([first, second, third]);
    const carried = fresh([
      asRead({ ...first, drayCarriers: [{ roleId: "r", partyId: "p", name: "Blue" }] }),
    ]);
    expect(patchPages(loaded, carried, ["1"], grouped("carrier")).reorder).toBe(true);
    expect(patchPages(loaded, carried, ["1"], grouped("vessel")).reorder).toBe(false);
  });
});

describe("recountPages", () => {
  const counts = { total: 3, counts: { all: 3, held: 1 }, changed: 1, asOf: "2026-11-20T10:00:06Z" };

  it("updates the counts and keeps the rows", () => {
    const { pages: counted, reorder } = recountPages(pages([first, second, third]), counts);
    expect(counted.get(0)).toEqual({
      rows: [first, second, third],
      unseenChanges: {},
      next: null,
      listedAt: "2026-11-20T10:00:00Z",
      ...counts,
    });
    expect(reorder).toBe(false);
  });

  it("requests a reorder when the total changed", () => {
    expect(recountPages(pages([first, second]), counts).reorder).toBe(true);
  });
});
