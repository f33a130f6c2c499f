import { type Figure, figure, percentile } from "@/bench/harness/figures";
import type { ProcessSample, Sample } from "./samples";

const MINUTES_AN_HOUR = 60;
/** A run is compared in fifths. Warming up takes the first one. */
export const FIFTHS = 5;

/** A value over time. It stays flat if it grows by at most a share of its size and an allowance. */
export interface Series {
  name: string;
  unit: string;
  points: readonly { minute: number; value: number }[];
  /** The percentile of a fifth that is compared: 0.5 is the median. */
  at: number;
  mayGrow: { share: number; plus: number };
}

export interface Verdict {
  series: Series;
  secondFifth: number;
  lastFifth: number;
  /** The slope of a line through the points after the first fifth. */
  perHour: number;
  isFlat: boolean;
}

/** The slope of the line through the points with the least squares, a minute. 0 for fewer than two points. */
function slopeOf(points: Series["points"]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const minute = mean(points.map((point) => point.minute));
  const value = mean(points.map((point) => point.value));
  const spread = points.reduce((sum, point) => sum + (point.minute - minute) ** 2, 0);
  const shared = points.reduce((sum, point) => sum + (point.minute - minute) * (point.value - value), 0);
  return spread > 0 ? shared / spread : 0;
}

/** Part n of 5 of the values, from 0. */
export function fifthOf<T>(values: readonly T[], fifth: number): T[] {
  const at = (part: number) => Math.floor((part * values.length) / FIFTHS);
  return values.slice(at(fifth), at(fifth + 1));
}

/** Compares the last fifth of a series with its second. */
export function judge(series: Series): Verdict {
  const { points, at, mayGrow } = series;
  const valueIn = (fifth: number) =>
    percentile(
      fifthOf(points, fifth).map(({ value }) => value),
      at,
    );
  const [secondFifth, lastFifth] = [valueIn(1), valueIn(FIFTHS - 1)];
  return {
    ...{ series, secondFifth, lastFifth },
    perHour: slopeOf(points.slice(Math.floor(points.length / FIFTHS))) * MINUTES_AN_HOUR,
    isFlat: lastFifth <= secondFifth * (1 + mayGrow.share) + mayGrow.plus,
  };
}

const PARTS: readonly {
  key: keyof ProcessSample;
  label: string;
  unit: string;
  mayGrow: Series["mayGrow"];
}[] = [
  { key: "residentMb", label: "resident memory", unit: "MB", mayGrow: { share: 0.1, plus: 10 } },
  { key: "heapMb", label: "used heap", unit: "MB", mayGrow: { share: 0.1, plus: 10 } },
  { key: "files", label: "open files", unit: "", mayGrow: { share: 0.1, plus: 5 } },
  { key: "connections", label: "database connections", unit: "", mayGrow: { share: 0, plus: 2 } },
];

/** The series of each process and that of the inbox. */
export function seriesOf(samples: readonly Sample[]): Series[] {
  const names = Object.keys(samples[0]?.processes ?? {});
  const ofProcesses = names.flatMap((name) =>
    PARTS.flatMap(({ key, label, unit, mayGrow }): Series[] => {
      const points = samples.flatMap(({ minute, processes }) => {
        const value = processes[name]?.[key] ?? null;
        return value === null ? [] : [{ minute, value }];
      });
      const what = name === "postgres" && key === "residentMb" ? "memory without shared buffers" : label;
      return points.length < FIFTHS ? [] : [{ name: `${name}, ${what}`, unit, points, at: 0.5, mayGrow }];
    }),
  );
  const points = samples.map(({ minute, oldestSeconds: value }) => ({ minute, value }));
  const inbox = { name: "inbox, age of the oldest notification, p95", unit: "s", at: 0.95 };
  return [...ofProcesses, { ...inbox, points, mayGrow: { share: 0.5, plus: 5 } }];
}

/** The sentence of a verdict. */
export function verdictLine({ series, secondFifth, lastFifth, perHour, isFlat }: Verdict): string {
  const text = (value: number) => value.toFixed(1);
  const unit = series.unit ? ` ${series.unit}` : "";
  return `${isFlat ? "flat" : "GREW"}  ${series.name}: ${text(secondFifth)} to ${text(lastFifth)}${unit}, slope ${text(perHour)} an hour`;
}

/** A verdict as figures. The floor is the second fifth of the same run. */
export const verdictFigures = ({ series, secondFifth, lastFifth, perHour }: Verdict): Figure[] => [
  figure({
    name: `${series.name}, last fifth of the run (floor: its second fifth)`,
    unit: series.unit,
    value: lastFifth,
    floor: secondFifth,
  }),
  figure({
    name: "… slope after the first fifth",
    unit: `${series.unit} an hour`.trim(),
    value: perHour,
  }),
];
