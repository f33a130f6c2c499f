import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ArrivalCard } from "@/components/containers/arrival-card";
import { RawEventsButton } from "@/components/containers/raw-events";
import { api } from "@/e2e/gallery/support/api";
import { RAW_EVENTS, UNDER_WAY, UNDER_WAY_CHANGES } from "@/e2e/gallery/support/container-records";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { rendered } from "@/e2e/gallery/support/rendered";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { testContainer } from "@/lib/domain/container/test-container";

const PATH = "/api/containers/c-1/raw-events";

test("a container under way leads with its ETA, and each move names its source", async () => {
  await rendered(
    <ArrivalCard row={boardRow(UNDER_WAY)} container={UNDER_WAY} changes={UNDER_WAY_CHANGES} now={NOW} />,
  );
  await expect.element(page.getByRole("heading", { name: "ETA at Los Angeles" })).toBeVisible();
  const lead = document.querySelector("[data-eta-now]");
  expect(lead?.textContent).toContain("Nov 24");
  expect(lead?.textContent).toContain("No last free day reported yet.");
  await expect.element(page.getByText("now 4d later than first ETA")).toBeVisible();
  const rows = [...document.querySelectorAll("tr[data-eta]")].map((row) => row.textContent);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain("ETA changed");
  expect(rows[2]).toContain("found by a sync run");
});

test("an arrived container has its history only if the ETA moved", async () => {
  const arrived = testContainer({}, { pod_eta_at: "2026-11-14T12:00:00Z" });
  await rendered(<ArrivalCard row={boardRow(arrived)} container={arrived} changes={[]} now={NOW} />);
  expect(document.querySelector("[data-eta-now]")).toBeNull();
});

test("raw events are requested when the drawer is opened, and show what the carrier wrote", async () => {
  await rendered(<RawEventsButton containerId="c-1" now={NOW} />, {
    routes: { [PATH]: { json: RAW_EVENTS } },
  });
  expect(api.requests()).toEqual([]);
  await page.getByRole("button", { name: "Raw events" }).click();
  const drawer = page.getByRole("dialog", { name: "Raw events" });
  await expect.element(drawer.getByText("Vessel loaded")).toBeVisible();
  await expect.element(drawer.getByText("“LOADED ON BOARD”")).toBeVisible();
  await expect.element(drawer.getByText("Nov 24")).toBeVisible();
  await expect.element(drawer.getByRole("status")).toHaveTextContent("The service is not responding.");
});

test("a failed read of raw events is reported in the drawer", async () => {
  const refusal = {
    json: { error: { code: "not_found", message: "This container was not found." } },
    status: 404,
  };
  await rendered(<RawEventsButton containerId="c-1" now={NOW} />, { routes: { [PATH]: refusal } });
  await page.getByRole("button", { name: "Raw events" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("This container was not found.");
});
