"use client";

import { useCallback, useState, useTransition } from "react";
import type { DeliveryAnswer, DeliveryPage, ReceivedFilter, WebhooksActions } from "./webhooks-data";

/** Which deliveries are looked at: what came here, or the service's log, which costs a request a page. */
export type DeliverySource = "received" | "log";

type Shown = {
  source: DeliverySource;
  state: ReceivedFilter;
  page: DeliveryPage | null;
  problem: string | null;
};

const BEGINNING: Shown = { source: "received", state: "any", page: null, problem: null };

/**
 * The deliveries a person looks at. `latest` are those received last, which are read again by themselves; every other page
 * is asked for by a click, and what stood there stays until it is answered.
 */
export function useDeliveries(
  latest: DeliveryPage,
  actions: Pick<WebhooksActions, "readLog" | "listReceived">,
) {
  const [shown, setShown] = useState(BEGINNING);
  const [pending, start] = useTransition();
  const { readLog, listReceived } = actions;

  const ask = useCallback((next: Partial<Shown>, read: () => Promise<DeliveryAnswer>) => {
    start(async () => {
      const answer = await read().catch(() => ({
        page: null,
        problem: "Drayboard did not answer. Try again.",
      }));
      start(() =>
        setShown((before) => ({
          ...before,
          ...next,
          page: answer.page ?? (next.source === before.source ? before.page : null),
          problem: answer.problem,
        })),
      );
    });
  }, []);

  const showReceived = (state: ReceivedFilter, offset: number) => {
    if (state === "any" && offset === 0) setShown(BEGINNING);
    else ask({ source: "received", state }, () => listReceived({ state, offset }));
  };
  const showLog = (asked: { offset: number } | { id: string }) =>
    ask({ source: "log", state: "any" }, () => readLog(asked));

  const page = shown.page ?? (shown.source === "received" ? latest : null);
  return { ...shown, page, pending, showReceived, showLog };
}
