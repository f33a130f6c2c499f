import { DAY_MS, millis } from "@/tracking-service/clock/instant";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemResponse } from "@/tracking-service/json-api/document";
import { endParameter, instantParameter } from "@/tracking-service/json-api/query";
import { writtenPosition } from "@/tracking-service/map/vessel-voyage";
import { futurePositions, futurePositionsFromPoint } from "./vessel-future";
import { requireVessel, vesselAt, voyageOf } from "./vessel-of-account";

/** How far back positions go unless the request names another instant. */
const SHOWN_FOR_MS = 7 * DAY_MS;

const item = operation({
  summary: "One vessel, by its id or IMO number: where it is, and where it was in the last seven days.",
  section: "supplement.md, GET /vessels/{id} and /vessels/{imo}",
  query: { "show_positions[from_timestamp]": instantParameter, "show_positions[to_timestamp]": endParameter },
  needs: "routing_data",
  success: { kind: "item", type: "vessel" },
  async handle({ service, account, param, query, self }) {
    const vessel = await requireVessel(service.db, param("id"));
    const voyage = await voyageOf(service, account, vessel);
    const now = service.now().getTime();
    const from = query["show_positions[from_timestamp]"]?.getTime() ?? now - SHOWN_FOR_MS;
    const until = query["show_positions[to_timestamp]"]?.getTime() ?? Number.POSITIVE_INFINITY;
    const shown = (voyage?.behind ?? []).filter(({ at }) => millis(at) >= from && millis(at) < until);
    const positions = shown.map((point) => writtenPosition(point, false));
    return itemResponse(vesselAt(vessel, voyage, positions), self, null);
  },
});

export const vesselEndpoints = [
  endpoint("/vessels/{id}", { get: item }),
  endpoint("/vessels/{id}/future_positions", { get: futurePositions }),
  endpoint("/vessels/{id}/future_positions_with_coordinates", { get: futurePositionsFromPoint }),
];
