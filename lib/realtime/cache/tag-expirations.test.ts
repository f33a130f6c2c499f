import { afterEach, describe, expect, it, vi } from "vitest";
import { TagTable } from "./tag-expirations";

const tags = ["container:c-1", "counts"];

/** Returns a table whose clocks are at the moment its listener opened. */
function openTable(at: number): TagTable {
  const table = new TagTable({ process: () => at, wall: () => at });
  table.opened(at);
  return table;
}

/** Returns a table, open since `at` with room for `room` records, whose clocks are set by the test. */
function tableWithClocks(at: number, room?: number) {
  const clock = { process: at, wall: at };
  const table = new TagTable({ process: () => clock.process, wall: () => clock.wall }, room);
  table.opened();
  const pass = (ms: number) => {
    clock.process += ms;
    clock.wall += ms;
  };
  return { table, clock, pass };
}

describe("a cache entry is outdated", () => {
  it("before the listener was ever open", () => {
    expect(new TagTable().isOutOfDate([], Date.now() + 1e9)).toBe(true);
  });

  it("when it was begun before the listener opened, or in the same millisecond", () => {
    const table = openTable(100);
    expect(table.isOutOfDate(tags, 99)).toBe(true);
    expect(table.isOutOfDate(tags, 100)).toBe(true);
    expect(table.isOutOfDate(tags, 101)).toBe(false);
  });

  it("when one of its tags expired after it was begun, or in the same millisecond", () => {
    const table = openTable(100);
    table.expire(["counts"], 200);
    expect(table.isOutOfDate(tags, 199)).toBe(true);
    expect(table.isOutOfDate(tags, 200)).toBe(true);
    expect(table.isOutOfDate(tags, 201)).toBe(false);
    expect(table.isOutOfDate(["container:c-1"], 150)).toBe(false);
    expect(table.isOutOfDate([], 150)).toBe(false);
  });

  it("while the listener is closed, and permanently when it was begun before that", () => {
    const table = openTable(100);
    table.closed();
    expect(table.isOutOfDate(tags, 1_000)).toBe(true);
    table.opened(500);
    expect(table.isOutOfDate(tags, 450)).toBe(true);
    expect(table.isOutOfDate(tags, 501)).toBe(false);
  });

  it("never because of a tag with only a similar name", () => {
    const table = openTable(100);
    table.expire(["container:c-10", "container", "COUNTS", "__proto__", "constructor"], 200);
    expect(table.isOutOfDate(tags, 150)).toBe(false);
    expect(table.isOutOfDate(["toString"], 150)).toBe(false);
  });
});

describe("a process that may be lagging", () => {
  const begunAt = 1_000_001;
  const out = (table: TagTable) => table.isOutOfDate(tags, begunAt);

  it("serves no cached entry without a heartbeat response for 15 s", () => {
    const { table, pass } = tableWithClocks(1_000_000);
    pass(15_000);
    expect(out(table)).toBe(false);
    pass(1);
    expect(out(table)).toBe(true);
    table.asked()();
    expect(out(table)).toBe(false);
  });

  it("counts from the heartbeat request, not from its response", () => {
    const { table, pass } = tableWithClocks(1_000_000);
    const answered = table.asked();
    pass(14_000);
    answered();
    pass(1_001);
    expect(out(table)).toBe(true);
  });

  it("does not count a request without a response", () => {
    const { table, pass } = tableWithClocks(1_000_000);
    pass(10_000);
    table.asked();
    pass(5_001);
    expect(out(table)).toBe(true);
  });

  it("detects machine sleep by the wall clock while the process clock was stopped", () => {
    const { table, clock } = tableWithClocks(1_000_000);
    clock.wall += 8 * 3_600_000;
    expect(out(table)).toBe(true);
    table.asked()();
    expect(out(table)).toBe(false);
  });

  it("ignores a wall clock that was set back", () => {
    const { table, clock } = tableWithClocks(1_000_000);
    clock.wall -= 60_000;
    clock.process += 15_001;
    expect(out(table)).toBe(true);
  });

  it("is up to date when its listener opens again", () => {
    const { table, pass } = tableWithClocks(1_000_000);
    pass(20_000);
    table.closed();
    table.opened();
    expect(table.isOutOfDate(tags, 1_020_001)).toBe(false);
    expect(out(table)).toBe(true);
  });
});

describe("a page in a file is outdated", () => {
  it("when one of its tags expired after it was written", () => {
    const { table } = tableWithClocks(1_000_000);
    table.expire(["counts"]);
    expect(table.isFileOutOfDate(tags, 999_999)).toBe(true);
    expect(table.isFileOutOfDate(tags, 1_000_000)).toBe(true);
    expect(table.isFileOutOfDate(tags, 1_000_001)).toBe(false);
    expect(table.isFileOutOfDate(["parties"], 1)).toBe(false);
  });

  it("also when the file seems newer than the expiry because the machine slept", () => {
    const { table, clock } = tableWithClocks(1_000_000);
    clock.wall += 3_600_000;
    const writtenAt = clock.wall;
    clock.process += 5;
    clock.wall += 5;
    table.expire(["counts"]);
    expect(table.isFileOutOfDate(tags, writtenAt)).toBe(true);
    expect(table.isFileOutOfDate(tags, writtenAt + 6)).toBe(false);
  });
});

describe("more records than the table has room for", () => {
  it("gives the older half the instant of its latest expiry and keeps the rest exact", () => {
    const { table, pass } = tableWithClocks(1_000_000, 10);
    for (let n = 0; n <= 10; n += 1) {
      table.expire([`container:c-${n}`]);
      pass(1);
    }
    expect(table.lastExpiry(["container:c-10"])).toBe(1_000_010);
    expect(table.lastExpiry(["container:c-6"])).toBe(1_000_006);
    expect(table.lastExpiry(["container:c-0"])).toBe(1_000_005);
    expect(table.lastExpiry(["shipment:never-heard-of"])).toBe(1_000_005);
    expect(table.isOutOfDate(["container:c-0"], 1_000_005)).toBe(true);
    expect(table.isOutOfDate(["container:c-0"], 1_000_005.5)).toBe(false);
  });

  it("dates a tag that expires again by its last expiry", () => {
    const { table, pass } = tableWithClocks(1_000_000, 4);
    for (const id of ["a", "b", "c", "a", "d", "e"]) {
      table.expire([`container:${id}`]);
      pass(1);
    }
    expect(table.lastExpiry(["container:a"])).toBe(1_000_003);
  });

  it("always keeps tags that are not of records", () => {
    const { table, pass } = tableWithClocks(1_000_000, 4);
    table.expire(["counts"]);
    pass(1);
    for (let n = 0; n < 40; n += 1) table.expire([`shipment:s-${n}`]);
    expect(table.lastExpiry(["counts"])).toBe(1_000_000);
    expect(table.lastExpiry(["parties"])).toBe(0);
  });
});

describe("the last expiry of tags", () => {
  it("is the latest of them, or 0 when none expired", () => {
    const table = openTable(100);
    expect(table.lastExpiry(tags)).toBe(0);
    table.expire(["counts"], 200);
    table.expire(["container:c-1"], 300);
    table.expire(["parties"], 400);
    expect(table.lastExpiry(tags)).toBe(300);
    expect(table.lastExpiry([])).toBe(0);
  });
});

describe("tags stored in PostgreSQL", () => {
  it("refuse entries from before and up to a minute after the stamp, because the commit is later than the stamp", () => {
    const table = new TagTable();
    table.remember([{ tag: "counts", ageMs: 600_000 }], 1_000_000);
    table.opened(1_000_000);
    expect(table.lastExpiry(tags)).toBe(460_000);
    expect(table.lastExpiry(["container:c-1"])).toBe(0);
  });

  it("are never dated in the future, by any clock", () => {
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

  it("apply a deleted expiry to every record without a stored tag, and to no other tag", () => {
    const table = new TagTable();
    table.remember([{ tag: "container:c-1", ageMs: 100_000 }], 10_000_000);
    table.rememberForgotten(3_600_000, 10_000_000);
    table.rememberForgotten(7_200_000, 10_000_000);
    expect(table.lastExpiry(["container:c-1"])).toBe(9_960_000);
    expect(table.lastExpiry(["container:c-2"])).toBe(6_460_000);
    expect(table.lastExpiry(["counts", "/containers/c-2"])).toBe(0);
  });

  it("keep a later expiry received before, even after a gap", () => {
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

  it("is the clock Next stamps entries with, independent of the system clock", () => {
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
