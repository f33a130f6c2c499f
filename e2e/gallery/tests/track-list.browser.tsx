import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { currentUser } from "@/components/preferences/signed-in-user";
import { ListView } from "@/components/tracking-requests/list-import/list-view";
import { routerCalls } from "@/e2e/gallery/stand-ins/navigation";
import type { Routes } from "@/e2e/gallery/support/api";
import { rendered } from "@/e2e/gallery/support/rendered";
import { DEFAULT_PREFERENCES } from "@/lib/features/preferences/rules";

const LIST = "MSKU4807969\nTCLU1234568";
const accepting: Routes = {
  "/api/track/check": { json: { known: [] } },
  "/api/track/lists": { json: { id: "job-1" } },
};
const field = page.getByLabelText("Numbers and optional columns");
const preview = page.getByRole("button", { name: "Preview" });
const stored = () => Object.keys(sessionStorage).filter((key) => key.includes("draft"));

/** Shows the page as after a load of it. */
async function loaded() {
  currentUser.begin({ userId: "ana", preferences: DEFAULT_PREFERENCES, keep: async () => null });
  return rendered(<ListView parties={[]} headings={{}} />, { routes: accepting, address: "/track/list" });
}

afterEach(() => currentUser.end());

test("a pasted list is restored after a reload, before and after its preview, until it was sent", async () => {
  const first = await loaded();
  await userEvent.fill(field, LIST);
  first.leave();
  const second = await loaded();
  await expect.element(field).toHaveValue(LIST);
  await expect.element(page.getByText("Unsaved text restored.", { exact: true })).toBeVisible();
  await userEvent.click(preview);
  await expect.element(page.getByText("Pasted list")).toBeVisible();
  second.leave();
  await loaded();
  await expect.element(page.getByText("Pasted list")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: /^Track \d/ }));
  await expect.poll(() => routerCalls.all()).toEqual([{ call: "push", href: "/track/list/job-1" }]);
  expect(stored()).toEqual([]);
});

test("a list that cannot be read stays after a reload", async () => {
  const first = await loaded();
  const unreadable = `"${LIST}`;
  await userEvent.fill(field, unreadable);
  await userEvent.click(preview);
  await expect.element(page.getByRole("alert")).toBeVisible();
  first.leave();
  await loaded();
  await expect.element(field).toHaveValue(unreadable);
});

test("nothing of a list is kept after sign-out", async () => {
  await loaded();
  await userEvent.fill(field, LIST);
  await userEvent.click(preview);
  await expect.element(page.getByText("Pasted list")).toBeVisible();
  expect(stored()).not.toEqual([]);
  currentUser.end();
  expect(stored()).toEqual([]);
});
