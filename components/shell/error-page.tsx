"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";

const LOOK_AGAIN_MS = 3_000;

/** What does not answer, in words; null while the dashboard is well, or was not asked yet. */
type Away = "Drayboard does not answer" | "Drayboard’s database does not answer" | null;

async function findAway(signal: AbortSignal): Promise<Away> {
  try {
    const { ok } = await fetch("/api/health", { cache: "no-store", signal });
    return ok ? null : "Drayboard’s database does not answer";
  } catch {
    return "Drayboard does not answer";
  }
}

/** Asks how the dashboard is: what is away, until it answers again; then `back` once. */
function useAway(back: () => void): Away {
  const [away, setAway] = useState<Away>(null);
  const comeBack = useEffectEvent(back);
  useEffect(() => {
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasAway = false;
    const look = async () => {
      const found = await findAway(leave.signal);
      if (leave.signal.aborted) return;
      if (found === null) {
        if (wasAway) comeBack();
        return;
      }
      wasAway = true;
      setAway(found);
      // Pages that failed together do not come back in one instant.
      timer = setTimeout(look, LOOK_AGAIN_MS * (0.75 + Math.random() / 2));
    };
    void look();
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, []);
  return away;
}

/**
 * A page that could not be shown, whatever threw: what to do. While the dashboard or its database is away it says so, and
 * `retry` is called by itself when it answers again. `mark`: under which the cause stands in the log.
 */
export function FailedPage({
  title,
  mark = null,
  retry,
}: {
  title: string;
  mark?: string | null;
  retry: () => void;
}) {
  const away = useAway(retry);
  return (
    <Notice title={away ?? title} action={<Button onClick={() => retry()}>Try again</Button>}>
      {away ? (
        "Nothing was lost. This page comes back by itself as soon as it does."
      ) : (
        <>
          Nothing was lost. If it stays so, ask who runs Drayboard to look at its log
          {mark && (
            <>
              {" "}
              for <code className="font-mono">{mark}</code>
            </>
          )}
          .
        </>
      )}
    </Notice>
  );
}
