import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ArrivalCard } from "@/components/containers/arrival-card";
import { RawEventsButton } from "@/components/containers/raw-events";
import { HoldsCard } from "@/components/holds/holds-card";
import { api } from "@/e2e/gallery/support/api";
import { RAW_EVENTS, UNDER_WAY, UNDER_WAY_CHANGES } from "@/e2e/gallery/support/container-records";
import { saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { rendered } from "@/e2e/gallery/support/rendered";
import { boardRow } from "@/lib/domain/board-row/board-row";
import type { Container } from "@/lib/domain/container/container-facts";
import { inlandContainer, testContainer } from "@/lib/domain/container/test-container";

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

test("each hold past the port names its place", async () => {
  const customs = { name: "customs", status: "hold", description: "CET exam" };
  const left = inlandContainer({
    pod_rail_loaded_at: "2026-11-12T12:00:00Z",
    ind_ata_at: "2026-11-16T12:00:00Z",
    terminal_checked_at: "2026-11-11T12:00:00Z",
    holds_at_pod_terminal: [customs],
    ind_facility_holds: [{ name: "freight", status: "hold", description: null }],
  });
  const holds = (container: Container) => (
    <HoldsCard
      container={container}
      changes={[]}
      followUps={[]}
      actions={{ log: saved, drop: saved }}
      now={NOW}
    />
  );
  const { again } = await rendered(holds(left));
  const entries = () => [...document.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(entries()[0]).toContain("“CET exam” · at Los Angeles · ");
  expect(entries()[1]).toContain("at Chicago · ");
  const atRamp = {
    ...left.attributes,
    terminal_checked_at: "2026-11-17T12:00:00Z",
    ind_facility_holds: null,
  };
  await again(holds({ ...left, attributes: atRamp }));
  expect(entries()).toHaveLength(1);
  expect(entries()[0]).toContain("“CET exam” · at Chicago · ");
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
