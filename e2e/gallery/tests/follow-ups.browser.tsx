import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FollowUpsView } from "@/components/holds/follow-ups-view";
import { hoursFromNow, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { FOLLOW_UPS } from "@/e2e/gallery/support/follow-ups";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { Role } from "@/lib/auth/access/roles";

async function list(log = vi.fn(saved), role: Role = "dispatcher") {
  await rendered(
    <FollowUpsView
      list={{ followUps: FOLLOW_UPS, total: FOLLOW_UPS.length }}
      offset={0}
      readAt={hoursFromNow(0)}
      now={NOW}
      actions={{ log, drop: saved }}
    />,
    { role },
  );
  return log;
}

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
