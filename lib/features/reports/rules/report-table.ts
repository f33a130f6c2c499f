/** The unit of a figure. "minutes" are shown as days. */
export type ReportUnit = "containers" | "minutes" | "moves" | "money" | "rows";

/** A column of a report. `currency` is set only for money, and is null when the service names no currency. */
export type ReportColumn = { id: string; label: string; unit: ReportUnit; currency?: string | null };

/**
 * A row of a report: one value per column, null for no value. `day`: the row is a calendar day or the week that starts
 * on that day.
 */
export type ReportRow = { id: string; label: string; note?: string; values: readonly (number | null)[] };

/**
 * The figures of a report. The chart, the table and the file are built only from this. `notes` explain what is not
 * counted and the reason.
 */
export type ReportTable = {
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  notes: readonly string[];
};

export const REPORT_IDS = [
  "deadlines",
  "arrivals",
  "holds",
  "dwell",
  "drift",
  "statuses",
  "charges",
  "freshness",
] as const;
export type ReportId = (typeof REPORT_IDS)[number];

/** Tables of the manager's page. Their figures link to container lists, as in reports. */
export const HOME_TABLES = ["trends", "since", "exposure", "people"] as const;
export type HomeTable = (typeof HOME_TABLES)[number];
export type TableId = ReportId | HomeTable;

type ReportText = { title: string; head: string; says: string; history: boolean };

/** For each report: its name, its row heading, its purpose, and whether it covers a number of weeks. */
export const REPORT_LABELS: Record<ReportId, ReportText> = {
  deadlines: {
    title: "Deadlines ahead",
    head: "Last free day",
    says: "Containers still to be pulled, by last free day in the terminal’s time zone.",
    history: false,
  },
  arrivals: {
    title: "Arrivals ahead",
    head: "Port or inland location",
    says: "Containers not yet arrived, by ETA date in local time.",
    history: false,
  },
  holds: {
    title: "Holds by age",
    head: "Hold",
    says: "Open holds by age, in the container’s local time.",
    history: false,
  },
  dwell: {
    title: "Terminal dwell",
    head: "Terminal",
    says: "From discharge to gate out, for containers gated out in this period. Moves continuing by rail are excluded.",
    history: true,
  },
  drift: {
    title: "ETA change by line",
    head: "Line",
    says: "Vessel arrival at the port of discharge compared with the line’s first ETA, by container.",
    history: true,
  },
  statuses: {
    title: "Containers by status",
    head: "End of day",
    says: "Containers in each status at the end of the day at their port of discharge.",
    history: true,
  },
  charges: {
    title: "Charges by week",
    head: "Week starting Monday",
    says: "Charges by the week in which they were first reported or increased, by currency. Corrections are subtracted.",
    history: true,
  },
  freshness: {
    title: "Freshness by source",
    head: "Source",
    says: "Time since each source was last checked, by containers awaiting its data.",
    history: false,
  },
};

export const HOME_LABELS: Record<HomeTable, { title: string; head: string }> = {
  trends: { title: "Trends", head: "What happened" },
  since: { title: "Since yesterday", head: "What changed" },
  exposure: { title: "Reported charges", head: "Group" },
  people: { title: "Workload by user", head: "User" },
};

/** The number of weeks that a report can cover. */
export const WEEKS = [4, 12, 52] as const;
export type Weeks = (typeof WEEKS)[number];
export const DEFAULT_WEEKS: Weeks = 12;

export const readWeeks = (text: string | null | undefined): Weeks =>
  WEEKS.find((weeks) => String(weeks) === text) ?? DEFAULT_WEEKS;

const TABLE_IDS: readonly TableId[] = [...REPORT_IDS, ...HOME_TABLES];

/** Returns the id of a report or table by its name. Null when there is none. */
export const readTableId = (text: string): TableId | null => TABLE_IDS.find((id) => id === text) ?? null;
export const isReportId = (id: TableId): id is ReportId => REPORT_IDS.some((each) => each === id);
export const tableTitle = (id: TableId): string =>
  isReportId(id) ? REPORT_LABELS[id].title : HOME_LABELS[id].title;

/** Identifies one figure of a report by row and column. */
export type CellName = { row: string; column: string };

const weeksParam = (id: TableId, weeks: Weeks): Record<string, string> =>
  isReportId(id) && REPORT_LABELS[id].history ? { weeks: String(weeks) } : {};

export function reportHref(id: ReportId, weeks: Weeks): string {
  const params = new URLSearchParams(weeks === DEFAULT_WEEKS ? {} : weeksParam(id, weeks)).toString();
  return `/reports/${id}${params ? `?${params}` : ""}`;
}

/** Address of the list of containers counted by a figure. */
export function containersHref(id: TableId, weeks: Weeks, { row, column }: CellName, page = 1): string {
  const params = new URLSearchParams({ ...weeksParam(id, weeks), row, column });
  if (page > 1) params.set("page", String(page));
  return `/reports/${id}/containers?${params}`;
}

/** A container counted by a figure. `measure` is its value in the report as text, "" for none. */
export type ReportContainer = {
  id: string;
  number: string;
  customer: string | null;
  line: string | null;
  place: string | null;
  status: string;
  measure: string;
};
