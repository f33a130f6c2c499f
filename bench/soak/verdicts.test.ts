import { describe, expect, it } from "vitest";
import type { Sample } from "./samples";
import { judge, type Series, seriesOf, verdictLine } from "./verdicts";

const series = (values: readonly number[], mayGrow = { share: 0.1, plus: 1 }): Series => ({
  ...{ name: "worker, used heap", unit: "MB", at: 0.5, mayGrow },
  points: values.map((value, minute) => ({ minute, value })),
});

describe("the verdict of a series", () => {
  it("ignores the first fifth, in which a program warms up", () => {
    const verdict = judge(series([10, 50, 100, 100, 100, 100, 101, 100, 100, 101]));
    expect(verdict).toMatchObject({ secondFifth: 100, lastFifth: 100, isFlat: true });
    expect(verdict.perHour).toBeLessThan(10);
  });

  it("is not flat when the last fifth exceeds the second by more than it may grow", () => {
    const verdict = judge(series(Array.from({ length: 50 }, (_, minute) => 100 + minute)));
    expect(verdict).toMatchObject({ secondFifth: 114, lastFifth: 144, isFlat: false });
    expect(verdict.perHour).toBeCloseTo(60);
    expect(verdictLine(verdict)).toBe("GREW  worker, used heap: 114.0 to 144.0 MB, slope 60.0 an hour");
  });

  it("is flat when a value falls", () => {
    expect(judge(series([9, 8, 7, 6, 5])).isFlat).toBe(true);
  });
});

describe("the series of the samples", () => {
  const sample = (minute: number): Sample => ({
    minute,
    processes: {
      worker: { residentMb: 200, heapMb: 50, files: 30, connections: 11 },
      postgres: { residentMb: 400, heapMb: null, files: 900, connections: 40 },
    },
    ...{ waiting: 0, oldestSeconds: minute, databaseMb: 100 },
  });

  it("are those of each process and the inbox, without a heap for PostgreSQL", () => {
    const names = seriesOf(Array.from({ length: 10 }, (_, minute) => sample(minute))).map(({ name }) => name);
    expect(names).toContain("worker, used heap");
    expect(names).toContain("postgres, database connections");
    expect(names).not.toContain("postgres, used heap");
    expect(names.at(-1)).toMatch(/^inbox/);
    expect(names).toHaveLength(8);
  });
});
