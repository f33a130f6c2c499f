import type { FacetValue } from "@/components/board/board-page-data";
import { get } from "@/components/board/board-requests";
import { type ListPage, PAGE_SIZE } from "@/components/ui/list-page";
import { type ShipmentChoice, type ShipmentQuery, shipmentParams } from "@/lib/dispatch/shipment-query";
import type { ShipmentRow } from "@/lib/dispatch/shipment-row";

export type ShipmentPageData = ListPage<ShipmentRow>;
export type ShipmentFacets = Record<ShipmentChoice, FacetValue[]>;

/** The cache key of every page of a query. */
export const shipmentsKey = (query: ShipmentQuery): readonly ["shipments", string] => [
  "shipments",
  shipmentParams(query).toString(),
];

export function fetchShipments(
  query: ShipmentQuery,
  page: number,
  signal?: AbortSignal,
): Promise<ShipmentPageData> {
  const params = shipmentParams(query);
  params.set("offset", String(page * PAGE_SIZE));
  params.set("limit", String(PAGE_SIZE));
  return get("/api/shipments", params, signal);
}

export const fetchShipmentFacets = (signal?: AbortSignal): Promise<ShipmentFacets> =>
  get("/api/shipments/facets", new URLSearchParams(), signal);
