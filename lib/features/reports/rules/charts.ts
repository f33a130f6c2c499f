import { formatMoney } from "@/lib/domain/charges/money";
import { formatDays, formatFigure, plainFigure } from "@/lib/features/reports/messages";
import type { ReportColumn, ReportId, ReportRow, ReportTable } from "./report-table";

/** One point of a chart: its position, its value (in the unit shown) and its label. */
export type ChartPoint = { label: string; value: number; text: string };
/** One chart of a set of small charts: its title, its total and its points. */
export type SmallChart = { id: string; title: string; total: string; points: readonly ChartPoint[] };
/** The median and the 90th percentile in days. */
export type Range = { id: string; label: string; middle: number; tail: number; text: string };

/** The chart of a report. All its values are also in the table. */
export type ReportChart =
  | { kind: "stacked"; rows: readonly ReportRow[] }
  | { kind: "bars" | "areas"; charts: readonly SmallChart[]; left: number }
  | { kind: "ranges"; ranges: readonly Range[]; left: number };

/** Whether a row is a day or a week. Charges whose day is unknown are only in the table. */
const isDayRow = ({ id }: ReportRow): boolean => /^\d{4}-\d{2}-\d{2}$/.test(id);

const MAX_CHARTS = 9;
const MAX_RANGES = 12;
/** Columns with the sum of other columns. They are not charted. */
const SUMS = new Set(["all"]);

const pointOf = (label: string, value: number | null, column: ReportColumn): ChartPoint => ({
  label,
  value: value === null ? 0 : plainFigure(value, column),
  text: formatFigure(value, column),
});

/** One small chart per row. The columns are its points. */
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

/** One small chart per column. The rows are its points. `total` is the last value, or for money the sum. */
function byColumn({ columns, rows }: ReportTable, units: readonly ReportColumn["unit"][]): SmallChart[] {
  return columns.flatMap((column, index) => {
    if (!units.includes(column.unit)) return [];
    const points = rows.map(({ label, values }) => pointOf(label, values[index] ?? null, column));
    const sum = rows.reduce((all, { values }) => all + (values[index] ?? 0), 0);
    const money = column.unit === "money";
    const total = money
      ? formatMoney({ currency: column.currency ?? null, minor: sum })
      : points.at(-1)?.text;
    return [{ id: column.id, title: column.label, total: total ?? "", points }];
  });
}

const few = (kind: "bars" | "areas", charts: readonly SmallChart[]): ReportChart => ({
  kind,
  charts: charts.slice(0, MAX_CHARTS),
  left: Math.max(0, charts.length - MAX_CHARTS),
});

function ranges({ columns, rows }: ReportTable, middle: string, tail: string): ReportChart {
  const figureOf = ({ values }: ReportRow, id: string) =>
    values[columns.findIndex((column) => column.id === id)] ?? null;
  const all = rows.flatMap((row): Range[] => {
    const [half, max] = [figureOf(row, middle), figureOf(row, tail)];
    if (half === null || max === null) return [];
    const column: ReportColumn = { id: middle, label: "", unit: "minutes" };
    return [
      {
        id: row.id,
        label: row.label,
        text: `${formatDays(half)}, 90th pct. ${formatDays(max)}`,
        middle: plainFigure(half, column),
        tail: plainFigure(max, column),
      },
    ];
  });
  return { kind: "ranges", ranges: all.slice(0, MAX_RANGES), left: Math.max(0, all.length - MAX_RANGES) };
}

/** Number of containers whose source was not checked for at least a day. These sources are charted first. */
const unchecked = ({ points }: SmallChart): number =>
  points.slice(2).reduce((containers, { value }) => containers + value, 0);

/** Series with fewer days are charted as bars, because an area needs more points. */
const MIN_FOR_AREA = 8;

/** Returns the chart of a report, built only from its figures. */
export function chartOf(id: ReportId, table: ReportTable): ReportChart {
  switch (id) {
    case "deadlines":
      return { kind: "stacked", rows: table.rows };
    case "dwell":
      return ranges(table, "median", "late");
    case "drift":
      return ranges(table, "median", "tail");
    case "statuses":
      return few(table.rows.length < MIN_FOR_AREA ? "bars" : "areas", byColumn(table, ["containers"]));
    case "charges":
      return few("bars", byColumn({ ...table, rows: table.rows.filter(isDayRow) }, ["money"]));
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
  points.reduce<ChartPoint | null>((max, point) => (max && max.value >= point.value ? max : point), null);

/** Returns a chart as a sentence for screen readers. */
export function chartSummary(chart: ReportChart): string {
  if (chart.kind === "ranges") {
    const [slowest] = [...chart.ranges].sort((a, b) => b.middle - a.middle);
    return slowest ? `Longest: ${slowest.label}, median ${slowest.text}.` : "";
  }
  if (chart.kind === "stacked") {
    const sums = chart.rows.map(({ label, values }) => ({
      label,
      value: values.at(-1) ?? 0,
      text: (values.at(-1) ?? 0).toLocaleString("en-US"),
    }));
    const max = largest(sums);
    return max?.value ? `Most containers: ${max.label}, ${max.text}.` : "";
  }
  return chart.charts
    .slice(0, 3)
    .flatMap(({ title, total, points }) => {
      const max = largest(points);
      return max?.value ? [`${title}: ${total}, highest: ${max.label} (${max.text}).`] : [];
    })
    .join(" ");
}
