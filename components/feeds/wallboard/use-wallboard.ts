"use client";

import { useEffect, useRef, useState } from "react";
import type { WallboardData } from "@/lib/features/feeds/rules/wallboard";
import {
  startWallboard,
  type WallboardAnswer,
  type WallboardState,
} from "@/lib/features/feeds/rules/wallboard-rotation";
import { runWallboard } from "./wallboard-loop";

const ENDED = [404, 410];

/** Reads the wallboard's data once. A response that is not from the dashboard counts as no response. */
async function readFrom(address: string, signal: AbortSignal): Promise<WallboardAnswer> {
  try {
    const response = await fetch(address, { signal, credentials: "omit", cache: "no-store" });
    if (ENDED.includes(response.status)) return { ended: (await response.text()).trim() };
    if (!response.ok) return { failed: true };
    const data: WallboardData = await response.json();
    return Array.isArray(data.containers) ? { data } : { failed: true };
  } catch {
    return { failed: true };
  }
}

/** The running wallboard: its current state, and a function that pauses and resumes the page rotation. */
export function useWallboard(
  initial: WallboardData,
  address: string,
): { state: WallboardState; pause: () => void } {
  const [state, setState] = useState(() => startWallboard(initial, Date.parse(initial.asOf)));
  const running = useRef<ReturnType<typeof runWallboard> | null>(null);

  useEffect(() => {
    const run = runWallboard({
      initial,
      read: (signal) => readFrom(address, signal),
      show: setState,
      reload: () => window.location.reload(),
    });
    running.current = run;
    return run.stop;
  }, [initial, address]);

  return { state, pause: () => running.current?.pause() };
}
