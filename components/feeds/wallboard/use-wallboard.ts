"use client";

import { useEffect, useRef, useState } from "react";
import type { WallData } from "@/lib/features/feeds/rules/wallboard";
import { startWall, type WallAnswer, type WallState } from "@/lib/features/feeds/rules/wallboard-rotation";
import { runWall } from "./wallboard-loop";

const ENDED = [404, 410];

/** One reading of the screen's data; what is not an answer of the dashboard is no answer. */
async function readFrom(address: string, signal: AbortSignal): Promise<WallAnswer> {
  try {
    const answer = await fetch(address, { signal, credentials: "omit", cache: "no-store" });
    if (ENDED.includes(answer.status)) return { ended: (await answer.text()).trim() };
    if (!answer.ok) return { failed: true };
    const data: WallData = await answer.json();
    return Array.isArray(data.containers) ? { data } : { failed: true };
  } catch {
    return { failed: true };
  }
}

/** The running screen: its state for the present, and what holds the page or lets it go on. */
export function useWall(initial: WallData, address: string): { state: WallState; pause: () => void } {
  const [state, setState] = useState(() => startWall(initial, Date.parse(initial.asOf)));
  const running = useRef<ReturnType<typeof runWall> | null>(null);

  useEffect(() => {
    const run = runWall({
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
