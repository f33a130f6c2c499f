import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { rememberJob } from "@/components/board/editing/send-edit";
import {
  carrier,
  cell,
  field,
  first,
  focusRow,
  open,
  sent,
  storing,
} from "@/e2e/gallery/support/board-editing";
import { hoursFromNow } from "@/e2e/gallery/support/data";

describe("dray carrier, follow-up and jobs in the row", () => {
  test("a dray carrier is chosen from the list of parties, and undone", async () => {
    await open(storing());
    focusRow();
    await userEvent.keyboard("{F2}");
    await expect.element(carrier()).toHaveFocus();
    await userEvent.keyboard("keyst");
    await expect.poll(() => page.getByRole("option").elements().length).toBe(1);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => cell("carrier").textContent).toContain("Keystone Drayage");
    await userEvent.keyboard("{F2}");
    await expect.element(carrier()).toHaveValue("Keystone Drayage");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(carrier()).not.toBeInTheDocument();
    await userEvent.keyboard("{F2}Blue{Control>}{Enter}{/Control}");
    await expect.poll(() => cell("carrier").textContent).toContain("Blue Ridge Dray");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => cell("carrier").textContent).toContain("Keystone Drayage");
    const keystone = { roleId: "role of p-2", partyId: "p-2", name: "Keystone Drayage" };
    const blueRidge = { roleId: "role of p-1", partyId: "p-1", name: "Blue Ridge Dray" };
    expect(sent()).toEqual([
      { party: { id: "p-2", name: "Keystone Drayage" }, replaced: [], seen: [] },
      { party: { id: "p-1", name: "Blue Ridge Dray" }, replaced: [keystone], seen: ["p-2"] },
      { party: { id: "p-2", name: "Keystone Drayage" }, replaced: [blueRidge], seen: ["p-1"] },
    ]);
  });

  test("a name that no party has is refused, and a cleared field removes the dray carrier", async () => {
    const row = { ...first, drayCarriers: [{ roleId: "r-1", partyId: "p-1", name: "Blue Ridge Dray" }] };
    await open(storing(undefined, row), row);
    focusRow();
    await userEvent.keyboard("{F2}");
    await expect.element(carrier()).toHaveValue("Blue Ridge Dray");
    await userEvent.keyboard("Unknown Dray{Control>}{Enter}{/Control}");
    await expect
      .element(page.getByRole("alert").filter({ hasText: "No party is named “Unknown Dray”" }))
      .toBeVisible();
    await expect
      .poll(() => {
        const alert = [...document.querySelectorAll("[role=alert]")].find((each) =>
          each.textContent?.includes("No party"),
        );
        const { left, top, width, height } = alert?.getBoundingClientRect() ?? new DOMRect();
        const points = [top + 2, top + height / 2, top + height - 2].map(
          (y) => [left + width / 2, y] as const,
        );
        return points.every(([x, y]) => alert?.contains(document.elementFromPoint(x, y)));
      })
      .toBe(true);
    expect(sent()).toEqual([]);
    await userEvent.clear(carrier());
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => cell("carrier").textContent).toBe("–");
    expect(sent()).toEqual([{ party: null, replaced: row.drayCarriers, seen: ["p-1"] }]);
  });

  test("a response is logged with the next check after a semicolon, and cannot be undone", async () => {
    const row = {
      ...first,
      followUp: {
        ...{ holdName: "customs", owner: "customs broker", zone: "America/Los_Angeles" },
        ...{ nextCheckAt: hoursFromNow(-1), promise: "Documents sent" },
      },
    };
    await open(storing(undefined, row), row, "number,followUp");
    await userEvent.dblClick(cell("followUp"));
    await expect.element(field("Follow-up")).toHaveValue("");
    await userEvent.keyboard("; +1d{Control>}{Enter}{/Control}");
    await expect.element(page.getByRole("alert").filter({ hasText: "Enter the response" })).toBeVisible();
    await userEvent.tripleClick(field("Follow-up"));
    await userEvent.keyboard("tomorrow 9am{Control>}{Enter}{/Control}");
    await expect
      .element(page.getByRole("alert").filter({ hasText: "“Documents sent; tomorrow 9am”" }))
      .toBeVisible();
    expect(sent()).toEqual([]);
    await userEvent.tripleClick(field("Follow-up"));
    await userEvent.keyboard("Released; 2027-03-15 09:00{Control>}{Enter}{/Control}");
    await expect.element(page.getByText(/^Saved: Follow-up of/)).toBeVisible();
    expect(sent()).toEqual([
      {
        holdName: "customs",
        seen: { promise: "Documents sent", nextCheckAt: hoursFromNow(-1) },
        promise: "Released",
        nextCheckAt: "2027-03-15T16:00:00.000Z",
      },
    ]);
    await expect.element(page.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  });

  test("Tab passes the follow-up of a container without a hold, and a double click says why", async () => {
    const row = { ...first, holds: [], followUp: null };
    await open(storing(undefined, row), row, "number,driver,followUp,note");
    focusRow();
    await userEvent.keyboard("{F2}");
    await expect.element(field("Driver")).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(field("Note")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await userEvent.dblClick(cell("followUp"));
    await expect.element(page.getByText("This container has no hold to follow up.")).toBeVisible();
    await expect.element(field("Follow-up")).not.toBeInTheDocument();
  });

  test("Ctrl+Z undoes a job, again if it was not finished", async () => {
    let refusals = 1;
    const undo = () => {
      refusals -= 1;
      return refusals < 0
        ? { json: {} }
        : { status: 400, json: { error: { message: "Stop the job first, then undo it." } } };
    };
    await open({ ...storing(), "/api/jobs/j-1": undo });
    rememberJob({ id: "j-1", title: "Assign Keystone to 12 containers" });
    focusRow();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(page.getByText("Not undone. Stop the job first, then undo it.")).toBeVisible();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(page.getByText("Undone: Assign Keystone to 12 containers.")).toBeVisible();
  });
});
