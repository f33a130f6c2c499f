import { get } from "@/components/board/data/requests";
import type { FacetValue } from "@/components/board/page-data";
import type { ListPage } from "@/components/ui/lists/page-size";
import { type ListSource, listSource } from "@/components/ui/lists/use-list-rows";
import {
  type ShipmentChoice,
  type ShipmentQuery,
  shipmentParams,
} from "@/lib/features/shipments/rules/shipment-address";
import type { ShipmentRow } from "@/lib/features/shipments/rules/shipment-row";

/** A page of the list. `all` is the number of shipments of the account. */
export type ShipmentPageData = ListPage<ShipmentRow> & { all: number };
export type ShipmentFacets = Record<ShipmentChoice, FacetValue[]>;

/** The pages of a query. */
export const shipmentPages = (query: ShipmentQuery): ListSource<ShipmentPageData> =>
  listSource("shipments", shipmentParams(query), (params, signal) => get("/api/shipments", params, signal));

export const fetchShipmentFacets = (signal?: AbortSignal): Promise<ShipmentFacets> =>
  get("/api/shipments/facets", new URLSearchParams(), signal);
