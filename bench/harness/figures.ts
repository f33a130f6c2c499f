import { execFile } from "node:child_process";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { say } from "@/scripts/up/progress";
import type { Undo } from "./clean-up";
import { SMOKE } from "./smoke";

const RESULTS = join("bench", "results");
/** Folder for the results of smoke runs, which are not measurements. */
export const SMOKE_RESULTS = join(".cache", "smoke");

/**
 * One measured figure. `goal` is the maximum, `floor` the same measurement on the smallest possible implementation,
 * `ratio` the value divided by the floor. Each is null if there is none. `leastRatio` is set where higher is better:
 * the minimum ratio.
 */
export interface Figure {
  name: string;
  unit: string;
  value: number;
  goal: number | null;
  reached: boolean | null;
  floor: number | null;
  ratio: number | null;
  minRatio?: number;
}

interface Measured {
  name: string;
  unit: string;
  value: number;
  goal?: number;
  floor?: number;
  minRatio?: number;
}

/** Converts a measurement to a figure. Lower is better, unless a minimum ratio to the floor is set. */
export function figure({ name, unit, value, goal, floor, minRatio: leastRatio }: Measured): Figure {
  if (leastRatio !== undefined && floor !== undefined) {
    const plain = figure({ name, unit, value, floor });
    return { ...plain, reached: value >= leastRatio * floor, minRatio: leastRatio };
  }
  return {
    name,
    unit,
    value: rounded(value),
    goal: goal ?? null,
    reached: goal === undefined ? null : value <= goal,
    floor: floor === undefined ? null : rounded(floor),
    ratio: floor ? rounded(value / floor) : null,
  };
}

const rounded = (value: number) => Number(value.toFixed(Math.abs(value) < 10 ? 2 : 1));

/** The smallest sample that `share` (0 to 1) of all samples do not exceed. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (found === undefined) throw new Error("no samples");
  return found;
}

/** p50 and p95 of samples as two figures. `goal` is that of p95, `medianGoal` that of p50. */
export function percentileFigures(
  name: string,
  samples: readonly number[],
  { goal, medianGoal, floor }: { goal?: number; medianGoal?: number; floor?: readonly number[] } = {},
): Figure[] {
  const at = (share: number, max?: number) =>
    figure({
      name: `${name}, p${share * 100}`,
      unit: "ms",
      value: percentile(samples, share),
      goal: max,
      floor: floor && percentile(floor, share),
    });
  return [at(0.5, medianGoal), at(0.95, goal)];
}

const run = promisify(execFile);

/** Where and when figures were measured. `commit` ends with "+" where files differ from it. `date` in UTC. */
export interface Origin {
  machine: string;
  commit: string;
  date: string;
}

/** The origin of figures measured from now on. Outside a Git repository the commit is "unknown". */
async function findOrigin(now: Date): Promise<Origin> {
  const git = async (...args: string[]) => (await run("git", args)).stdout.trim();
  const commit = await Promise.all([
    git("rev-parse", "--short=8", "HEAD"),
    git("status", "--porcelain", "--", ":!bench/results"),
  ]).then(
    ([head, changes]) => (changes === "" ? head : `${head}+`),
    () => "unknown",
  );
  const processors = cpus();
  const machine = `${processors.length} × ${processors[0]?.model ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return { machine, commit, date: now.toISOString() };
}

/** The figures of one benchmark as they are measured. */
export interface Results {
  /** Adds figures and writes all figures so far to `NAME.partial.json`, so that a later failure does not lose them. */
  add(...figures: readonly Figure[]): Promise<void>;
  /** Prints the table below the title and replaces the partial file with `NAME.json`. */
  finish(title: string): Promise<void>;
}

export interface ResultsOptions {
  /** File name of the results, without extension. */
  name: string;
  /** Registers a function to run at the end of the benchmark, whether it succeeds or fails. */
  onEnd: (undo: Undo) => void;
}

/**
 * Opens the results of a benchmark in `bench/results`, those of a smoke run in `.cache/smoke`. A benchmark that ends
 * without `finish` prints the table of its measurements so far and leaves the partial file.
 */
export async function openResults({ name, onEnd }: ResultsOptions): Promise<Results> {
  const folder = SMOKE ? SMOKE_RESULTS : RESULTS;
  const path = join(folder, `${name}.json`);
  const partial = join(folder, `${name}.partial.json`);
  const figures: Figure[] = [];
  const origin = await findOrigin(new Date());
  let finished = false;
  await mkdir(folder, { recursive: true });
  await rm(partial, { force: true });
  onEnd(() => {
    if (finished || figures.length === 0) return;
    say(`\nNot finished. Measured so far (${partial}):\n${formatTable(figures)}`);
  });
  const write = () => writeFile(partial, `${JSON.stringify({ ...origin, figures }, null, 2)}\n`);
  return {
    async add(...more) {
      figures.push(...more);
      await write();
    },
    async finish(title) {
      await write();
      await rename(partial, path);
      finished = true;
      const { machine, commit, date } = origin;
      say(`\n${title}\n${machine}. Commit ${commit}, ${date}\n${formatTable(figures)}\n\nWritten to ${path}`);
    },
  };
}

/** Formats the figures as table lines. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, unit, value, goal, reached, floor, ratio, minRatio: leastRatio }) => [
    name,
    `${value} ${unit}`,
    leastRatio === undefined ? (goal === null ? "" : `≤ ${goal}`) : `≥ ${leastRatio} ×`,
    reached === null ? "" : reached ? "yes" : "NO",
    floor === null ? "" : `${floor}`,
    ratio === null ? "" : `${ratio} ×`,
  ]);
  return alignColumns([["figure", "value", "goal", "reached", "floor", "to floor"], ...rows]);
}

/** Aligns the cells of a table with a head. The first column begins at the left, the others end at the right. */
export function alignColumns(table: readonly (readonly string[])[]): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ");
  const [head = [], ...body] = table;
  return [line(head), "─".repeat(line(head).length), ...body.map(line)].join("\n");
}
