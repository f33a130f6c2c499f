import { describe, expect, it } from "vitest";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { testContainer } from "@/lib/domain/container/test-container";
import { containerCountText } from "@/lib/features/shipments/rules/container-counts";
import { shipmentRow } from "@/lib/features/shipments/rules/shipment-row";
import { arrivalLines, containersText, routeLines, trackingLines } from "./shipment-text";

const NOW = Date.parse("2026-11-20T20:00:00Z");
const containers = (count: number, pickedUp = 0) =>
  Array.from({ length: count }, (_, at) =>
    boardRow(
      testContainer({
        number: `MSKU${1_000_000 + at}`,
        ...(at < pickedUp ? { pod_full_out_at: "2026-11-19T20:00:00Z" } : {}),
      }),
    ),
  );
const row = (attributes: ShipmentAttributes, of: ReturnType<typeof containers> = []) =>
  shipmentRow({ id: "s-1", attributes, deletedUpstreamAt: null }, of, new Date(NOW));

describe("shipment text", () => {
  const facts = {
    pod_eta_at: "2026-11-24T03:30:00Z",
    pod_original_eta_at: "2026-11-20T20:00:00Z",
    pod_timezone: "America/Los_Angeles",
  };

  it("shows the arrival day in the port's or the user's zone, always with the port's drift", () => {
    expect(arrivalLines("en-US", row(facts), null, NOW)).toEqual({
      main: "ETA Nov 23",
      note: "3d later than first ETA",
    });
    expect(arrivalLines("en-US", row(facts), "Europe/Berlin", NOW)).toEqual({
      main: "ETA Nov 24",
      note: "3d later than first ETA",
    });
  });

  it("reports an unknown zone, first ETA or ETA", () => {
    expect(
      arrivalLines("en-US", row({ ...facts, pod_timezone: "Mars/Olympus" }), "Europe/Berlin", NOW),
    ).toEqual({
      main: "ETA Nov 24",
      note: "4d later than first ETA · zone unknown",
    });
    expect(arrivalLines("en-US", row({ ...facts, pod_original_eta_at: null }), null, NOW).note).toBe(
      "first ETA not reported",
    );
    expect(arrivalLines("en-US", row({}), null, NOW)).toEqual({ main: "ETA not reported", note: "" });
  });

  it("includes a different year", () => {
    expect(arrivalLines("en-US", row({ ...facts, pod_ata_at: "2025-11-24T20:00:00Z" }), null, NOW).main).toBe(
      "Arrived Nov 24, 2025",
    );
  });
});

it("lists the known locations and reports when there are none", () => {
  expect(routeLines(row({ port_of_lading_name: "Antwerp", port_of_discharge_locode: "USHOU" })).main).toBe(
    "Antwerp → USHOU",
  );
  expect(
    routeLines(
      row({ port_of_discharge_locode: "USHOU", destination_locode: "USHOU", destination_name: "Houston" }),
    ).main,
  ).toBe("USHOU");
  expect(routeLines(row({}))).toEqual({ main: "route not reported", note: "vessel not reported" });
});

it("explains why tracking stopped, also for an undocumented or missing reason", () => {
  const stopped = (reason: string | null) =>
    trackingLines(
      row({ line_tracking_stopped_at: "2026-11-19T10:00:00Z", line_tracking_stopped_reason: reason }),
      NOW,
    ).note;
  expect(stopped("past_arrival_window")).toBe("Arrived too long ago");
  expect(stopped("moon_phase")).toBe("Moon phase");
  expect(stopped(null)).toBe("No reason reported");
  expect(trackingLines(row({}), NOW)).toMatchObject({ main: "Tracking", note: "" });
  expect(trackingLines(row({ created_at: "2026-11-17T10:00:00Z" }), NOW).note).toBe("added 3d ago");
  expect(trackingLines(row({ created_at: "2026-11-20T20:00:01Z" }), NOW).note).toBe("added just now");
});

it("counts containers and reports when there are none", () => {
  expect([0, 1, 3].map((count) => containersText(row({}, containers(count))))).toEqual([
    "no containers reported yet",
    "MSKU 100000 0",
    "3 containers, most urgent MSKU 100000 0",
  ]);
});

it("counts the containers that were picked up among all of the shipment", () => {
  const text = (count: number, pickedUp: number) =>
    containersText(row({}, containers(count, pickedUp))).replace(/, most urgent .*/, "");
  expect(text(6, 4)).toBe("4 of 6 containers picked up");
  expect(text(6, 6)).toBe("all 6 containers picked up");
  expect(containerCountText({ containers: 1, pickedUp: 1 })).toBe("1 container picked up");
  expect(containerCountText({ containers: 2_000, pickedUp: 1_200 })).toBe(
    "1,200 of 2,000 containers picked up",
  );
});
