import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FollowUpLog } from "@/components/holds/follow-up-log";
import { FollowUpsView } from "@/components/holds/follow-ups-view";
import type { FormAction } from "@/components/ui/forms/form-state";
import { hoursFromNow, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { FOLLOW_UPS } from "@/e2e/gallery/support/follow-ups";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { Role } from "@/lib/auth/access/roles";
import type { FollowUpLine } from "@/lib/domain/readiness/hold-follow-up";
import type { ListedFollowUp } from "@/lib/features/holds/rules";

const view = (followUps: readonly ListedFollowUp[], log: FormAction) => (
  <FollowUpsView
    list={{ followUps: [...followUps], total: followUps.length }}
    offset={0}
    readAt={hoursFromNow(0)}
    now={NOW}
    actions={{ log, drop: saved }}
  />
);

async function list(log = vi.fn(saved), role: Role = "dispatcher") {
  await rendered(view(FOLLOW_UPS, log), { role });
  return log;
}

/** The list until `change` is called, then other follow-ups, as after a change by another user. */
async function changingList(changed: readonly ListedFollowUp[], log: FormAction) {
  const { again } = await rendered(view(FOLLOW_UPS, log), { role: "dispatcher" });
  return { change: () => again(view(changed, log)) };
}

const groupOf = (followUpId: string) =>
  document
    .querySelector(`[data-follow-up-id="${followUpId}"]`)
    ?.closest("[data-follow-up-group]")
    ?.getAttribute("data-follow-up-group");

test("follow-ups are in groups, the due ones first", async () => {
  await list();
  const groups = [...document.querySelectorAll("[data-follow-up-group]")].map((group) => [
    group.getAttribute("data-follow-up-group"),
    [...group.querySelectorAll("[data-follow-up-row]")].map((row) => row.getAttribute("data-follow-up-row")),
  ]);
  expect(groups).toEqual([
    ["due", ["1", "2"]],
    ["today", ["3"]],
    ["later", ["4"]],
    ["unset", ["5"]],
  ]);
});

test("a result and its next check are logged by keyboard alone", async () => {
  const log = await list();
  await userEvent.keyboard("jj");
  await userEvent.keyboard("l");
  await expect.element(page.getByLabelText("Contacted")).toHaveFocus();
  await userEvent.keyboard("Line, imports");
  await page.getByLabelText("Response").fill("Paid, release follows");
  await page.getByRole("button", { name: "In 2 hours" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("imports@line.example");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => Object.fromEntries(log.mock.calls[0]?.[1] ?? []))
    .toMatchObject({
      containerId: "2",
      holdName: "freight",
      contacted: "Line, imports",
      promise: "Paid, release follows",
      contactEmail: "imports@line.example",
      nextCheckZone: "America/Los_Angeles",
      nextCheck: expect.stringMatching(/^2026-11-/),
    });
  await expect.element(page.getByLabelText("Contacted")).not.toBeInTheDocument();
  expect(document.activeElement?.closest("[data-follow-up-row]")?.getAttribute("data-follow-up-row")).toBe(
    "2",
  );
});

test("the mail of the focused row opens with M", async () => {
  await list();
  const opened: string[] = [];
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-mail]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    opened.push(link.href);
  });
  await userEvent.keyboard("j");
  await userEvent.keyboard("m");
  await expect.poll(() => opened).toHaveLength(1);
  expect(opened[0]).toMatch(/^mailto:ana%40pacific\.example\?subject=Container%20/);
});

test("a viewer reads the list and has no actions", async () => {
  await list(vi.fn(saved), "viewer");
  await expect.element(page.getByText("Released by noon").first()).toBeVisible();
  expect(page.getByRole("button", { name: /Log result|Close/ }).elements()).toEqual([]);
  expect(document.querySelector("[data-mail]")).toBeNull();
});

test("a row whose form is open stays in its group with what was typed, and moves after it is saved", async () => {
  const first = { ...FOLLOW_UPS[0], nextCheckAt: null } as ListedFollowUp;
  const { change } = await changingList([...FOLLOW_UPS.slice(1), first], saved);
  await userEvent.keyboard("j");
  await userEvent.keyboard("l");
  await userEvent.keyboard("Line, imports");
  change();
  await expect.element(page.getByText("no next check").nth(1)).toBeVisible();
  expect(groupOf("f-1")).toBe("due");
  await expect.element(page.getByLabelText("Contacted")).toHaveValue("Line, imports");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Saved.")).toBeVisible();
  await expect.poll(() => groupOf("f-1")).toBe("unset");
  expect(document.activeElement?.closest("[data-follow-up-id]")?.getAttribute("data-follow-up-id")).toBe(
    "f-1",
  );
});

test("the notice of a saved entry is shown even if a refetch removed its form before the response", async () => {
  let respond = () => {};
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const { change } = await changingList(FOLLOW_UPS.slice(1), async (previous, form) => {
    await response;
    return saved(previous, form);
  });
  await userEvent.keyboard("j");
  await userEvent.keyboard("l");
  await userEvent.keyboard("Line, imports{Enter}");
  await expect.element(page.getByRole("button", { name: "Logging…" })).toBeVisible();
  change();
  respond();
  await expect.element(page.getByText("Saved.")).toBeVisible();
});

test("an entry without a response says so in the list and on the page of the container", async () => {
  const line = { ...FOLLOW_UPS[0]?.last, promise: "" } as FollowUpLine;
  const listed = { ...FOLLOW_UPS[0], last: line } as ListedFollowUp;
  const log = { ...listed, lines: [line], openedAt: line.writtenAt, openedBy: line.by };
  await rendered(
    <>
      {view([listed], vi.fn(saved))}
      <FollowUpLog followUp={{ ...log, closedAt: null, closedBecause: null }} zone={null} now={NOW} />
    </>,
    { role: "dispatcher" },
  );
  await expect.element(page.getByRole("listitem").first()).toHaveTextContent("No response notedAna Lee");
  await expect.element(page.getByText("Contacted Ana Lee: No response noted")).toBeVisible();
});
