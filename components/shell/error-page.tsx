"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";

const RETRY_AFTER_MS = 3_000;

/** The message about an outage. Null while the dashboard is available or was not checked yet. */
type Away = "Drayboard is not responding" | "Drayboard’s database is not responding" | null;

async function findAway(signal: AbortSignal): Promise<Away> {
  try {
    const { ok } = await fetch("/api/health", { cache: "no-store", signal });
    return ok ? null : "Drayboard’s database is not responding";
  } catch {
    return "Drayboard is not responding";
  }
}

/** Polls the dashboard's health and returns the outage until it ends. Then calls `back` once. */
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
      // Random delay, so that pages that failed together do not retry together.
      timer = setTimeout(look, RETRY_AFTER_MS * (0.75 + Math.random() / 2));
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
 * The error page for any failure, with instructions. During an outage of the dashboard or its database it shows that,
 * and calls `retry` when the outage ends. `mark` is the digest under which the cause is logged.
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
    <Notice title={away ?? title} action={<Button onClick={() => retry()}>Retry</Button>}>
      {away ? (
        "Nothing was lost. This page will reload automatically."
      ) : (
        <>
          Nothing was lost. If this continues, contact your administrator
          {mark && (
            <>
              {" "}
              with error ID <code className="font-mono">{mark}</code>
            </>
          )}
          .
        </>
      )}
    </Notice>
  );
}
