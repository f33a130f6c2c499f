import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { MakeShare } from "@/components/sharing/links/share-data";
import { SharePanel } from "@/components/sharing/links/share-panel";
import { rendered } from "@/e2e/gallery/support/rendered";

const group = (value: string | null) => ({
  value,
  containers: 3,
  ready: 1,
  held: 1,
  expired: 0,
  charges: [],
});

async function open(customers: readonly (string | null)[]) {
  const create = vi.fn<MakeShare>(async () => ({ problem: "Not in this test.", fields: {} }));
  await rendered(
    <SharePanel
      about={{ kind: "board", address: "queue=held" }}
      label="On hold"
      create={create}
      onClose={() => undefined}
    />,
    { routes: { "/api/board/groups": { json: { groups: customers.map(group) } } } },
  );
  return create;
}
const submit = () => userEvent.click(page.getByRole("button", { name: "Create link" }));

test("a board of several customers warns, and can be shared with the containers of one", async () => {
  const create = await open(["Brightwater Imports", "Cedar Row", "Lakeshore", "Northgate", null]);
  await expect
    .element(
      page.getByText("containers of 4 customers: Brightwater Imports, Cedar Row, Lakeshore and 1 more."),
    )
    .toBeVisible();
  await submit();
  await expect
    .poll(() => create.mock.calls.at(-1)?.[0].about)
    .toEqual({ kind: "board", address: "queue=held" });
  await userEvent.selectOptions(page.getByLabelText("Containers of"), "Cedar Row");
  await expect.element(page.getByText("containers of 4 customers")).not.toBeInTheDocument();
  await submit();
  await expect
    .poll(() => create.mock.calls.at(-1)?.[0].about)
    .toEqual({ kind: "board", address: "queue=held&customer=Cedar+Row" });
  await userEvent.click(page.getByRole("radio", { name: /^Driver/ }));
  await expect.element(page.getByLabelText("Containers of")).not.toBeInTheDocument();
});

test("a board of one customer does not warn", async () => {
  await open(["Brightwater Imports", null]);
  await expect.element(page.getByLabelText("Name")).toBeVisible();
  await expect.element(page.getByLabelText("Containers of")).not.toBeInTheDocument();
});

test("documents are off by default and a right of customers' links only", async () => {
  const create = await open([null]);
  const documents = page.getByRole("checkbox", { name: /^Show documents/ });
  await expect.element(documents).not.toBeChecked();
  await submit();
  await expect.poll(() => create.mock.calls.at(-1)?.[0].documents).toBe(false);
  await userEvent.click(documents);
  await submit();
  await expect.poll(() => create.mock.calls.at(-1)?.[0].documents).toBe(true);
  await userEvent.click(page.getByRole("radio", { name: /^Driver/ }));
  await expect.element(documents).not.toBeInTheDocument();
});
