import { beforeAll, describe, expect } from "vitest";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { until } from "@/tracking-service/testing/until";
import { answered, maersk, numbered, OWN_NUMBERS, read, send } from "./recorded-requests";
import { call, itOurs, POLL_EVERY_MS, patience, showing, target } from "./target";

/** The outcome of a number by its ending, and the additional row that it covers. */
const BY_NUMBER: readonly (readonly [reason: string, number: string, life?: string])[] = [
  ["past_arrival_window", numbered("9921"), "tracking stops 56 days after arrival"],
  ["past_full_out_window", numbered("9922")],
  ["no_updates_at_line", numbered("9923"), "tracking stops after 56 days without an update"],
  ["booking_cancelled", numbered("9924")],
];
const ids = new Map<string, string>();

beforeAll(async () => {
  if (!target.ours) return;
  for (const [, number] of BY_NUMBER) ids.set(number, (await send(maersk(number))).item.id);
});

async function stoppedShipment(requestId: string): Promise<JsonApiRecord> {
  await answered(requestId);
  await until(
    async () => (await read(requestId)).item.attributes?.status === "tracking_stopped",
    patience(60_000),
    POLL_EVERY_MS,
  );
  const tracked = relatedOne((await read(requestId)).item, "tracked_object");
  return (await call(`/shipments/${tracked?.id}`)).item;
}

describe("interface.md, line_tracking_stopped_reason", () => {
  for (const [reason, number, life] of BY_NUMBER) {
    itOurs(
      showing(reason, ...(life ? [`supplement.md, Tracking request life: ${life}`] : [])),
      OWN_NUMBERS,
      async () => {
        const { attributes } = await stoppedShipment(ids.get(number) ?? "");
        expect(attributes?.line_tracking_stopped_reason).toBe(reason);
        expect(attributes?.line_tracking_stopped_at).toMatch(/Z$/);
      },
      70_000,
    );
  }

  itOurs(
    showing(
      "cancelled_by_user, and every request of the shipment is stopped",
      "supplement.md, status: tracking_stopped",
      "supplement.md, Tracking request life: tracking stops by hand",
    ),
    OWN_NUMBERS,
    async () => {
      const request = await send(maersk(numbered("0017")));
      const shipment = relatedOne((await answered(request.item.id)).item, "tracked_object");
      const stopped = await call(`/shipments/${shipment?.id}/stop_tracking`, { method: "PATCH" });
      expect(stopped.item.attributes?.line_tracking_stopped_reason).toBe("cancelled_by_user");
      expect((await read(request.item.id)).item.attributes?.status).toBe("tracking_stopped");
    },
    30_000,
  );
});
