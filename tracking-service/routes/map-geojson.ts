import { type ContainerMap, containerMapWritten } from "@/lib/contract/responses/map-geojson";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { otherResponse } from "@/tracking-service/json-api/document";
import { mapFeatures } from "@/tracking-service/map/features";
import { portCalls } from "@/tracking-service/map/port-calls";
import { requireContainer } from "./own-container";

/** The live service labels the map as plain JSON (supplement-2.md, section 1). */
const MEDIA_TYPE = "application/json";

const map = operation({
  summary: "A container's way by sea as GeoJSON: ports, vessel, where it was and where it is expected to go.",
  section: "interface.md, GET /containers/{id}/map_geojson; supplement.md, Endpoints",
  needs: "routing_data",
  success: { kind: "other", schema: containerMapWritten, mediaType: MEDIA_TYPE },
  async handle({ service: { db, source, now }, account, param }) {
    const container = await requireContainer(db, account.id, param("id"));
    const legs = await source.route(db, container.id, now());
    const way = await portCalls(db, container, legs);
    const collection: ContainerMap = { type: "FeatureCollection", features: mapFeatures(way, legs) };
    return otherResponse(collection, MEDIA_TYPE);
  },
});

export const mapEndpoints = [endpoint("/containers/{id}/map_geojson", { get: map })];
