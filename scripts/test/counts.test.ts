import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countPlaywright, countReport, countVitest, sumOf } from "./counts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "drayboard-counts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function report(content: unknown): Promise<string> {
  const path = join(folder, "report.json");
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const vitest = (passed: number, failed: number, broken = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: [
    ...Array.from({ length: broken }, () => ({
      name: "lib/b.test.ts",
      status: "failed",
      assertionResults: [],
    })),
    {
      name: "lib/a.test.ts",
      status: failed > 0 ? "failed" : "passed",
      assertionResults: [
        { fullName: "containers are counted", status: "passed" },
        ...Array.from({ length: failed }, () => ({ fullName: "fees are summed", status: "failed" })),
      ],
    },
  ],
});

describe("test counts", () => {
  it("reads the reports of vitest and playwright", async () => {
    expect(await countReport(await report(vitest(7, 2)), 1, countVitest)).toMatchObject({
      passed: 7,
      failed: 2,
    });
    const stats = { expected: 5, unexpected: 1, flaky: 1 };
    expect(await countReport(await report({ stats, errors: [{}] }), 1, countPlaywright)).toMatchObject({
      passed: 5,
      failed: 3,
    });
  });

  it("counts a file that could not be loaded as a failure", () => {
    expect(countVitest(vitest(7, 0, 1))).toMatchObject({ passed: 7, failed: 1 });
  });

  it("lists only the failures", () => {
    expect(countVitest(vitest(7, 1, 1)).failures).toEqual([
      "lib/a.test.ts › fees are summed",
      "lib/b.test.ts could not be loaded",
    ]);
    const spec = (title: string, ok: boolean) => ({ title, file: "board.spec.ts", ok });
    const suites = [
      { specs: [spec("sorts", true)], suites: [{ specs: [spec("filters", false), spec("moves", true)] }] },
    ];
    const stats = { expected: 2, unexpected: 1, flaky: 0 };
    expect(countPlaywright({ stats, suites, errors: [{ message: "the server ended" }] }).failures).toEqual([
      "board.spec.ts › filters",
      "the server ended",
    ]);
  });

  it.each([
    ["no report", null, 0],
    ["half a report", '{"numPassed', 0],
    ["another program's report", { hello: 1 }, 0],
    ["no test at all", vitest(0, 0), 0],
    ["a program that failed next to its tests", vitest(3, 0), 1],
  ])("counts %s as a failure", async (_, content, exitCode) => {
    const path = content === null ? join(folder, "none.json") : await report(content);
    expect((await countReport(path, exitCode, countVitest)).failed).toBe(1);
  });
});

it("sums the shards of one suite and names each failure", () => {
  const shares = [
    { passed: 3, failed: 1, failures: ["board"] },
    { passed: 2, failed: 0, failures: [] },
  ];
  expect(sumOf(shares)).toEqual({ passed: 5, failed: 1, failures: ["board"] });
});
