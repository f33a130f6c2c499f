import { expect, test } from "vitest";
import { page } from "vitest/browser";
// Loaded before the tests: the first load of the library of charts takes long on a busy machine.
import "@/components/reports/deadlines-chart";
import "@/components/reports/mini-chart";
import { ReportsView } from "@/components/reports/reports-view";
import { TrendsTable } from "@/components/reports/trends-table";
import { hoursFromNow } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";
import { REPORT_IDS, type ReportId, type ReportTable } from "@/lib/features/reports/rules/report-table";

/** Figures for the chart of every report. Nine rows are enough for the areas of the statuses. */
const TABLE: ReportTable = {
  columns: [
    { id: "fresh", label: "Fresh", unit: "containers" },
    { id: "usd", label: "USD", unit: "money", currency: "USD" },
    { id: "median", label: "Median", unit: "minutes" },
    { id: "late", label: "90th percentile", unit: "minutes" },
    { id: "tail", label: "90th percentile", unit: "minutes" },
  ],
  rows: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((day) => ({
    id: `2026-11-0${day}`,
    label: `${day} Nov`,
    values: [40 + day, 12_500, 3_000, 9_000, 9_000],
  })),
  notes: [],
};
/** Reports whose chart is drawn from elements instead of by the library of charts. */
const WITHOUT_LIBRARY = new Set<ReportId>(["dwell", "drift"]);

const open = (id: ReportId) =>
  rendered(
    <ReportsView
      id={id}
      table={TABLE}
      weeks={12}
      behind={{ containers: 0, since: null }}
      readAt={hoursFromNow(0)}
    />,
    { address: `/reports/${id}` },
  );

test.each(REPORT_IDS)(
  "a screen reader reads the sentence and the table of %s, but not its chart",
  async (id) => {
    await open(id);
    expect(page.getByText("All data is in the table below.").all()).toHaveLength(1);
    const parts = () => [
      ...document.querySelectorAll(WITHOUT_LIBRARY.has(id) ? "li .bg-accent" : ".recharts-surface"),
    ];
    await expect.poll(() => parts().length).toBeGreaterThan(0);
    expect(parts().filter((part) => !part.closest("[aria-hidden=true]"))).toEqual([]);
  },
);

test("color is not needed, because each bar shows its number", async () => {
  await open("freshness");
  const labels = () =>
    [...document.querySelectorAll("[data-chart] .recharts-label-list text")].map((text) => text.textContent);
  await expect.poll(labels).toContain("41");
  expect(labels()).toContain("42");
});

test("trends show this week, last week and the change, and what is not known as a dash", async () => {
  const trends = (last: (number | null)[]): ReportTable => ({
    columns: [
      { id: "out", label: "Picked up", unit: "containers" },
      { id: "missed", label: "Last free days missed", unit: "containers" },
      { id: "USD", label: "Charges added, USD", unit: "money", currency: "USD" },
    ],
    rows: [
      { id: "this", label: "This week so far", values: [38, 5, null] },
      { id: "last", label: "Same part of last week", values: last },
    ],
    notes: [],
  });
  const shown = await rendered(<TrendsTable table={trends([31, 5, 31_000])} />);
  const cells = (row: string) =>
    [...document.querySelectorAll(`[data-row=${row}] td`)].map((cell) => cell.textContent);
  expect(cells("out")).toEqual(["38", "31", "+7"]);
  expect(cells("missed")).toEqual(["5", "5", "same"]);
  expect(cells("USD")).toEqual(["–", "$310.00", "−$310.00"]);
  await expect
    .element(page.getByRole("link", { name: "31" }).first())
    .toHaveAttribute("href", "/reports/trends/containers?row=last&column=out");
  shown.again(<TrendsTable table={trends([null, null, null])} />);
  await expect.poll(() => cells("out")).toEqual(["38", "–", "–"]);
});
