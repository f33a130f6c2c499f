"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import Link from "next/link";
import { useCallback, useState } from "react";
import { AddressNotice } from "@/components/board/address-problems";
import { BoardError } from "@/components/board/board-empty-states";
import { BoardSearch } from "@/components/board/filters/board-search";
import { newQueryClient } from "@/components/board/query-client";
import { usePhone } from "@/components/board/table/use-screen";
import { HelpLink } from "@/components/help/help-link";
import { KeyCap } from "@/components/keyboard/key-cap";
import { PageTop } from "@/components/shell/page-header";
import { ClockStart } from "@/components/time/clock";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import {
  narrowsShipments,
  SHIPMENT_CHOICE_LABELS,
  type ShipmentQuery,
  widenedShipments,
} from "@/lib/features/shipments/rules/shipment-address";
import { type ShipmentOrder, shipmentOrderText } from "@/lib/features/shipments/rules/sort-orders";
import type { ShipmentPageData } from "./requests";
import { FirstShipmentCards, ShipmentCards } from "./shipment-cards";
import { ShipmentFilters } from "./shipment-filters";
import { ShipmentTable } from "./shipment-table";
import { OrderChoice } from "./sort-select";
import { type ShipmentsState, useShipmentRows, useShipmentsAddress, useShipmentsLive } from "./use-shipments";

/** The labels of the address parameters. */
const LABELS = {
  ...SHIPMENT_CHOICE_LABELS,
  stopped: "Tracking",
  from: "Arrival from",
  to: "Arrival to",
  sort: "Order",
};
const SEARCH = "Number or reference";

/**
 * The account's shipments, earliest arrival first by default, updated live. `start` is the first page as read by the
 * server.
 */
export function Shipments({ start }: { start: ShipmentPageData }) {
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <ClockStart at={Date.parse(start.asOf)}>
        <List start={start} />
      </ClockStart>
    </QueryClientProvider>
  );
}

function List({ start }: { start: ShipmentPageData }) {
  const { query, problems, set, ahead } = useShipmentsAddress();
  const shown = useShipmentRows(query, start);
  useShipmentsLive();
  const search = useCallback((number: string) => set({ ...query, number }), [query, set]);
  const { rows } = shown;
  return (
    <div className="flex flex-col md:h-[calc(100dvh-2.375rem)] md:min-h-[34rem]">
      <PageTop
        title="Shipments"
        search={<BoardSearch value={query.number} onSearch={search} label={SEARCH} hint={SEARCH} />}
      />
      <ShipmentFilters query={query} total={rows.total} all={shown.all} onPress={ahead} onQuery={set} />
      <AddressNotice
        problems={problems}
        of="the list of shipments"
        labels={LABELS}
        onTidy={() => set(query)}
      />
      {rows.error && (
        <BoardError
          error={rows.error}
          onRetry={rows.retry}
          unread={rows.failed}
          page="/shipments"
          of="the list of shipments"
        />
      )}
      {rows.failed ? null : rows.total === 0 && !rows.outdated ? (
        <div className="rounded-card border border-line bg-surface">
          <NoShipments query={query} onQuery={set} />
        </div>
      ) : (
        <Rows shipments={shown} order={query.order} onOrder={(order) => set({ ...query, order })} />
      )}
    </div>
  );
}

function NoShipments({ query, onQuery }: { query: ShipmentQuery; onQuery: (query: ShipmentQuery) => void }) {
  if (narrowsShipments(query))
    return (
      <Notice
        title={
          query.number === "" ? "No shipment matches these filters" : `No shipment matches “${query.number}”`
        }
        action={<Button onClick={() => onQuery(widenedShipments(query))}>Clear filters</Button>}
      >
        Case, spaces and dashes are ignored. Search for container numbers on the board.
      </Notice>
    );
  return (
    <Notice
      title="No shipments yet"
      action={
        <Link href="/track" className={buttonClass("main")}>
          Track a number
        </Link>
      }
    >
      Shipments are listed once the line responds for a number you track. <HelpLink topic="shipments" />
    </Notice>
  );
}

/** A table, or cards on a phone. The server does not know the screen size, so it renders the first screen of both. */
function Rows({
  shipments: shown,
  order,
  onOrder,
}: {
  shipments: ShipmentsState;
  order: ShipmentOrder | null;
  onOrder: (order: ShipmentOrder | null) => void;
}) {
  const phone = usePhone();
  const label = `Shipments, ${shipmentOrderText(order)}`;
  return (
    <>
      {phone !== false && (
        <div className="md:hidden">
          <OrderChoice order={order} onOrder={onOrder} />
          {phone ? (
            <ShipmentCards shipments={shown} label={label} />
          ) : (
            <FirstShipmentCards shipments={shown} label={label} />
          )}
        </div>
      )}
      {phone !== true && (
        <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface max-md:hidden">
          <ShipmentTable shipments={shown} label={label} order={order} onOrder={onOrder} />
          <p className="flex flex-wrap justify-between gap-x-4 border-t border-line bg-raised px-3 py-1.5 text-note text-ink-3">
            <span>
              <KeyCap of="j" /> <KeyCap of="k" /> move, <KeyCap of="Enter" /> opens, <KeyCap of="/" />{" "}
              searches
            </span>
            <span>Days vs. first ETA, in each port’s local calendar</span>
          </p>
        </div>
      )}
    </>
  );
}
