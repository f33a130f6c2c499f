import { describe, expect, it } from "vitest";
import { RecentChanges } from "./recent-changes";

const change = (id: string) => ({ containers: [id], shipments: [], requests: [], parties: false });

describe("RecentChanges", () => {
  it("tells what changed within ten seconds, oldest first", () => {
    const recent = new RecentChanges();
    recent.add(change("old"), 0);
    recent.add(change("a"), 5_000);
    recent.add(change("b"), 9_000);
    expect(recent.list(10_000)).toEqual([change("a"), change("b")]);
    expect(recent.list(9_999)).toHaveLength(3);
    expect(recent.list(19_000)).toEqual([]);
  });

  it("knows nothing at first", () => {
    expect(new RecentChanges().list(0)).toEqual([]);
  });

  it("says that there were too many, and forgets that as well", () => {
    const recent = new RecentChanges();
    for (let index = 0; index < 100; index += 1) recent.add(change(`${index}`), 0);
    expect(recent.list(1)).toHaveLength(100);
    for (let index = 0; index < 500; index += 1) recent.add(change(`${index}`), 2);
    expect(recent.list(3)).toBeNull();
    expect(recent.list(10_002)).toEqual([]);
  });
});
