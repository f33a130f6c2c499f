import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { testRow } from "@/components/board/test-row";
import { RefreshForm } from "@/components/containers/refresh-form";
import { Moves } from "@/components/moves/moves-card";
import { CreatePartyForm } from "@/components/parties/create-party-form";
import { Palette } from "@/components/search/palette";
import { FailedPage } from "@/components/shell/error-page";
import { PageTop } from "@/components/shell/page-header";
import { TrackingCard } from "@/components/shipments/tracking-card";
import { type RequestEntry, RequestList } from "@/components/tracking-requests/request-list";
import { routerCalls, UnrecognizedActionError } from "@/e2e/gallery/stand-ins/navigation";
import { liveSource, type Reply } from "@/e2e/gallery/support/api";
import { answering, hoursFromNow, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { rendered } from "@/e2e/gallery/support/rendered";
import { NOTHING_PLANNED } from "@/lib/features/moves/rules/planned-move";

test("an error of a party's name is shown at the field, and a success empties it", async () => {
  const answers = [
    answering({ fields: { companyName: "“Harbor Dray” is a party of this account already." } }),
    saved,
  ];
  await rendered(<CreatePartyForm action={(before, form) => (answers.shift() ?? saved)(before, form)} />);
  const company = page.getByLabelText("Company name");
  await company.fill("Harbor Dray");
  await page.getByRole("button", { name: "Create party" }).click();
  await expect.element(company).toHaveAccessibleDescription(/is a party of this account already/);
  await expect.element(company).toHaveValue("Harbor Dray");
  await page.getByRole("button", { name: "Create party" }).click();
  await expect.element(company).toHaveValue("");
  await expect.element(page.getByText("Saved.")).toBeVisible();
  expect(routerCalls.all()).toContainEqual({ call: "refresh", href: null });
});

test("a form keeps what was typed when Drayboard does not respond, or was updated", async () => {
  const errors = [new TypeError("Failed to fetch"), new UnrecognizedActionError("not found")];
  await rendered(
    <CreatePartyForm
      action={async (before, form) => {
        const error = errors.shift();
        if (error) throw error;
        return saved(before, form);
      }}
    />,
  );
  const company = page.getByLabelText("Company name");
  await company.fill("Harbor Dray");
  for (const text of [
    "Drayboard did not respond.",
    "Drayboard was updated. Reload the page, then try again.",
  ]) {
    await page.getByRole("button", { name: "Create party" }).click();
    await expect.element(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
    await expect.element(company).toHaveValue("Harbor Dray");
  }
  await page.getByRole("button", { name: "Create party" }).click();
  await expect.element(page.getByText("Saved.")).toBeVisible();
});

test("the later of two plans is refused with what the other changed, and stays in the form", async () => {
  await rendered(
    <Moves
      row={testRow("1")}
      plan={{ ...NOTHING_PLANNED, note: "first", version: 1, savedBy: "Ana Ruiz", savedAt: hoursFromNow(-1) }}
      pickupZone="America/Los_Angeles"
      city={null}
      gates={null}
      now={NOW}
      locale="en-US"
      action={answering({ problem: "Tom Okafor saved this plan (note) meanwhile." })}
    />,
  );
  await page.getByRole("button", { name: "Edit plan" }).click();
  const note = page.getByLabelText("Note, also shown on the board");
  await note.fill("second");
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("saved this plan (note)");
  await expect.element(note).toHaveValue("second");
});

test("a refresh that must wait counts down and cannot be requested meanwhile", async () => {
  await rendered(
    <RefreshForm
      containerId="c-1"
      checkedAt={null}
      changeCount={0}
      action={async () => ({
        done: null,
        problem: "The minute’s refreshes are used up. Retry in 40s.",
        fields: {},
        values: { waitUntil: new Date(NOW + 40_000).toISOString() },
      })}
    />,
  );
  await page.getByRole("button", { name: "Refresh" }).click();
  const button = page.getByRole("button", { name: "In 40s" });
  await expect.element(button).toBeDisabled();
  await expect.element(page.getByRole("status")).toHaveTextContent("Retry in 40s");
});

test("tracking is stopped only after its effect was confirmed", async () => {
  const action = vi.fn(saved);
  await rendered(<TrackingCard id="s-1" attributes={{}} count={4} now={NOW} action={action} />);
  const stop = page.getByRole("button", { name: "Stop tracking" });
  await stop.click();
  expect(action).not.toHaveBeenCalled();
  await expect
    .element(page.getByText("its 4 containers won’t update until tracking is resumed"))
    .toBeVisible();
  await stop.click();
  await expect
    .poll(() => Object.fromEntries(action.mock.calls[0]?.[1] ?? []))
    .toEqual({
      shipmentId: "s-1",
      act: "stop",
    });
});

test("each tracking request shows its outcome in plain words and its next step", async () => {
  const entry = (id: string, attributes: RequestEntry["attributes"]): RequestEntry => ({
    id,
    attributes: {
      request_number: `NUMBER-${id}`,
      request_type: "bill_of_lading",
      scac: "TEST",
      ...attributes,
    },
    shipmentId: null,
    requestedAgain: false,
    containers: [],
    deletedUpstreamAt: null,
    fields: [],
  });
  await rendered(
    <RequestList
      requests={[
        entry("1", { status: "failed", failed_reason: "not_found" }),
        entry("2", { status: "failed", failed_reason: "scac_auto_detect_failed" }),
        entry("3", { status: "awaiting_manifest", created_at: hoursFromNow(-26) }),
      ]}
      counts={{ any: 3, failed: 2, awaiting_manifest: 1, pending: 0, tracking: 0 }}
      filter={{ number: "", list: "any", page: 1 }}
      pageSize={50}
      now={NOW}
      askAgain={saved}
      fieldActions={{ set: saved, clear: saved }}
    />,
    { address: "/track" },
  );
  const row = (id: string) => page.getByRole("row").filter({ hasText: `NUMBER-${id}` });
  await expect
    .element(row("1"))
    .toHaveTextContent(/Number not found at the line.*Check number, type and shipping line/);
  await expect.element(row("1")).not.toHaveTextContent("not_found");
  await expect.element(row("2").getByRole("button", { name: /Track again/ })).not.toBeInTheDocument();
  await expect
    .element(row("2").getByRole("link", { name: /Edit and track/ }))
    .toHaveAttribute("href", "/track?number=NUMBER-2&type=bill_of_lading&scac=TEST");
  await expect.element(row("3")).toHaveTextContent("expires in 5d");
});

test("the palette works without its search and keeps the chosen option when results arrive", async () => {
  let reply: Reply = { status: 503 };
  let hold: Promise<unknown> = Promise.resolve();
  const closed = vi.fn();
  await rendered(<Palette onClose={closed} />, {
    routes: { "/api/find": () => hold.then(() => reply) },
  });
  const options = page.getByRole("option");
  const field = page.getByRole("combobox");
  await field.fill("repo");
  await expect.element(page.getByText("Search is not responding")).toBeVisible();
  await expect.element(options.first()).toHaveTextContent("Reports");

  let found = () => undefined as unknown;
  hold = new Promise((resolve) => {
    found = () => resolve(null);
  });
  reply = {
    json: { matches: [{ kind: "container", id: "c-1", name: "MSKU4807969", note: "", address: "" }] },
  };
  await field.fill("MSKU4807969");
  await userEvent.keyboard("{ArrowDown}");
  const chosen = () => document.querySelector('[role=option][aria-selected="true"]')?.textContent;
  const before = chosen();
  expect(before).toContain("Track MSKU4807969");
  found();
  await expect.element(options.first()).toHaveTextContent("MSKU 480796 9");
  expect(chosen()).toBe(before);
  await userEvent.keyboard("{Enter}");
  expect(closed).toHaveBeenCalled();
  expect(routerCalls.all()).toEqual([{ call: "push", href: "/track?number=MSKU4807969" }]);
});

test("the status line reports a service and a database that do not respond, and recovers", async () => {
  const status = {
    lastSyncAt: null,
    lastChangeAt: null,
    upstreamDownSince: null,
    database: "up",
    syncing: null,
    inboxLag: { count: 0, oldestAt: null },
  };
  await rendered(<PageTop title="Board" />);
  const shown = () => document.querySelector("[data-live]")?.textContent ?? "";
  liveSource.open();
  liveSource.send("status", { ...status, upstreamDownSince: hoursFromNow(-2) });
  await expect.poll(shown).toContain("Tracking service unavailable for 2h; no updates since");
  liveSource.send("status", { ...status, database: "down" });
  await expect.poll(shown).toContain("Drayboard’s database is not responding");
  liveSource.send("status", status);
  await expect.poll(shown).toBe("Live");
});

test("a page opened during an outage says so and comes back by itself", async () => {
  let reply: Reply = { status: 503 };
  const retry = vi.fn();
  await rendered(<FailedPage title="This page could not be shown" retry={retry} />, {
    routes: { "/api/health": () => reply },
  });
  await expect.element(page.getByText("Drayboard’s database is not responding")).toBeVisible();
  expect(retry).not.toHaveBeenCalled();
  reply = { json: {} };
  await expect.poll(() => retry.mock.calls.length, { timeout: 10_000 }).toBe(1);
});
