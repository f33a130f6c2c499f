import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countPlaywright, countReport, countVitest, sumOf } from "./counts";
import { run, runStep } from "./run";
import { timeTable } from "./time-table";

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
      startTime: 1_000,
      endTime: 1_500,
      assertionResults: [],
    })),
    {
      name: "lib/a.test.ts",
      status: failed > 0 ? "failed" : "passed",
      startTime: 1_000,
      endTime: 3_000,
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
    const spec = (title: string, ok: boolean) => ({ title, file: "board.spec.ts", ok, tests: [] });
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
  expect(sumOf(shares)).toMatchObject({ passed: 5, failed: 1, failures: ["board"] });
});

describe("test durations", () => {
  it("are those of vitest's files and of playwright's tests, with all their attempts", () => {
    expect(countVitest(vitest(7, 0)).durations).toEqual([{ name: "lib/a.test.ts", ms: 2_000 }]);
    const tests = [{ results: [{ duration: 400 }, { duration: 500 }] }];
    const suites = [
      { specs: [], suites: [{ specs: [{ title: "sorts", file: "board.spec.ts", ok: true, tests }] }] },
    ];
    const stats = { expected: 1, unexpected: 0, flaky: 0 };
    const { durations } = countPlaywright({ stats, suites });
    expect(durations).toEqual([{ name: "board.spec.ts › sorts", ms: 900 }]);
    expect(
      sumOf([{ passed: 1, failed: 0, failures: [], durations }, countVitest(vitest(7, 0))]).durations,
    ).toHaveLength(2);
  });

  it("are printed below the time of each step, the ten longest first", () => {
    const durations = Array.from({ length: 12 }, (_, at) => ({ name: `lib/${at}.test.ts`, ms: at * 1_000 }));
    const table = timeTable(
      [
        { title: "Types", wallMs: 9_040, cpuMs: 15_000, durations: [] },
        { title: "Unit", wallMs: 120_000, cpuMs: 200_000, durations },
      ],
      125_000,
    ).split("\n");
    expect(table.slice(0, 7).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["clock", "CPU", "step"],
      ["9.0 s", "15.0 s", "Types"],
      ["120.0 s", "200.0 s", "Unit"],
      ["125.0 s", "215.0 s", "all"],
      [""],
      ['Slowest of "Unit":'],
      ["11.0 s", "lib/11.test.ts"],
    ]);
    expect(table).toHaveLength(16);
  });
});

describe("a step", () => {
  const burn = (ms: number) => [
    "-e",
    `const end = Date.now() + ${ms}; while (Date.now() < end) process.cpuUsage();`,
  ];

  it.runIf(process.platform === "linux")("has the CPU time of its own programs", async () => {
    const [busy, idle] = await Promise.all([
      runStep(() => run(process.execPath, burn(1_500), process.env)),
      runStep(() => run(process.execPath, ["-e", "0"], process.env)),
    ]);
    expect([busy.result, idle.result]).toEqual([0, 0]);
    expect(busy.cpuMs).toBeGreaterThan(idle.cpuMs + 100);
  });

  it("shows output that is held back when it has ended", async () => {
    const shown: string[] = [];
    const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      shown.push(String(text));
      return true;
    });
    try {
      await runStep(
        async () => {
          await run(process.execPath, ["-e", "console.log('one'); console.error('two')"], process.env);
          expect(shown).toEqual([]);
        },
        { holdBack: true },
      );
    } finally {
      write.mockRestore();
    }
    expect(shown.join("").split("\n").toSorted()).toEqual(["", "one", "two"]);
  });
});
