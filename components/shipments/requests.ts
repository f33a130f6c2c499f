import { get } from "@/components/board/data/requests";
import type { FacetValue } from "@/components/board/page-data";
import { type ListPage, PAGE_SIZE } from "@/components/ui/lists/page-size";
import {
  type ShipmentChoice,
  type ShipmentQuery,
  shipmentParams,
} from "@/lib/features/shipments/rules/shipment-address";
import type { ShipmentRow } from "@/lib/features/shipments/rules/shipment-row";

export type ShipmentPageData = ListPage<ShipmentRow>;
export type ShipmentFacets = Record<ShipmentChoice, FacetValue[]>;

/** The cache key of all pages of a query. */
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
