import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { z } from "zod";

export interface Count {
  passed: number;
  failed: number;
  /** The failures, repeated at the end of the output. */
  failures: string[];
  /** How long each test file or browser test took. */
  durations?: Duration[];
}

export interface Duration {
  name: string;
  ms: number;
}

export const sumOf = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  failures: counts.flatMap(({ failures }) => failures),
  durations: counts.flatMap(({ durations = [] }) => durations),
});

const VITEST = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A file that could not be loaded has no failed test. It counts as one failure. */
export function countVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = VITEST.parse(report);
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${relative(".", name)} › ${fullName}`),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    failures: [...failures, ...broken.map(({ name }) => `${relative(".", name)} could not be loaded`)],
    durations: testResults.map(({ name, startTime, endTime }) => ({
      name: relative(".", name),
      ms: endTime - startTime,
    })),
  };
}

const SPEC = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
});

const SUITE = z.object({
  specs: z.array(SPEC),
  get suites() {
    return z.array(SUITE).default([]);
  },
});

const PLAYWRIGHT = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(SUITE).default([]),
  errors: z.array(z.object({ message: z.string().default("") })).default([]),
});

const allSpecs = ({ specs, suites }: z.infer<typeof SUITE>): z.infer<typeof SPEC>[] => [
  ...specs,
  ...suites.flatMap(allSpecs),
];

const nameOf = ({ file, title }: z.infer<typeof SPEC>) => `${file} › ${title}`;

const durationOf = ({ tests }: z.infer<typeof SPEC>): number =>
  tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);

/** A flaky test counts as failed, and so does each error outside of a test. */
export function countPlaywright(report: unknown): Count {
  const { stats, suites, errors } = PLAYWRIGHT.parse(report);
  const specs = suites.flatMap(allSpecs);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [...specs.filter(({ ok }) => !ok).map(nameOf), ...errors.map(({ message }) => message)],
    durations: specs.map((spec) => ({ name: nameOf(spec), ms: durationOf(spec) })),
  };
}

const COUNT = z.object({ passed: z.number(), failed: z.number(), failures: z.array(z.string()) });

/** The counts that `npm run test:smoke` reports. */
export const countSmoke = (report: unknown): Count => COUNT.parse(report);

/**
 * The counts from the report of a test program. A program that failed without a failed test, or wrote no report, counts
 * as one failure. No error may look like success.
 */
export async function countReport(
  path: string,
  exitCode: number,
  count: (report: unknown) => Count,
): Promise<Count> {
  const read = await readFile(path, "utf8")
    .then((text) => count(JSON.parse(text)))
    .catch(() => null);
  if (read === null) return { passed: 0, failed: 1, failures: ["no report was written"] };
  if (read.failed === 0 && (exitCode !== 0 || read.passed === 0))
    return { ...read, failed: 1, failures: ["the program failed next to its tests, or had none"] };
  return read;
}
