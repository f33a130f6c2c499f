import { describe, expect, it } from "vitest";
import { ChangeLog, MAX_KEPT } from "./change-log";

const about = (...containers: string[]) => ({ containers, shipments: [], requests: [], parties: false });
const noted = (id: number, xid: number, oldestOpen = xid) => ({
  id,
  xid,
  oldestOpen,
  change: about(`c-${id}`),
});
const stored = (id: number, xid: number, oldestOpen = xid, ageMs = 0) => ({
  ...noted(id, xid, oldestOpen),
  ageMs,
});

function filled(changes: ReturnType<typeof stored>[] = [], position = 100): ChangeLog {
  const log = new ChangeLog();
  log.fill({ changes, position }, 0);
  return log;
}

describe("the changes missed since a position", () => {
  it("include everything from that transaction on, each record once", () => {
    const log = filled();
    for (const each of [noted(1, 101), noted(2, 102), noted(3, 103)]) log.add(each, 0);
    log.add({ ...noted(4, 104), change: about("c-2") }, 0);
    expect(log.since(102)).toEqual(about("c-2", "c-3"));
    expect(log.since(104)).toEqual(about("c-2"));
  });

  it("include transactions that began before and committed after the position", () => {
    const log = filled();
    // Transaction 101 was in progress when 102 recorded its change, and commits later.
    log.add(noted(2, 102, 101), 0);
    const heardAllSoFar = log.position;
    log.add(noted(1, 101, 101), 0);
    expect(log.since(heardAllSoFar)).toEqual(about("c-2", "c-1"));
  });

  it("are empty at the current position", () => {
    const log = filled();
    log.add(noted(1, 101), 0);
    log.moveTo(150);
    expect(log.since(150)).toEqual(about());
  });

  it("are unknown before the stored range, before the first read, and for an invalid position", () => {
    expect(new ChangeLog().since(0)).toBeNull();
    const log = filled([stored(7, 90), stored(5, 80)]);
    expect(log.since(81)).toEqual(about("c-7"));
    expect(log.since(80)).toBeNull();
    expect(log.since(-1)).toBeNull();
    expect(log.since(101)).toBeNull();
  });

  it("are known from the beginning when no change was ever deleted", () => {
    expect(filled().since(3)).toEqual(about());
  });

  it("are null when there are too many", () => {
    const log = filled();
    const many = Array.from({ length: 1_001 }, (_, n) => `c-${n}`);
    log.add({ ...noted(1, 101), change: about(...many) }, 0);
    expect(log.since(101)).toBeNull();
    expect(log.since(100)).toBeNull();
    expect(log.lately(1)).toBeNull();
  });

  it("are unknown when the log has dropped them", () => {
    const log = filled([], 1);
    for (let id = 1; id <= MAX_KEPT + 3; id += 1) log.add(noted(id, id), 0);
    expect(log.since(3)).toBeNull();
    expect(log.since(4)?.containers).toHaveLength(MAX_KEPT);
  });
});

describe("a log refilled after a disconnect", () => {
  it("returns the changes it did not have, oldest first, each once", () => {
    const log = filled([stored(1, 90)]);
    log.add(noted(2, 101), 0);
    const missed = log.fill(
      { changes: [stored(4, 105), stored(3, 103), stored(2, 101), stored(1, 90)], position: 106 },
      0,
    );
    expect(missed).toEqual([about("c-3"), about("c-4")]);
    expect(log.add(noted(4, 105), 0)).toBe(false);
    expect(log.position).toBe(106);
  });

  it("returns null when more may have been missed than is stored", () => {
    const log = filled([stored(1, 90)], 95);
    expect(log.fill({ changes: [stored(9, 200)], position: 201 }, 0)).toBeNull();
    expect(log.since(96)).toBeNull();
    expect(log.since(201)).toEqual(about());
  });

  it("never moves its position back", () => {
    const log = filled([], 100);
    log.fill({ changes: [], position: 60 }, 0);
    log.moveTo(50);
    expect(log.position).toBe(100);
  });
});

describe("the changes that a page read a moment ago may have missed", () => {
  it("are those received within ten seconds", () => {
    const log = filled();
    log.add(noted(1, 101), 0);
    log.add(noted(2, 102), 5_000);
    expect(log.lately(9_999)).toEqual(about("c-1", "c-2"));
    expect(log.lately(10_000)).toEqual(about("c-2"));
    expect(log.lately(15_000)).toEqual(about());
  });

  it("are read from the database by a new process: a commit may be a minute after its change was recorded", () => {
    const log = new ChangeLog();
    log.fill({ changes: [stored(2, 90, 90, 69_000), stored(1, 80, 80, 71_000)], position: 100 }, 1_000_000);
    expect(log.lately(1_000_000)).toEqual(about("c-2"));
  });

  it("are unknown when more changes arrived than are stored", () => {
    const log = filled();
    for (let id = 1; id <= MAX_KEPT + 1; id += 1) log.add({ ...noted(id, 100 + id), change: about("c") }, 0);
    expect(log.lately(9_999)).toBeNull();
    expect(log.lately(10_000)).toEqual(about());
  });
});
