import { existsSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Undo } from "./clean-up";
import { figure, formatTable, openResults, percentile, percentileFigures, type Results } from "./figures";

describe("percentile", () => {
  it("returns the smallest sample that the share does not exceed, in any order of samples", () => {
    const samples = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(percentile(samples, 0.5)).toBe(50);
    expect(percentile(samples, 0.95)).toBe(95);
    expect(percentile([7], 0.95)).toBe(7);
  });

  it("throws on an empty list of samples", () => {
    expect(() => percentile([], 0.5)).toThrow("no samples");
  });
});

describe("figure", () => {
  it("is not reached just past its goal, even if rounding hides the difference", () => {
    expect(figure({ name: "a", unit: "ms", value: 25.01, goal: 25 })).toMatchObject({
      value: 25,
      reached: false,
    });
    expect(figure({ name: "a", unit: "ms", value: 25, goal: 25 }).reached).toBe(true);
  });

  it("has reached null without a goal and ratio null without a baseline", () => {
    const bare = figure({ name: "a", unit: "ms", value: 3 });
    expect(bare).toEqual({
      name: "a",
      unit: "ms",
      value: 3,
      goal: null,
      reached: null,
      floor: null,
      ratio: null,
    });
    expect(figure({ name: "a", unit: "ms", value: 3, floor: 0 }).ratio).toBeNull();
  });

  it("accepts 0 as a goal", () => {
    expect(figure({ name: "a", unit: "requests", value: 0, goal: 0 }).reached).toBe(true);
    expect(figure({ name: "a", unit: "requests", value: 1, goal: 0 }).reached).toBe(false);
  });

  it("requires a minimum share of the baseline where higher is better", () => {
    const carried = (value: number) =>
      figure({ name: "a", unit: "requests/s", value, floor: 400, minRatio: 0.5 });
    expect(carried(200)).toMatchObject({ goal: null, reached: true, ratio: 0.5, minRatio: 0.5 });
    expect(carried(199.9).reached).toBe(false);
    expect(
      formatTable([carried(100)])
        .split("\n")
        .at(-1),
    ).toMatch(/≥ 0\.5 ×\s+NO\s+400\s+0\.25 ×$/);
  });

  it("assigns goal and baseline to the matching percentiles", () => {
    const [half, max] = percentileFigures("read", [1, 2, 30], { goal: 25, floor: [1, 1, 3] });
    expect(half).toMatchObject({ name: "read, p50", value: 2, goal: null, floor: 1, ratio: 2 });
    expect(max).toMatchObject({
      name: "read, p95",
      value: 30,
      goal: 25,
      reached: false,
      floor: 3,
      ratio: 10,
    });
  });
});

describe("formatTable", () => {
  it("prints a missed goal in capitals and omits absent values", () => {
    const table = formatTable([figure({ name: "read", unit: "ms", value: 30, goal: 25 })]);
    expect(table.split("\n").at(-1)).toMatch(/^read\s+30 ms\s+≤ 25\s+NO\s*$/);
  });
});

describe("openResults", () => {
  const home = process.cwd();
  afterEach(() => process.chdir(home));

  async function open(): Promise<{
    results: Results;
    end: () => Promise<void>;
    read: (name: string) => unknown;
  }> {
    process.chdir(await mkdtemp(join(tmpdir(), "drayboard-results-")));
    const undos: Undo[] = [];
    const results = await openResults({ name: "board", onEnd: (undo) => undos.push(undo) });
    return {
      results,
      end: async () => {
        for (const undo of undos) await undo();
      },
      read: (name) => {
        const path = join("bench", "results", name);
        return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
      },
    };
  }

  it("stores and prints the measurements so far when the benchmark fails early", async () => {
    const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const { results, end, read } = await open();
    await results.add(figure({ name: "first row", unit: "ms", value: 3 }));
    await end();
    const output = printed.mock.calls.map(([text]) => String(text)).join("");
    printed.mockRestore();
    expect(read("board.partial.json")).toMatchObject({
      machine: expect.stringMatching(/^\d+ × .+, \d+ GiB$/),
      figures: [{ name: "first row", value: 3 }],
    });
    expect(read("board.json")).toBeNull();
    expect(output).toContain("Not finished. Measured so far");
    expect(output).toContain("first row");
  });

  it("replaces the partial file when the benchmark finishes", async () => {
    const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const { results, end, read } = await open();
    await results.add(figure({ name: "first row", unit: "ms", value: 3 }));
    await results.add(figure({ name: "sort", unit: "ms", value: 4 }));
    await results.finish("The board");
    await end();
    printed.mockRestore();
    expect(read("board.json")).toMatchObject({ figures: [{ value: 3 }, { value: 4 }] });
    expect(read("board.partial.json")).toBeNull();
  });
});
