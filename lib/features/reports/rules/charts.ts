import { formatMoney } from "@/lib/domain/charges/money";
import { formatDays, formatFigure, plainFigure } from "@/lib/features/reports/messages";
import type { ReportColumn, ReportId, ReportRow, ReportTable } from "./report-table";

/** One point of a chart: where it stands, how high (in the unit shown), and what its label says. */
export type ChartPoint = { label: string; value: number; words: string };
/** One small chart of several: its name, what it comes to, and its points. */
export type SmallChart = { id: string; title: string; total: string; points: readonly ChartPoint[] };
/** Half and nine of ten of something, in days. */
export type Range = { id: string; label: string; middle: number; tail: number; words: string };

/** What a report is drawn as: every number of it stands in the table. */
export type ReportChart =
  | { kind: "stacked"; rows: readonly ReportRow[] }
  | { kind: "bars" | "areas"; charts: readonly SmallChart[]; left: number }
  | { kind: "ranges"; ranges: readonly Range[]; left: number };

const MOST_CHARTS = 9;
const MOST_RANGES = 12;
/** Columns that sum the others up, and are not drawn next to them. */
const SUMS = new Set(["all"]);

const pointOf = (label: string, value: number | null, column: ReportColumn): ChartPoint => ({
  label,
  value: value === null ? 0 : plainFigure(value, column),
  words: formatFigure(value, column),
});

/** A small chart a row: its points are the columns. */
function byRow({ columns, rows }: ReportTable): SmallChart[] {
  return rows.map(({ id, label, values }) => {
    const drawn = columns.flatMap((column, index) =>
      SUMS.has(column.id) ? [] : [pointOf(column.label, values[index] ?? null, column)],
    );
    const sum = columns.findIndex((column) => SUMS.has(column.id));
    const total = values[sum] ?? 0;
    return { id, title: label, total: total.toLocaleString("en-US"), points: drawn };
  });
}

/** A small chart a column: its points are the rows. `total` is the last, or for money the sum of all. */
function byColumn({ columns, rows }: ReportTable, units: readonly ReportColumn["unit"][]): SmallChart[] {
  return columns.flatMap((column, index) => {
    if (!units.includes(column.unit)) return [];
    const points = rows.map(({ label, values }) => pointOf(label, values[index] ?? null, column));
    const sum = rows.reduce((all, { values }) => all + (values[index] ?? 0), 0);
    const money = column.unit === "money";
    const total = money
      ? formatMoney({ currency: column.currency ?? null, minor: sum })
      : points.at(-1)?.words;
    return [{ id: column.id, title: column.label, total: total ?? "", points }];
  });
}

const few = (kind: "bars" | "areas", charts: readonly SmallChart[]): ReportChart => ({
  ...{ kind, charts: charts.slice(0, MOST_CHARTS) },
  left: Math.max(0, charts.length - MOST_CHARTS),
});

function ranges({ columns, rows }: ReportTable, middle: string, tail: string): ReportChart {
  const figureOf = ({ values }: ReportRow, id: string) =>
    values[columns.findIndex((column) => column.id === id)] ?? null;
  const all = rows.flatMap((row): Range[] => {
    const [half, most] = [figureOf(row, middle), figureOf(row, tail)];
    if (half === null || most === null) return [];
    const column: ReportColumn = { id: middle, label: "", unit: "minutes" };
    return [
      {
        ...{ id: row.id, label: row.label, words: `${formatDays(half)}, 9 of 10 ${formatDays(most)}` },
        ...{ middle: plainFigure(half, column), tail: plainFigure(most, column) },
      },
    ];
  });
  return { kind: "ranges", ranges: all.slice(0, MOST_RANGES), left: Math.max(0, all.length - MOST_RANGES) };
}

/** Containers whose source was not checked for a day, or never: those sources are to be seen first. */
const unchecked = ({ points }: SmallChart): number =>
  points.slice(2).reduce((containers, { value }) => containers + value, 0);

/** Fewer days than this are bars: a line through them would say nothing. */
const FEWEST_FOR_AREA = 8;

/** How a report is drawn, out of its figures alone. */
export function chartOf(id: ReportId, table: ReportTable): ReportChart {
  switch (id) {
    case "deadlines":
      return { kind: "stacked", rows: table.rows };
    case "dwell":
      return ranges(table, "median", "late");
    case "drift":
      return ranges(table, "median", "tail");
    case "statuses":
      return few(table.rows.length < FEWEST_FOR_AREA ? "bars" : "areas", byColumn(table, ["containers"]));
    case "charges":
      return few("bars", byColumn(table, ["money"]));
    case "freshness":
      return few(
        "bars",
        byRow(table).sort((a, b) => unchecked(b) - unchecked(a)),
      );
    default:
      return few("bars", byRow(table));
  }
}

const largest = (points: readonly ChartPoint[]): ChartPoint | null =>
  points.reduce<ChartPoint | null>((most, point) => (most && most.value >= point.value ? most : point), null);

/** A chart in a sentence, for those who do not see it. */
export function chartSummary(chart: ReportChart): string {
  if (chart.kind === "ranges") {
    const [slowest] = [...chart.ranges].sort((a, b) => b.middle - a.middle);
    return slowest ? `Longest: ${slowest.label}, half within ${slowest.words}.` : "";
  }
  if (chart.kind === "stacked") {
    const sums = chart.rows.map(({ label, values }) => ({
      ...{ label, value: values.at(-1) ?? 0, words: (values.at(-1) ?? 0).toLocaleString("en-US") },
    }));
    const most = largest(sums);
    return most?.value ? `Most containers: ${most.label}, ${most.words}.` : "";
  }
  return chart.charts
    .slice(0, 3)
    .flatMap(({ title, total, points }) => {
      const most = largest(points);
      return most?.value ? [`${title}: ${total}, most at ${most.label} with ${most.words}.`] : [];
    })
    .join(" ");
}
