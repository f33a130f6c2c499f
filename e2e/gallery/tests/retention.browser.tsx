import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { RetentionView } from "@/components/retention/retention-view";
import { rendered } from "@/e2e/gallery/support/rendered";
import { NOTHING_DELETED, PREVIEW, TABLES } from "@/e2e/gallery/support/retention";

const KEEPS_ALL = { containerDays: null, jobDays: null };

async function open(preview = PREVIEW) {
  const actions = {
    preview: vi.fn(async () => ({ preview })),
    save: vi.fn(async () => ({ saved: true })),
  };
  await rendered(
    <RetentionView retention={KEEPS_ALL} state={NOTHING_DELETED} tables={TABLES} actions={actions} />,
  );
  return actions;
}

const save = page.getByRole("button", { name: /^Save/ });
const show = page.getByRole("button", { name: "Show what would be deleted" });

test("periods are saved only after what they would delete was shown", async () => {
  const actions = await open();
  expect(save.elements()).toEqual([]);
  await userEvent.selectOptions(page.getByLabelText("Keep finished containers"), "1 year");
  expect(save.elements()).toEqual([]);
  await userEvent.click(show);
  await expect
    .element(page.getByRole("status").last())
    .toHaveTextContent(
      "12,481 containers, 6,902 shipments, 40 jobs would be deleted for good, which frees about 821 MB",
    );
  expect(actions.preview).toHaveBeenCalledWith({ containerDays: 365, jobDays: null });
  await expect.element(save).toHaveTextContent("Save and delete");
  // Another period deletes something else: it is shown first.
  await userEvent.selectOptions(page.getByLabelText("Keep finished containers"), "3 months");
  expect(save.elements()).toEqual([]);
  await userEvent.click(show);
  await userEvent.click(save);
  await expect.element(page.getByText("Saved. Old records are deleted within the hour.")).toBeVisible();
  expect(actions.save).toHaveBeenCalledWith({ containerDays: 90, jobDays: null });
});

test("nothing to delete is said, and the period can be saved", async () => {
  await open({ containers: 0, shipments: 0, jobs: 0, rows: [] });
  await userEvent.selectOptions(page.getByLabelText("Keep ended jobs"), "1 year");
  await userEvent.click(show);
  await expect
    .element(page.getByText("Nothing is old enough to be deleted now.", { exact: false }))
    .toBeVisible();
  await expect.element(save).toHaveTextContent(/^Save$/);
});

test("the page says when a worker deletes, if a period is set", async () => {
  const text = "Older records are deleted once an hour.";
  const view = await open();
  expect(page.getByText(text, { exact: false }).elements()).toEqual([]);
  await rendered(
    <RetentionView
      retention={{ containerDays: 365, jobDays: null }}
      state={NOTHING_DELETED}
      tables={TABLES}
      actions={view}
    />,
  );
  await expect.element(page.getByText(text, { exact: false })).toBeVisible();
});

test("a refusal is shown, and nothing is saved", async () => {
  const actions = await open();
  actions.preview.mockRejectedValueOnce(new Error("offline"));
  await userEvent.selectOptions(page.getByLabelText("Keep ended jobs"), "30 days");
  await userEvent.click(show);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Couldn’t reach Drayboard.");
  expect(save.elements()).toEqual([]);
});
