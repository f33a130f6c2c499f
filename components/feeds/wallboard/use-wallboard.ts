"use client";

import { useEffect, useRef, useState } from "react";
import type { WallData } from "@/lib/features/feeds/rules/wallboard";
import { startWall, type WallAnswer, type WallState } from "@/lib/features/feeds/rules/wallboard-rotation";
import { runWall } from "./wallboard-loop";

const ENDED = [404, 410];

/** Reads the wallboard's data once. A response that is not from the dashboard counts as no response. */
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

/** The running wallboard: its current state, and a function that pauses and resumes the page rotation. */
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
