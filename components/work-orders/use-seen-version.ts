"use client";

import { useEffect, useState } from "react";
import type { OrderPage } from "@/lib/features/work-orders/rules";

const keyOf = (address: string) => `drayboard-order ${address}`;

function readSeen(address: string): number | null {
  try {
    const stored = Number(sessionStorage.getItem(keyOf(address)));
    return Number.isInteger(stored) && stored > 0 ? stored : null;
  } catch {
    return null;
  }
}

function storeSeen(address: string, version: number): void {
  try {
    sessionStorage.setItem(keyOf(address), String(version));
  } catch {
    // The version is known until the page is left.
  }
}

/**
 * The version of an order that its page showed first, or when the carrier responded last, also before a reload of the tab.
 * `address`: that of the order's routes.
 */
export function useSeenVersion(address: string, { version, state }: OrderPage): number {
  const [seen, setSeen] = useState(version);
  const [readAt, setReadAt] = useState<string | null>(null);
  // The response was to the version that is shown.
  const isAnswered = state === "accepted" || state === "declined";
  if (isAnswered && seen !== version) setSeen(version);
  useEffect(() => {
    const stored = readSeen(address);
    setSeen((shown) => (stored === null ? shown : Math.min(stored, shown)));
    setReadAt(address);
  }, [address]);
  useEffect(() => {
    if (readAt === address) storeSeen(address, seen);
  }, [readAt, address, seen]);
  return seen;
}
