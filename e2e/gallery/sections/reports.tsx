import { ContainersView } from "@/components/reports/containers-view";
import { HomeView } from "@/components/reports/manager-home";
import { ReportsView } from "@/components/reports/reports-view";
import { hoursFromNow, ROWS } from "@/e2e/gallery/support/data";
import type { Section } from "@/e2e/gallery/support/section";
import { appears } from "@/e2e/gallery/support/user";
import type { ReportColumn, ReportId, ReportTable } from "@/lib/features/reports/rules/report-table";

const UP_TO_DATE = { containers: 0, since: null };
const counts = (...labels: string[]): ReportColumn[] =>
  labels.map((label) => ({ id: label.toLowerCase(), label, unit: "containers" }));

const DEADLINES: ReportTable = {
  columns: [...counts("Ready", "Held", "Other"), { id: "all", label: "All", unit: "containers" }],
  rows: [
    { id: "expired", label: "Expired", values: [3, 1, 0, 4] },
    ...["18", "19", "20", "23", "24"].map((day, index) => ({
      id: `2026-11-${day}`,
      label: `${day} Nov`,
      values: [4 + index, index % 3, 5 - index, 9 + (index % 3)],
    })),
  ],
  notes: ["12 containers have no last free day yet."],
};
const DWELL: ReportTable = {
  columns: [
    { id: "count", label: "Containers", unit: "containers" },
    { id: "median", label: "Median", unit: "minutes" },
    { id: "late", label: "90th percentile", unit: "minutes" },
  ],
  rows: ["APM Pier 400", "TraPac", "A terminal with a name that is longer than its column"].map(
    (label, index) => ({
      id: `t-${index}`,
      label,
      note: "Los Angeles",
      values: [40 - index, 3_000 + index * 900, 8_000 + index * 1_700],
    }),
  ),
  notes: [],
};
const CHARGES: ReportTable = {
  columns: [
    { id: "usd", label: "USD", unit: "money", currency: "USD" },
    { id: "rows", label: "Rows", unit: "rows" },
  ],
  rows: [
    {
      id: "start",
      label: "When tracking started",
      note: "already reported, day unknown",
      values: [90_000, 3],
    },
    ...[2, 9, 16].map((day, index) => ({
      id: `2026-11-${String(day).padStart(2, "0")}`,
      label: `${day} Nov`,
      values: [120_000 * (index + 1), 4],
    })),
  ],
  notes: [],
};

const report = (
  id: ReportId,
  table: ReportTable,
  name: string = id,
  behind: { containers: number; since: string | null } = UP_TO_DATE,
): Section => ({
  id: `reports/${name}`,
  address: `/reports/${id}`,
  render: () => <ReportsView id={id} table={table} weeks={12} behind={behind} readAt={hoursFromNow(0)} />,
});

const LISTED = {
  containers: [
    {
      id: "c-1",
      number: "MSKU4807969",
      customer: "Northwind Outdoor",
      line: "Maersk",
      place: "APM Pier 400",
      status: "Available",
      measure: "4.2",
    },
    { id: "c-2", number: "", customer: null, line: null, place: null, status: "On ship", measure: "" },
  ],
  total: 120,
};
const list = (id: string, listed: typeof LISTED | null): Section => ({
  id: `reports/${id}`,
  address: "/reports/dwell/containers",
  render: () => (
    <ContainersView
      id="dwell"
      weeks={12}
      cell={{ row: "t-0", column: "count" }}
      page={2}
      pageSize={50}
      listed={listed}
      title="Terminal dwell"
      of="APM Pier 400, Containers"
      back={{ href: "/reports/dwell", label: "Terminal dwell" }}
    />
  ),
});

export const sections: Section[] = [
  { ...report("deadlines", DEADLINES), play: () => appears(".recharts-bar-rectangle") },
  report("dwell", DWELL),
  {
    ...report("charges", CHARGES, "charges", { containers: 41, since: hoursFromNow(-0.1) }),
    play: () => appears(".recharts-surface"),
  },
  report("holds", { columns: counts("Under a day"), rows: [], notes: [] }, "empty"),
  list("containers", LISTED),
  list("containers-gone", null),
  {
    id: "reports/home",
    address: "/home",
    render: () => (
      <HomeView
        tables={{
          trends: {
            columns: [
              { id: "out", label: "Picked up", unit: "containers" },
              { id: "missed", label: "Last free days missed", unit: "containers" },
              { id: "USD", label: "Charges added, USD", unit: "money", currency: "USD" },
            ],
            rows: [
              { id: "this", label: "This week so far", values: [38, 3, 310_000] },
              { id: "last", label: "Same part of last week", values: [31, 5, null] },
            ],
            notes: ["Charges count by day: today so far, and the whole of the same day last week."],
          },
          since: {
            columns: counts("Containers"),
            rows: [{ id: "released", label: "Released", values: [4] }],
            notes: [],
          },
          exposure: {
            columns: [
              { id: "containers", label: "Containers", unit: "containers" },
              { id: "USD", label: "Reported so far, USD", unit: "money", currency: "USD" },
              { id: "USD-yesterday", label: "Added yesterday, USD", unit: "money", currency: "USD" },
              { id: "USD-today", label: "Added today, USD", unit: "money", currency: "USD" },
            ],
            rows: [
              {
                id: "past",
                label: "Past LFD",
                note: "last free day ended",
                values: [4, 96_000, 31_000, null],
              },
              { id: "per-diem", label: "Empties past free time", values: [2, null, null, null] },
            ],
            notes: ["Only charges that terminals and ramps reported."],
          },
          people: { columns: counts("Follow-ups"), rows: [], notes: [] },
        }}
        oldest={ROWS.slice(0, 3).map((row, index) => ({ row, owner: index === 2 ? null : "customs broker" }))}
        exceptions={[
          { id: "expired", label: "Expired", note: "not picked up", count: 4, href: "/board?queue=expired" },
          {
            id: "held",
            label: "Held, near deadline",
            note: "3 days left or less",
            count: 0,
            href: "/board?queue=held",
          },
          {
            id: "stale",
            label: "Not checked in 24h",
            note: "on the ground",
            count: 2,
            href: "/board?queue=stale",
          },
          {
            id: "follow-up",
            label: "Follow-up due",
            note: "holds",
            count: 1,
            href: "/board?queue=follow-up-due",
          },
          {
            id: "failed",
            label: "Failed requests",
            note: "need action",
            count: 1_204,
            href: "/track?list=failed",
          },
        ]}
        yesterday="2026-11-17"
        zone={null}
        locale="en-US"
        behind={UP_TO_DATE}
        readAt={hoursFromNow(0)}
      />
    ),
  },
];
