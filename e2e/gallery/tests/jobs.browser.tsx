import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { JobsStrip } from "@/components/bulk-jobs/active-jobs";
import { api } from "@/e2e/gallery/support/api";
import { hoursFromNow } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { JobProgress } from "@/lib/features/bulk-jobs/messages";

const job = (change: Partial<JobProgress> = {}): JobProgress => ({
  id: "job-1",
  kind: "assign_carrier",
  title: "Assign Harbor Dray",
  by: "Ana Ruiz",
  mine: true,
  createdAt: hoursFromNow(-0.1),
  endedAt: hoursFromNow(-0.01),
  cancelledAt: null,
  pausedUntil: null,
  pausedBecause: null,
  stoppedBecause: null,
  total: 40,
  done: 40,
  failed: 0,
  cancelled: 0,
  undoable: 40,
  undoneBy: null,
  undoes: null,
  retriedBy: null,
  retries: null,
  ...change,
});
const strip = page.getByRole("region", { name: "Jobs" });
const notice = (text: string) => page.getByText(text, { exact: true });

beforeEach(() => localStorage.clear());

test("a job that did everything leaves with a notice that undoes it", async () => {
  const shown = await rendered(<JobsStrip jobs={[job({ endedAt: null, done: 12, undoable: 0 })]} />, {
    routes: { "/api/jobs/job-1": { json: {} } },
  });
  await expect.element(strip).toHaveTextContent("12 of 40 done");
  shown.again(<JobsStrip jobs={[job()]} />);
  await expect.element(notice("Assign Harbor Dray: 40 done.")).toBeVisible();
  await expect.element(strip).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("button", { name: "Undo" }));
  await expect
    .poll(() => api.requests())
    .toMatchObject([{ method: "POST", path: "/api/jobs/job-1", body: '{"act":"undo"}' }]);
});

test("the notice is shown once, and not for a job that ended long ago", async () => {
  const jobs = [job(), job({ id: "job-2", title: "Refresh", undoable: 0, endedAt: hoursFromNow(-1) })];
  const first = await rendered(<JobsStrip jobs={jobs} />);
  await expect.element(notice("Assign Harbor Dray: 40 done.")).toBeVisible();
  expect(document.querySelectorAll("[data-sonner-toast]")).toHaveLength(1);
  first.leave();
  await rendered(<JobsStrip jobs={[...jobs, job({ id: "job-3", title: "Add tag “hot”" })]} />);
  await expect.element(notice("Add tag “hot”: 40 done.")).toBeVisible();
  expect(document.querySelectorAll("[data-sonner-toast]")).toHaveLength(1);
});

test.each([
  ["failures", { done: 38, failed: 2 }, "38 done, 2 failed"],
  [
    "rows that were not started",
    { done: 10, cancelled: 30, cancelledAt: hoursFromNow(-0.02) },
    "30 not started",
  ],
  [
    "a reason why it was stopped",
    { done: 40, stoppedBecause: "The key was rejected." },
    "The key was rejected.",
  ],
])("a job with %s stays until it is dismissed", async (_, change, text) => {
  await rendered(<JobsStrip jobs={[job(change)]} />);
  await expect.element(strip).toHaveTextContent(text);
  expect(document.querySelector("[data-sonner-toast]")).toBeNull();
  await userEvent.click(page.getByRole("button", { name: "Dismiss: Assign Harbor Dray" }));
  await expect.element(strip).not.toBeInTheDocument();
});

test("a job of another user gets no notice", async () => {
  await rendered(<JobsStrip jobs={[job({ mine: false })]} />);
  await expect.element(strip).not.toBeInTheDocument();
  expect(document.querySelector("[data-sonner-toast]")).toBeNull();
});

test("a job whose failed rows were retried leaves, and its retry is shown", async () => {
  const failed = job({ done: 38, failed: 2, retriedBy: "job-2" });
  const retry = job({ id: "job-2", title: "Again: Assign Harbor Dray", endedAt: null, total: 2, done: 0 });
  await rendered(<JobsStrip jobs={[retry, failed]} />);
  await expect.element(strip).toHaveTextContent("0 of 2 done");
  expect(document.querySelectorAll("[data-job]")).toHaveLength(1);
});
