"use client";

import { useEffect, useState } from "react";
import { post } from "@/components/board/data/requests";
import { askableNumber, type NumberReading } from "@/lib/features/tracking-requests/rules/number-inference";
import type { KnownNumber } from "@/lib/features/tracking-requests/rules/tracked-number";

/** What the dashboard and the service say of a number; `reading` null where the service could not be asked, `why` says so. */
export type NumberAnswer = { reading: NumberReading | null; why: string | null; known: KnownNumber | null };

/** Somebody who types goes on within this. */
const GATHER_MS = 350;
const MOST_KEPT = 50;

const kept = new Map<string, NumberAnswer>();

function keep(number: string, answer: NumberAnswer): void {
  if (kept.size >= MOST_KEPT) kept.clear();
  // What is followed changes: only the kind and the line are kept.
  if (answer.reading && !answer.known) kept.set(number, answer);
}

/** Asks what a typed number is, once it can be whole: the answer, "asking", or null while there is nothing to ask. */
export function useReadingOfNumber(typed: string): NumberAnswer | "asking" | null {
  const number = askableNumber(typed);
  const [reported, setReported] = useState<{ number: string; answer: NumberAnswer | null } | null>(null);

  useEffect(() => {
    if (number === null) return;
    const before = kept.get(number);
    if (before) {
      setReported({ number, answer: before });
      return;
    }
    let left = false;
    const timer = setTimeout(() => {
      post<NumberAnswer>("/api/track/number", { number }).then(
        (answer) => {
          keep(number, answer);
          if (!left) setReported({ number, answer });
        },
        () => left || setReported({ number, answer: null }),
      );
    }, GATHER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [number]);

  if (number === null) return null;
  return reported?.number === number ? reported.answer : "asking";
}
