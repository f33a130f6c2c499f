"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { liveFeed } from "@/components/realtime/feed";
import { concerns } from "@/components/realtime/watched-records";
import { type ListRows, readAhead, useListRows } from "@/components/ui/lists/use-list-rows";
import { useAddress } from "@/components/ui/use-url-params";
import {
  readShipmentQuery,
  type ShipmentQuery,
  shipmentParams,
} from "@/lib/features/shipments/rules/shipment-address";
import type { ShipmentRow } from "@/lib/features/shipments/rules/shipment-row";
import type { AddressProblem } from "@/lib/platform/text/query-params";
import { type ShipmentPageData, shipmentPages } from "./requests";

export type ShipmentsAddress = {
  query: ShipmentQuery;
  problems: readonly AddressProblem[];
  set: (query: ShipmentQuery) => void;
};

/** The filters of the list from the address, with a function to change them. */
export function useShipmentsAddress(): ShipmentsAddress {
  const [search, write] = useAddress("/shipments");
  const { query, problems } = useMemo(() => readShipmentQuery(new URLSearchParams(search)), [search]);
  const client = useQueryClient();
  const set = useCallback(
    (next: ShipmentQuery) => {
      readAhead(client, shipmentPages(next));
      write(shipmentParams(next).toString());
    },
    [client, write],
  );
  return { query, problems, set };
}

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
