import type { Duration } from "./counts";

export interface StepTime {
  title: string;
  /** Milliseconds on the clock. */
  wallMs: number;
  /** Milliseconds of CPU time of the programs that the step ran. 0: not known. */
  cpuMs: number;
  durations: readonly Duration[];
}

const SLOWEST = 10;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9);

/** The slowest files or tests of a step, slowest first. */
function slowest({ title, durations }: StepTime): string[] {
  if (durations.length === 0) return [];
  const listed = durations.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  return ["", `Slowest of "${title}":`, ...listed.map(({ name, ms }) => `${seconds(ms)}  ${name}`)];
}

/**
 * The end of the output of a test run: the time on the clock and the CPU time of each step, and its slowest files or
 * tests. `wallMs` is the time of the whole run, which is less than the sum if steps ran in parallel.
 */
export function timeTable(steps: readonly StepTime[], wallMs: number): string {
  const cpuMs = steps.reduce((sum, step) => sum + step.cpuMs, 0);
  const line = (wall: number, cpu: number, title: string) => `${seconds(wall)}${seconds(cpu)}  ${title}`;
  return [
    `${"clock".padStart(9)}${"CPU".padStart(9)}  step`,
    ...steps.map((step) => line(step.wallMs, step.cpuMs, step.title)),
    line(wallMs, cpuMs, "all"),
    ...steps.flatMap(slowest),
  ].join("\n");
}
