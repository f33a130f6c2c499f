"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followRecords } from "@/components/realtime/watched-records";
import { type ListAddress, type ListPlace, useListAddress } from "@/components/ui/lists/use-list-address";
import { type ListRows, useListRows } from "@/components/ui/lists/use-list-rows";
import {
  readShipmentQuery,
  type ShipmentQuery,
  shipmentParams,
} from "@/lib/features/shipments/rules/shipment-address";
import type { ShipmentRow } from "@/lib/features/shipments/rules/shipment-row";
import { type ShipmentPageData, shipmentPages } from "./requests";

const PLACE: ListPlace<ShipmentQuery> = {
  path: "/shipments",
  read: readShipmentQuery,
  params: shipmentParams,
  source: shipmentPages,
};

/** The filters of the list from the address, with a function to change them. */
export const useShipmentsAddress = (): ListAddress<ShipmentQuery> => useListAddress(PLACE);

/** The rendered rows, the number of shipments of the account, and the time of both, epoch ms. */
export type ShipmentsState = { rows: ListRows<ShipmentRow, ShipmentPageData>; all: number; now: number };

/** The rows of a query, read page by page as they come into view. */
export function useShipmentRows(query: ShipmentQuery, initial: ShipmentPageData): ShipmentsState {
  const rows = useListRows<ShipmentRow, ShipmentPageData>(shipmentPages(query), initial);
  const newest = rows.newest ?? initial;
  return { rows, all: newest.all, now: Date.parse(newest.asOf) };
}

/** Minimum interval between reads. */
const REST_MS = 2_000;
const WATCHED = { shipments: "any", containers: "any" } as const;

/** Refetches the rows when a shipment or container changed, or when changes may have been missed. */
export function useShipmentsLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => client.invalidateQueries({ queryKey: ["shipments"] });
    return followRecords(WATCHED, refetch, { restMs: REST_MS, onResync: refetch });
  }, [client]);
}
