import { describe, expect, it } from "vitest";
import { parseChange, parseStatus } from "./events";

describe("parseChange", () => {
  it("treats a missing part or a part of another type as unchanged", () => {
    expect(parseChange('{"containers":["a",1,null],"parties":"yes"}')).toEqual({
      containers: ["a"],
      shipments: [],
      requests: [],
      parties: false,
    });
  });

  it.each(["", "{", "null", "[]", '"text"', undefined, 7])("returns null for the change %j", (data) => {
    expect(parseChange(data)).toBeNull();
  });
});

describe("parseStatus", () => {
  it("reads instants and returns null for invalid ones", () => {
    const status = parseStatus(
      '{"lastSyncAt":"2026-11-20T10:00:00Z","lastChangeAt":"soon","inboxLag":{"count":"3"},"syncing":{"records":9},"trouble":"flood","clockOffMs":"far"}',
    );
    expect(status).toEqual({
      lastSyncAt: "2026-11-20T10:00:00Z",
      lastChangeAt: null,
      upstreamDownSince: null,
      trouble: null,
      clockOffMs: null,
      pausedUntil: null,
      database: "up",
      syncing: { records: 9 },
      inboxLag: { count: 0, oldestAt: null },
    });
  });

  it.each([600_000, -600_000, null])("reads the clock difference: %j", (clockOffMs) => {
    expect(parseStatus(JSON.stringify({ clockOffMs }))).toMatchObject({ clockOffMs });
  });

  it.each(["", "no json", "[1]"])("returns null for the status %j", (data) => {
    expect(parseStatus(data)).toBeNull();
  });
});
