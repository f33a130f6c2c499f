"use client";

import { useEffect, useState } from "react";
import { post } from "@/components/board/data/requests";
import { askableNumber, type NumberReading } from "@/lib/features/tracking-requests/rules/number-inference";
import type { KnownNumber } from "@/lib/features/tracking-requests/rules/tracked-number";

/**
 * The dashboard's and the service's information about a number. If the service is unavailable, `reading` is null and
 * `reason` says why.
 */
export type NumberResponse = {
  reading: NumberReading | null;
  reason: string | null;
  known: KnownNumber | null;
};

/** Delay after the last key press before the number is requested. */
const GATHER_MS = 350;
const MAX_KEPT = 50;

const stored = new Map<string, NumberResponse>();

function keep(number: string, response: NumberResponse): void {
  if (stored.size >= MAX_KEPT) stored.clear();
  // Whether a number is tracked may change, so only its type and line are cached.
  if (response.reading && !response.known) stored.set(number, response);
}

/**
 * Requests information about a typed number once it may be complete. Returns the response, "asking" while loading, or
 * null if there is nothing to request.
 */
export function useReadingOfNumber(typed: string): NumberResponse | "asking" | null {
  const number = askableNumber(typed);
  const [reported, setReported] = useState<{ number: string; response: NumberResponse | null } | null>(null);

  useEffect(() => {
    if (number === null) return;
    const before = stored.get(number);
    if (before) {
      setReported({ number, response: before });
      return;
    }
    let left = false;
    const timer = setTimeout(() => {
      post<NumberResponse>("/api/track/number", { number }).then(
        (answer) => {
          keep(number, answer);
          if (!left) setReported({ number, response: answer });
        },
        () => left || setReported({ number, response: null }),
      );
    }, GATHER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [number]);

  if (number === null) return null;
  return reported?.number === number ? reported.response : "asking";
}
