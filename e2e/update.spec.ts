import type { Page } from "@playwright/test";
import { heldContainer } from "@/e2e/facts/held-container";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

/** A dashboard of another build responds like this to a server action that it does not have. */
const UNKNOWN_ACTION = {
  status: 404,
  contentType: "text/plain",
  headers: { "x-nextjs-action-not-found": "1" },
  body: "Server action not found.",
};

async function openForm(page: Page) {
  await page.getByRole("button", { name: "Log follow-up for customs" }).click();
  return { contacted: page.getByLabel("Contacted"), response: page.getByLabel("Response") };
}

test("a form keeps what was typed when Drayboard does not respond or was updated, and after a reload", async ({
  dashboard,
  trouble,
}) => {
  trouble.expect(/POST .*\/containers\//);
  const container = await heldContainer(16);
  await new ContainerPage(dashboard).open(container.id, container.number);
  const { contacted, response } = await openForm(dashboard);
  await contacted.fill("Terminal, imports");
  await response.fill("Released by noon");
  const save = dashboard.getByRole("button", { name: "Save follow-up" });
  const problem = dashboard.locator("form [role=alert]");
  const isAction = (url: URL) => url.pathname.startsWith("/containers/");

  await dashboard.route(isAction, (route) =>
    route.request().method() === "POST" ? route.abort("connectionrefused") : route.fallback(),
  );
  await save.click();
  await expect(problem).toHaveText(
    "Drayboard did not respond. Reload the page to see whether it was saved, then try again.",
  );
  await expect(contacted).toHaveValue("Terminal, imports");

  await dashboard.unrouteAll();
  await dashboard.route(isAction, (route) =>
    route.request().method() === "POST" ? route.fulfill(UNKNOWN_ACTION) : route.fallback(),
  );
  await save.click();
  await expect(problem).toHaveText("Drayboard was updated. Reload the page, then try again.");
  await expect(response).toHaveValue("Released by noon");

  await dashboard.unrouteAll();
  await dashboard.reload();
  await openForm(dashboard);
  await expect(dashboard.getByText("Unsaved text restored.")).toBeVisible();
  await expect(contacted).toHaveValue("Terminal, imports");
  await expect(response).toHaveValue("Released by noon");
  await save.click();
  await expect(dashboard.getByText("Follow-up logged.")).toBeVisible();
  const entries = await readDashboard(
    `select from follow_up_entries e join follow_ups f on f.id = e.follow_up_id
      where f.container_id = $1 and e.contacted = 'Terminal, imports'`,
    [container.id],
  );
  expect(entries).toHaveLength(1);
});

test("a page whose script is missing after an update reloads once", async ({ dashboard, trouble }) => {
  trouble.expect(/_next\/static/, /ChunkLoadError|Failed to load chunk/);
  const board = new BoardPage(dashboard);
  await board.open();
  await expect(board.rows.first()).toBeVisible();
  let missing = true;
  await dashboard.route("**/_next/static/chunks/**", (route) =>
    missing ? route.fulfill({ status: 404, body: "" }) : route.fallback(),
  );
  dashboard.on("request", (request) => {
    // The updated dashboard has the scripts of its own pages.
    if (request.isNavigationRequest()) missing = false;
  });
  // The rows of the page before the reload are visible until the new document arrives.
  const reloaded = dashboard.waitForEvent("load");
  await dashboard.getByRole("button", { name: "Columns" }).click();
  await reloaded;
  await board.alive();
  await dashboard.getByRole("button", { name: "Columns" }).click();
  await expect(dashboard.getByRole("dialog", { name: /columns/i })).toBeVisible();
});
