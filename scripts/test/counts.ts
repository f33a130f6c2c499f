import { readFile } from "node:fs/promises";
import { z } from "zod";

export interface Count {
  passed: number;
  failed: number;
}

const VITEST = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** A file that could not even be loaded has no failed test in it: it counts as one. */
export function countVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = VITEST.parse(report);
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

const PLAYWRIGHT = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()).default([]),
});

/** A test that passes only now and then counts as failed; so does each error outside of any test. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors } = PLAYWRIGHT.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/**
 * The count of a test program out of its report. A program that failed without one failed test, or that wrote no
 * report, counts as one failure: nothing that went wrong may look like success.
 */
export async function countReport(
  path: string,
  exitCode: number,
  count: (report: unknown) => Count,
): Promise<Count> {
  const read = await readFile(path, "utf8")
    .then((text) => count(JSON.parse(text)))
    .catch(() => null);
  if (read === null) return { passed: 0, failed: 1 };
  if (read.failed === 0 && (exitCode !== 0 || read.passed === 0)) return { ...read, failed: 1 };
  return read;
}
