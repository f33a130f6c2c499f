import { beforeAll, describe, expect, it } from "vitest";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { until } from "@/tracking-service/testing/until";
import { answered, ask, maersk, OWN_NUMBERS, read } from "./asked-requests";
import { call, itHere, target } from "./target";

const BY_NUMBER: readonly (readonly [reason: string, number: string])[] = [
  ["past_arrival_window", "MAEU26139921"],
  ["past_full_out_window", "MAEU26139922"],
  ["no_updates_at_line", "MAEU26139923"],
  ["booking_cancelled", "MAEU26139924"],
];
const ids = new Map<string, string>();

beforeAll(async () => {
  if (!target.own) return;
  for (const [, number] of BY_NUMBER) ids.set(number, (await ask(maersk(number))).item.id);
});

async function stoppedShipment(requestId: string): Promise<JsonApiRecord> {
  await answered(requestId);
  await until(
    async () => (await read(requestId)).item.attributes?.status === "tracking_stopped",
    60_000,
    500,
  );
  const tracked = relatedOne((await read(requestId)).item, "tracked_object");
  return (await call(`/shipments/${tracked?.id}`)).item;
}

describe("interface.md, line_tracking_stopped_reason (supplement.md, Tracking request life: tracking stops)", () => {
  for (const [reason, number] of BY_NUMBER) {
    itHere(
      reason,
      OWN_NUMBERS,
      async () => {
        const { attributes } = await stoppedShipment(ids.get(number) ?? "");
        expect(attributes?.line_tracking_stopped_reason).toBe(reason);
        expect(attributes?.line_tracking_stopped_at).toMatch(/Z$/);
      },
      70_000,
    );
  }

  itHere(
    "cancelled_by_user, and every request of the shipment is tracking_stopped",
    OWN_NUMBERS,
    async () => {
      const request = await ask(maersk("MAEU261390017"));
      const shipment = relatedOne((await answered(request.item.id)).item, "tracked_object");
      const stopped = await call(`/shipments/${shipment?.id}/stop_tracking`, { method: "PATCH" });
      expect(stopped.item.attributes?.line_tracking_stopped_reason).toBe("cancelled_by_user");
      expect((await read(request.item.id)).item.attributes?.status).toBe("tracking_stopped");
    },
    30_000,
  );

  it("all_containers_terminated, once every container is empty_returned", async () => {
    const { items } = await call(
      "/shipments?filter[tracking_stopped]=true&page[size]=200&include=containers",
    );
    const ended = items.filter(
      ({ attributes }) => attributes?.line_tracking_stopped_reason === "all_containers_terminated",
    );
    for (const shipment of ended.slice(0, 3)) {
      const answer = await call(`/shipments/${shipment.id}?include=containers`);
      const statuses = answer.included.map(({ attributes }) => attributes?.current_status);
      expect(new Set(statuses)).toEqual(new Set(["empty_returned"]));
    }
  });
});
