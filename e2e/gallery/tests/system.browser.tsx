import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { SystemView } from "@/components/system/system-view";
import { rendered } from "@/e2e/gallery/support/rendered";
import { SYSTEM, SYSTEM_WITH_PROBLEMS } from "@/e2e/gallery/support/system";

/** The page as the server rendered it long ago, so that it is refetched at once. */
const OUTDATED = { ...SYSTEM, readAt: new Date(0).toISOString() };

test("the page shows the newest figures, what to do about each problem, and what was slow", async () => {
  await rendered(<SystemView initial={OUTDATED} />, {
    routes: { "/api/settings/system": { json: SYSTEM_WITH_PROBLEMS } },
  });
  await expect.element(page.getByText("None running")).toBeVisible();
  await expect.element(page.getByText("Start a worker. Until then nothing is updated.")).toBeVisible();
  await expect.element(page.getByText("1,840 notifications waiting, the oldest for 25 min")).toBeVisible();
  await expect.element(page.getByText("4 to check").first()).toBeVisible();
  const routes = page.getByRole("region", { name: "Slowest routes of the last hour" });
  await expect.element(routes.getByRole("row", { name: "GET /board 1,204 0 96 ms 410 ms" })).toBeVisible();
  await expect.element(page.getByText("No query took 20 ms or longer in the last hour.")).toBeVisible();
});

test("a page that cannot be refetched keeps its figures and says so", async () => {
  await rendered(<SystemView initial={OUTDATED} />, { routes: { "/api/settings/system": { status: 503 } } });
  await expect
    .element(page.getByText("Couldn’t refresh this page. Retrying every few seconds."))
    .toBeVisible();
  await expect.element(page.getByText("1 running", { exact: true })).toBeVisible();
  await expect.element(page.getByText("OK", { exact: true }).first()).toBeVisible();
});
