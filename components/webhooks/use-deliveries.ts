"use client";

import { useCallback, useState, useTransition } from "react";
import type { DeliveryPage, DeliveryResponse, ReceivedFilter, WebhooksActions } from "./webhooks-data";

/** The source of the shown deliveries: the inbox, or the service's log, which uses one request per page. */
export type DeliverySource = "received" | "log";

type LoadedDeliveries = {
  source: DeliverySource;
  state: ReceivedFilter;
  page: DeliveryPage | null;
  problem: string | null;
};

const BEGINNING: LoadedDeliveries = { source: "received", state: "any", page: null, problem: null };

/**
 * The deliveries shown to the user. `latest` contains the last received ones and is refetched automatically. Every
 * other page is requested by a click, and the previous content remains until the response arrives.
 */
export function useDeliveries(
  latest: DeliveryPage,
  actions: Pick<WebhooksActions, "readLog" | "listReceived">,
) {
  const [shown, setShown] = useState(BEGINNING);
  const [pending, start] = useTransition();
  const { readLog, listReceived } = actions;

  const request = useCallback((next: Partial<LoadedDeliveries>, read: () => Promise<DeliveryResponse>) => {
    start(async () => {
      const response = await read().catch(() => ({
        page: null,
        problem: "Drayboard did not respond. Try again.",
      }));
      start(() =>
        setShown((before) => ({
          ...before,
          ...next,
          page: response.page ?? (next.source === before.source ? before.page : null),
          problem: response.problem,
        })),
      );
    });
  }, []);

  const showReceived = (state: ReceivedFilter, offset: number) => {
    if (state === "any" && offset === 0) setShown(BEGINNING);
    else request({ source: "received", state }, () => listReceived({ state, offset }));
  };
  const showLog = (requested: { offset: number } | { id: string }) =>
    request({ source: "log", state: "any" }, () => readLog(requested));

  const page = shown.page ?? (shown.source === "received" ? latest : null);
  return { ...shown, page, pending, showReceived, showLog };
}
