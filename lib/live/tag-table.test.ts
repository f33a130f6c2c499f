import { afterEach, describe, expect, it, vi } from "vitest";
import { TagTable } from "./tag-table";

const tags = ["container:c-1", "counts"];

function openTable(at: number): TagTable {
  const table = new TagTable();
  table.opened(at);
  return table;
}

describe("an entry of the cache is out of date", () => {
  it("before the process has heard anything at all", () => {
    expect(new TagTable().isOutOfDate([], Date.now() + 1e9)).toBe(true);
  });

  it("when it was begun before the ear was opened, or in that very millisecond", () => {
    const table = openTable(100);
    expect(table.isOutOfDate(tags, 99)).toBe(true);
    expect(table.isOutOfDate(tags, 100)).toBe(true);
    expect(table.isOutOfDate(tags, 101)).toBe(false);
  });

  it("when one of its tags expired after it was begun, or in that very millisecond", () => {
    const table = openTable(100);
    table.expire(["counts"], 200);
    expect(table.isOutOfDate(tags, 199)).toBe(true);
    expect(table.isOutOfDate(tags, 200)).toBe(true);
    expect(table.isOutOfDate(tags, 201)).toBe(false);
    expect(table.isOutOfDate(["container:c-1"], 150)).toBe(false);
    expect(table.isOutOfDate([], 150)).toBe(false);
  });

  it("while nothing is heard, and for ever when it was begun before that", () => {
    const table = openTable(100);
    table.closed();
    expect(table.isOutOfDate(tags, 1_000)).toBe(true);
    table.opened(500);
    expect(table.isOutOfDate(tags, 450)).toBe(true);
    expect(table.isOutOfDate(tags, 501)).toBe(false);
  });

  it("never by a tag that only looks alike", () => {
    const table = openTable(100);
    table.expire(["container:c-10", "container", "COUNTS", "__proto__", "constructor"], 200);
    expect(table.isOutOfDate(tags, 150)).toBe(false);
    expect(table.isOutOfDate(["toString"], 150)).toBe(false);
  });
});

describe("the last expiry of tags", () => {
  it("is the latest of them, 0 when none expired", () => {
    const table = openTable(100);
    expect(table.lastExpiry(tags)).toBe(0);
    table.expire(["counts"], 200);
    table.expire(["container:c-1"], 300);
    table.expire(["parties"], 400);
    expect(table.lastExpiry(tags)).toBe(300);
    expect(table.lastExpiry([])).toBe(0);
  });
});

describe("what PostgreSQL keeps of tags", () => {
  it("refuses what was made before, and a minute after, since its commit came later than its stamp", () => {
    const table = new TagTable();
    table.remember([{ tag: "counts", ageMs: 600_000 }], 1_000_000);
    table.opened(1_000_000);
    expect(table.lastExpiry(tags)).toBe(460_000);
    expect(table.lastExpiry(["container:c-1"])).toBe(0);
  });

  it("is never of the future, by whatever clock", () => {
    const table = new TagTable();
    table.remember(
      [
        { tag: "counts", ageMs: 5 },
        { tag: "parties", ageMs: -90_000 },
      ],
      1_000_000,
    );
    expect(table.lastExpiry(["counts", "parties"])).toBe(1_000_000);
  });

  it("does not take back what was heard later, nor does a gap", () => {
    const table = openTable(100);
    table.expire(["counts"], 900_000);
    table.closed();
    table.remember([{ tag: "counts", ageMs: 500_000 }], 1_000_000);
    table.opened(1_000_000);
    expect(table.lastExpiry(tags)).toBe(900_000);
  });
});

describe("the clock", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is the one Next stamps entries with, whatever the system's says", () => {
    vi.spyOn(Date, "now").mockReturnValue(0);
    const table = new TagTable();
    table.opened();
    const begunAt = performance.timeOrigin + performance.now() + 0.001;
    expect(table.isOutOfDate(tags, begunAt)).toBe(false);
    while (performance.timeOrigin + performance.now() <= begunAt);
    table.expire(["counts"]);
    expect(table.isOutOfDate(tags, begunAt)).toBe(true);
  });
});
