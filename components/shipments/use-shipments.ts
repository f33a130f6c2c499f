"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { liveFeed } from "@/components/realtime/feed";
import { concerns } from "@/components/realtime/watched-records";
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

/** The rendered rows, and their time, epoch ms. */
export type Shown = { rows: ListRows<ShipmentRow, ShipmentPageData>; now: number };

/** The rows of a query, read page by page as they come into view. */
export function useShipmentRows(query: ShipmentQuery, initial: ShipmentPageData): Shown {
  const rows = useListRows<ShipmentRow, ShipmentPageData>(shipmentPages(query), initial);
  return { rows, now: Date.parse(rows.newest?.asOf ?? initial.asOf) };
}

/**
 * Delay between a change and its read, which includes all changes in between. It is also the minimum interval between
 * reads.
 */
const GATHER_MS = 250;
const REST_MS = 2_000;
const WATCHED = { shipments: "any", containers: "any" } as const;

/** Refetches the rows when a shipment or container changed, or when changes may have been missed. */
export function useShipmentsLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let restsUntil = 0;
    const reread = () => {
      timer ??= setTimeout(
        () => {
          timer = null;
          restsUntil = Date.now() + REST_MS;
          void client.invalidateQueries({ queryKey: ["shipments"] });
        },
        Math.max(GATHER_MS, restsUntil - Date.now()),
      );
    };
    const leaveChanges = liveFeed.onChange((change) => concerns(WATCHED, change) && reread());
    const leaveResync = liveFeed.onResync(() => client.invalidateQueries({ queryKey: ["shipments"] }));
    // Changes received while the page was loading.
    if (liveFeed.heardLately().some((change) => concerns(WATCHED, change))) reread();
    return () => {
      leaveChanges();
      leaveResync();
      if (timer) clearTimeout(timer);
    };
  }, [client]);
}
